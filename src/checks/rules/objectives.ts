import { maxContentDepth } from '../../courses/block/content.ts'
import type { CourseContentCheck, FoundProblems, LessonCheck, NodeKind } from '../model/check.ts'
import type { CourseForChecks, LessonWithoutContent } from '../model/course.ts'
import { quoteForMessage } from './define.ts'
import { makeWordStemFinder } from './word-stem-finder.ts'

const maxWords = 12
const minLetters = 4
/**
 * The number of letters that the check compares, from the beginning of a word. For example, if an objective contains
 * "measures", the check also accepts "measuring" in a lesson.
 */
const stemLetters = 6

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
const isIdeographic = (word: string) => /\p{Script=Han}|\p{Script=Katakana}/u.test(word)

/**
 * Returns the stems (first letters) of the words of an objective. In alphabetic scripts, omits the first word: usually
 * a verb such as "explain".
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

type Owner = { kind: NodeKind; id: string; objectives: readonly string[] }
type LessonWithContents = { name: string; blocks: readonly { content: unknown }[] }

type OpenObjective = { objective: string; missing: Set<string>; atMost: number }

/**
 * Makes an object that reads lessons and then reports the objectives that they do not teach. An objective counts as
 * taught if the lessons contain at least half of its word stems.
 */
function makeObjectiveReader({ kind, id, objectives }: Owner) {
  const all = objectives.map((objective): OpenObjective => {
    const stems = listObjectiveWordStems(objective)
    return { objective, missing: new Set(stems), atMost: Math.floor(stems.length / 2) }
  })
  const isOpen = ({ missing, atMost }: OpenObjective) => missing.size > atMost
  let open = all.filter(isOpen)
  const finder = makeWordStemFinder(new Set(open.flatMap(({ missing }) => [...missing])))
  function read(text: string): void {
    for (const stem of finder.findNew(text)) for (const { missing } of open) missing.delete(stem)
    open = open.filter(isOpen)
  }
  return {
    *readLesson({ name, blocks }: LessonWithContents): FoundProblems {
      if (open.length === 0) return
      read(name)
      for (const { content } of blocks) {
        if (open.length === 0) return
        for (const text of stringsOf(content)) read(text)
        yield undefined
      }
    },
    *findProblems(): FoundProblems {
      for (const [index, one] of all.entries())
        if (isOpen(one))
          yield {
            kind,
            nodeId: id,
            path: `/objectives/${index}`,
            message: `No block names what the objective ${quoteForMessage(one.objective)} promises. Teach it, or change the objective.`,
          }
    },
  }
}

/**
 * Returns the course and its modules, each with the ids of its lessons. Leaves out the course or a module if it has no
 * objectives or no lessons.
 */
const listOwners = ({ modules, ...course }: CourseForChecks<LessonWithoutContent>) =>
  [
    { kind: 'course' as const, ...course, lessons: modules.flatMap(({ lessons }) => lessons) },
    ...modules.map((module) => ({ kind: 'module' as const, ...module })),
  ]
    .filter(({ objectives, lessons }) => objectives.length > 0 && lessons.length > 0)
    .map((owner) => ({ ...owner, lessonIds: new Set(owner.lessons.map(({ id }) => id)) }))

export const objectiveNotTaughtCheck: LessonCheck & CourseContentCheck = {
  code: 'objective_not_taught',
  severity: 'warning',
  types: ['course', 'module', 'lesson'],
  meaning:
    'More than half of the important words of a learning objective occur neither in a block nor in the name of a lesson.',
  remedy: 'Teach the objective in a block, or change the objective.',
  *find({ id, name, objectives, blocks, unknownTypes }) {
    if (objectives.length === 0) return
    const { readLesson, findProblems } = makeObjectiveReader({ kind: 'lesson', id, objectives })
    yield* readLesson({ name, blocks: [...blocks, ...unknownTypes] })
    yield* findProblems()
  },
  makeReader(course) {
    const readers = listOwners(course).map((owner) => ({ ...owner, ...makeObjectiveReader(owner) }))
    if (readers.length === 0) return undefined
    return {
      *readLesson(lesson) {
        for (const { lessonIds, readLesson } of readers) if (lessonIds.has(lesson.id)) yield* readLesson(lesson)
      },
      *findProblems() {
        for (const { findProblems } of readers) yield* findProblems()
      },
    }
  },
}
