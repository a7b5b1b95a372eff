import type { JsonObject } from '../../operations/json-object.ts'
import { renderContentAsMarkdown } from '../block/read.ts'
import type { BlockType } from '../block/types.ts'
import type { BlockRow, CourseRow, LessonRow, ModuleRow } from '../outline/rows.ts'
import { courseRecordDefinition } from '../records/course.ts'
import { lessonRecordDefinition } from '../records/lesson.ts'
import { moduleRecordDefinition } from '../records/module.ts'
import type { FieldDefinitions, RecordDefinition, StoredFieldValues } from '../records/record.ts'
import { renderRecordFieldsAsText } from '../records/record-text.ts'

/**
 * A format of course texts. If `showsIds` is true, a line below each heading contains the id, the version and short
 * fields of the record. `block` returns the text of a block. A format without `block` leaves out all blocks.
 */
export type CourseTextFormat = { description: string; showsIds: boolean; block?: (block: BlockRow) => string }

const idsOf = (block: BlockRow) => `${block.type} ${block.id} · version ${block.version}`

export const courseTextFormats = {
  outline: {
    description: 'Names and identifiers, and for each lesson the number of blocks of each type.',
    showsIds: true,
  },
  full: {
    description: 'The outline, and the content of every block as JSON. This format is for editing.',
    showsIds: true,
    block: (block) => `${idsOf(block)}\n${block.content}`,
  },
  markdown: {
    description: 'The course in Markdown, as a text for readers. It contains the quiz answers.',
    showsIds: false,
    block: ({ type, content }) =>
      renderContentAsMarkdown(type as BlockType, JSON.parse(content) as JsonObject) || `_Empty block: ${type}._`,
  },
} as const satisfies Record<string, CourseTextFormat>

export type CourseTextFormatName = keyof typeof courseTextFormats

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

function sectionOf<F extends FieldDefinitions>(
  format: CourseTextFormat,
  title: string,
  record: RecordDefinition<F>,
  row: StoredFieldValues<F>,
  factsWith: (facts: readonly string[]) => readonly (string | null)[],
): string {
  const { heading, facts, paragraphs } = renderRecordFieldsAsText(record, row)
  const line = format.showsIds ? factsWith(facts).filter(Boolean).join(' · ') : ''
  return [`${title} ${oneLine(heading)}`, line, ...paragraphs].filter(Boolean).join('\n')
}

const keyFact = ({ key }: { key: string | null }) => key && `key ${oneLine(key)}`

export const renderCourseHeader = (format: CourseTextFormat, course: CourseRow) =>
  sectionOf(format, '#', courseRecordDefinition, course, (facts) => [
    `course ${course.id}`,
    course.status,
    ...facts,
    `version ${course.version}`,
    `treeVersion ${course.treeVersion}`,
  ])

export const renderModuleHeader = (format: CourseTextFormat, module: ModuleRow, number: number) =>
  sectionOf(format, `## ${number}.`, moduleRecordDefinition, module, (facts) => [
    `module ${module.id}`,
    keyFact(module),
    ...facts,
    `version ${module.version}`,
  ])

/**
 * Renders the heading of a lesson.
 * @param contents the number of blocks of each type in the lesson, such as `2 text, 1 quiz`
 */
export const renderLessonHeader = (format: CourseTextFormat, lesson: LessonRow, number: string, contents: string) =>
  sectionOf(format, `### ${number}`, lessonRecordDefinition, lesson, (facts) => [
    `lesson ${lesson.id}`,
    keyFact(lesson),
    ...facts,
    `version ${lesson.version}`,
    contents,
  ])
