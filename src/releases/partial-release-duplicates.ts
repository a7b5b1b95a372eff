import type { SqlRunner } from '../platform/db/statement.ts'
import { ApiError } from '../platform/errors.ts'
import type { FrozenDraft } from './content/freeze.ts'
import { readFrozenLessonTexts } from './content/nodes.ts'
import { type FrozenLesson, listOutlineLessons, type Outline } from './content/outline.ts'

/** The maximum number of lesson ids in the `details` of the error. */
const maxNamed = 100

/** Lists what must be unique in a course: the key of a lesson, and the ids and keys of its blocks. */
const namesOf = ({ key, blocks }: FrozenLesson): string[] => [
  ...(key === null ? [] : [`key ${key}`]),
  ...blocks.flatMap((block) => [`id ${block.id}`, ...(block.key === null ? [] : [`key ${block.key}`])]),
]

/**
 * Reads the lessons of an outline for which `isNeeded` returns true. Returns a map from the id of each lesson to its
 * ids and keys that must be unique in the course.
 */
async function readNames(
  tx: SqlRunner,
  workspaceId: string,
  outline: Outline,
  { bodies }: FrozenDraft,
  isNeeded: (lesson: { id: string; hash: string }) => boolean,
): Promise<Map<string, string[]>> {
  const lessons = listOutlineLessons(outline).filter(isNeeded)
  const missing = lessons.map(({ hash }) => hash).filter((hash) => !bodies.has(hash))
  const stored = await readFrozenLessonTexts(tx, workspaceId, missing)
  const read = (hash: string) => JSON.parse((bodies.get(hash) ?? stored.get(hash))!) as FrozenLesson
  return new Map(lessons.map(({ id, hash }) => [id, namesOf(read(hash))]))
}

const findRepeated = (names: readonly string[]) => {
  const seen = new Set<string>()
  return new Set(names.filter((name) => seen.size === seen.add(name).size))
}

/**
 * Makes sure that a release with only some lessons of the draft contains each block and each key once. It would contain
 * a block twice if an author has moved the block to another lesson in the draft, and publishes only that other lesson.
 * The function does not read lessons that are the same in the draft and in the live release, unless the request
 * publishes them.
 * @throws ApiError `conflict` with the lessons that must be published too
 */
export async function assertNoDuplicatesInPartialRelease(
  tx: SqlRunner,
  workspaceId: string,
  outline: Outline,
  draft: FrozenDraft,
  lessonIds: readonly string[],
): Promise<void> {
  const published = new Set(lessonIds.map((id) => id.toLowerCase()))
  const inDraft = new Map(listOutlineLessons(draft.outline).map(({ id, hash }) => [id, hash]))
  const isNeeded = ({ id, hash }: { id: string; hash: string }) => published.has(id) || inDraft.get(id) !== hash
  const names = await readNames(tx, workspaceId, outline, draft, isNeeded)
  const moduleNames = outline.modules.flatMap(({ key }) => (key === null ? [] : [`key ${key}`]))
  const repeated = findRepeated([...moduleNames, ...[...names.values()].flat()])
  if (repeated.size === 0) return
  const others = [...names].filter(([id, own]) => !published.has(id) && own.some((name) => repeated.has(name)))
  throw new ApiError(
    'conflict',
    'In the draft, blocks or keys have moved between the lessons of this request and other lessons. Publish these other lessons too, or the whole course.',
    { details: { reason: 'lessons_belong_together', lessonIds: others.slice(0, maxNamed).map(([id]) => id) } },
  )
}
