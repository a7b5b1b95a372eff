import { maxContentDepth } from '../../courses/block/content.ts'
import type { CourseCheck, FoundProblems, LessonCheck, NodeKind } from '../model/check.ts'
import type { CourseForChecks, LessonSummary } from '../model/course.ts'
import { quoteForMessage } from './define.ts'
import { makeWordPrefixFinder } from './word-prefix-finder.ts'

const maxWords = 12
const minLetters = 4
/**
 * How many letters at the beginning of each word the check compares. With this limit, it finds the word "measures" in a
 * text with "measuring".
 */
const stemLetters = 6

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
const isIdeographic = (word: string) => /\p{Script=Han}|\p{Script=Katakana}/u.test(word)

/**
 * Returns the stems (first letters) of the words of an objective, which should occur in the blocks. The first word is
 * left out, because it is usually a verb such as "explain", which blocks do not use.
 */
export function listObjectiveWordStems(objective: string): string[] {
  const words = [...segmenter.segment(objective.toLowerCase())]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)
  const named = words.filter((word, index) =>
    isIdeographic(word) ? word.length >= 2 : index > 0 && word.length >= minLetters,
  )
  return [...new Set(named.map((word) => word.slice(0, stemLetters)))].slice(0, maxWords)
}

function* stringsOf(value: unknown, depth = 0): Iterable<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null && depth <= maxContentDepth)
    for (const inner of Object.values(value)) yield* stringsOf(inner, depth + 1)
}

type Owner = {
  kind: NodeKind
  id: string
  objectives: readonly string[]
  lessons: readonly { name: string; blocks: readonly { content: unknown }[] }[]
}

type OpenObjective = { objective: string; missing: Set<string>; atMost: number }

function* findUntaught({ kind, id, objectives, lessons }: Owner): FoundProblems {
  if (objectives.length === 0 || lessons.length === 0) return
  const all = objectives.map((objective): OpenObjective => {
    const stems = listObjectiveWordStems(objective)
    return { objective, missing: new Set(stems), atMost: Math.floor(stems.length / 2) }
  })
  const isOpen = ({ missing, atMost }: OpenObjective) => missing.size > atMost
  let open = all.filter(isOpen)
  const finder = makeWordPrefixFinder(new Set(open.flatMap(({ missing }) => [...missing])))
  function read(text: string): void {
    for (const stem of finder.findNew(text)) for (const { missing } of open) missing.delete(stem)
    open = open.filter(isOpen)
  }
  for (const { name, blocks } of lessons) {
    read(name)
    for (const { content } of blocks) {
      if (open.length === 0) return
      for (const text of stringsOf(content)) read(text)
      yield undefined
    }
  }
  for (const [index, one] of all.entries())
    if (isOpen(one))
      yield {
        kind,
        nodeId: id,
        path: `/objectives/${index}`,
        message: `No block names what the objective ${quoteForMessage(one.objective)} promises. Teach it, or change the objective.`,
      }
}

const hasObjectives = ({ objectives }: Pick<Owner, 'objectives'>) => objectives.length > 0

/** Lists the course, if it has objectives, and its modules with objectives. */
const listOwners = ({ modules, ...course }: CourseForChecks<LessonSummary>) => [
  ...[{ kind: 'course' as const, ...course, lessons: modules.flatMap(({ lessons }) => lessons) }].filter(hasObjectives),
  ...modules.filter(hasObjectives).map((module) => ({ kind: 'module' as const, ...module })),
]

export const objectiveCheck: LessonCheck & CourseCheck = {
  code: 'objective_not_taught',
  severity: 'warning',
  types: ['course', 'module', 'lesson'],
  meaning:
    'More than half of the important words of a learning objective occur neither in a block nor in the name of a lesson.',
  remedy: 'Teach the objective in a block, or change the objective.',
  find: ({ id, name, objectives, blocks, unknownTypes }) =>
    findUntaught({ kind: 'lesson', id, objectives, lessons: [{ name, blocks: [...blocks, ...unknownTypes] }] }),
  needsContent: (course) => listOwners(course).length > 0,
  *findInCourse(course, contents) {
    for (const { kind, id, objectives, lessons } of listOwners(course))
      yield* findUntaught({ kind, id, objectives, lessons: lessons.map((lesson) => contents.get(lesson.id)!.content!) })
  },
}
