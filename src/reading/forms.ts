import { type BlockType, kinds } from '../block/kinds.ts'
import type { Json } from '../builder.ts'
import type { BlockRow, CourseRow, LessonRow, ModuleRow } from '../outline/rows.ts'

/** A way to tell a course as text: whether with what editing needs (ids, versions), and how a block is told. */
export type Form = { description: string; withFacts: boolean; block?: (block: BlockRow) => string }

const factsOf = (block: BlockRow) => `${block.type} ${block.id} · version ${block.version}`

export const forms = {
  outline: { description: 'Names, identifiers, and what each lesson holds.', withFacts: true },
  full: {
    description: 'The same with the content of every block, as JSON: what editing needs.',
    withFacts: true,
    block: (block) => `${factsOf(block)}\n${block.content}`,
  },
  markdown: {
    description: 'As a learner would read it, with the answers of quizzes.',
    withFacts: false,
    block: ({ type, content }) =>
      kinds[type as BlockType].markdown(JSON.parse(content) as Json) || `_Empty block: ${type}._`,
  },
} as const satisfies Record<string, Form>

export type FormName = keyof typeof forms

/** How much of a description stands in a text; the rest is counted. */
const descriptionChars = 1000

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

function described(description: string | null): string {
  if (description === null || description.length <= descriptionChars) return description ?? ''
  const more = (description.length - descriptionChars).toLocaleString('en')
  return `${description.slice(0, descriptionChars)} … (${more} characters more)`
}

type Titled = { name: string; description: string | null }

function head(form: Form, title: string, { name, description }: Titled, facts: readonly (string | null)[]): string {
  const line = form.withFacts ? facts.filter(Boolean).join(' · ') : ''
  return [`${title} ${oneLine(name)}`, line, described(description)].filter(Boolean).join('\n')
}

const keyed = ({ key }: { key: string | null }) => key && `key ${oneLine(key)}`

export const courseHead = (form: Form, course: CourseRow) =>
  head(form, '#', course, [
    `course ${course.id}`,
    course.status,
    course.language,
    course.difficulty,
    `version ${course.version}`,
    `treeVersion ${course.treeVersion}`,
  ])

export const moduleHead = (form: Form, module: ModuleRow, number: number) =>
  head(form, `## ${number}.`, module, [`module ${module.id}`, keyed(module), `version ${module.version}`])

export const lessonHead = (form: Form, lesson: LessonRow, number: string, holds: string) =>
  head(form, `### ${number}`, lesson, [`lesson ${lesson.id}`, keyed(lesson), `version ${lesson.version}`, holds])
