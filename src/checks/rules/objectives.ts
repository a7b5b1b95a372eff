import type { CourseCheck, FoundProblem, NodeKind } from '../model/check.ts'
import type { CheckedBlock, CheckedCourse } from '../model/course.ts'
import { quote } from './define.ts'

const maxWords = 12
const minLetters = 4
/** Words are compared by their first letters, so that "measures" is found in "measuring". */
const stemLetters = 6
const maxLevels = 64

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
const isIdeographic = (word: string) => /\p{Script=Han}|\p{Script=Katakana}/u.test(word)

/**
 * Returns the beginnings of the words of an objective that could occur in a block. The first word is usually a verb such
 * as "explain", which blocks do not use.
 */
export function listWordStems(objective: string): string[] {
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
  else if (typeof value === 'object' && value !== null && depth <= maxLevels)
    for (const inner of Object.values(value)) yield* stringsOf(inner, depth + 1)
}

type Owner = {
  kind: NodeKind
  id: string
  objectives: readonly string[]
  lessons: readonly { name: string; blocks: readonly CheckedBlock[] }[]
}

function* findUntaught({ kind, id, objectives, lessons }: Owner): Iterable<FoundProblem> {
  if (objectives.length === 0 || lessons.length === 0) return
  const open = objectives.map((objective) => {
    const stems = listWordStems(objective)
    return { objective, missing: new Set(stems), atMost: Math.floor(stems.length / 2) }
  })
  for (const { name, blocks } of lessons) {
    for (const text of [name, ...blocks.flatMap(({ content }) => [...stringsOf(content)])]) {
      const lower = text.toLowerCase()
      for (const { missing, atMost } of open)
        if (missing.size > atMost) for (const stem of missing) if (lower.includes(stem)) missing.delete(stem)
    }
  }
  for (const [index, { objective, missing, atMost }] of open.entries())
    if (missing.size > atMost)
      yield {
        kind,
        nodeId: id,
        path: `/objectives/${index}`,
        message: `No block covers the objective ${quote(objective)}. Teach it, or change the objective.`,
      }
}

function* ownersOf(course: CheckedCourse): Iterable<Owner> {
  const lessons = course.modules.flatMap((module) => module.lessons)
  yield { kind: 'course', id: course.id, objectives: course.objectives, lessons }
  for (const module of course.modules) {
    yield { kind: 'module', id: module.id, objectives: module.objectives, lessons: module.lessons }
    for (const lesson of module.lessons)
      yield { kind: 'lesson', id: lesson.id, objectives: lesson.objectives, lessons: [lesson] }
  }
}

export const objectiveCheck: CourseCheck = {
  code: 'objective_not_taught',
  level: 'warning',
  types: ['course', 'module', 'lesson'],
  meaning: 'More than half of the words of a learning objective occur in no block of the record.',
  remedy: 'Teach it in a block, or change the objective.',
  findInCourse: (course) => [...ownersOf(course)].flatMap((owner) => [...findUntaught(owner)]),
}
