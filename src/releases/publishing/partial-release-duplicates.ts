import type { SqlRunner } from '../../platform/db/statement.ts'
import { ApiError } from '../../platform/errors.ts'
import type { DraftAsRelease } from '../content/draft-as-release.ts'
import { readLessonTextsByHash } from '../content/nodes.ts'
import { listOutlineLessons, type Outline, type ReleaseLesson } from '../content/outline.ts'

/** An error lists at most this many lesson ids and this many keys in its `details`. */
const maxNamed = 100

/**
 * Lists the values of a lesson that must be unique in its course: the key of the lesson, and the ids and keys of its
 * blocks.
 */
const listIdsAndKeys = ({ key, blocks }: ReleaseLesson): string[] => [
  ...(key === null ? [] : [`key ${key}`]),
  ...blocks.flatMap((block) => [`id ${block.id}`, ...(block.key === null ? [] : [`key ${block.key}`])]),
]

/**
 * Reads the lessons of `outline` for which `isNeeded` returns true. Returns a map from lesson ids to the results of
 * `listIdsAndKeys`.
 */
async function readIdsAndKeys(
  tx: SqlRunner,
  workspaceId: string,
  outline: Outline,
  { bodies }: DraftAsRelease,
  isNeeded: (lesson: { id: string; hash: string }) => boolean,
): Promise<Map<string, string[]>> {
  const lessons = listOutlineLessons(outline).filter(isNeeded)
  const missing = lessons.map(({ hash }) => hash).filter((hash) => !bodies.has(hash))
  const stored = await readLessonTextsByHash(tx, workspaceId, missing)
  const read = (hash: string) => JSON.parse((bodies.get(hash) ?? stored.get(hash))!) as ReleaseLesson
  return new Map(lessons.map(({ id, hash }) => [id, listIdsAndKeys(read(hash))]))
}

const findRepeated = (names: readonly string[]) => {
  const seen = new Set<string>()
  return new Set(names.filter((name) => seen.size === seen.add(name).size))
}

/**
 * Makes sure that a partial release contains each id and key once. A moved block could occur in its old and its new
 * lesson.
 * @throws ApiError `conflict`
 */
export async function assertUniqueIdsAndKeysInPartialRelease(
  tx: SqlRunner,
  workspaceId: string,
  outline: Outline,
  draft: DraftAsRelease,
  lessonIds: readonly string[],
): Promise<void> {
  const published = new Set(lessonIds.map((id) => id.toLowerCase()))
  const inDraft = new Map(listOutlineLessons(draft.outline).map(({ id, hash }) => [id, hash]))
  // To save time, the function reads only the published lessons and the lessons that differ from the draft.
  const isNeeded = ({ id, hash }: { id: string; hash: string }) => published.has(id) || inDraft.get(id) !== hash
  const names = await readIdsAndKeys(tx, workspaceId, outline, draft, isNeeded)
  const moduleNames = outline.modules.flatMap(({ key }) => (key === null ? [] : [`key ${key}`]))
  const repeated = findRepeated([...moduleNames, ...[...names.values()].flat()])
  if (repeated.size === 0) return
  const others = [...names].filter(([id, own]) => !published.has(id) && own.some((name) => repeated.has(name)))
  const lessonIdsToAdd = others.slice(0, maxNamed).map(([id]) => id)
  const keys = moduleNames.filter((name) => repeated.has(name)).map((name) => name.slice('key '.length))
  if (keys.length > 0)
    throw new ApiError(
      'conflict',
      'In the draft, keys of modules have moved to other modules or lessons. Publish the whole course.',
      {
        details: {
          reason: 'module_keys_moved',
          keys: [...new Set(keys)].slice(0, maxNamed),
          lessonIds: lessonIdsToAdd,
        },
      },
    )
  throw new ApiError(
    'conflict',
    'In the draft, blocks or keys have moved between the lessons of this request and other lessons. Publish these other lessons too, or the whole course.',
    { details: { reason: 'lessons_belong_together', lessonIds: lessonIdsToAdd } },
  )
}
