import type { SqlRunner } from '../platform/db/statement.ts'
import { ApiError } from '../platform/errors.ts'
import type { FrozenDraft } from './content/freeze.ts'
import { readFrozenLessonTexts } from './content/nodes.ts'
import { type FrozenLesson, listOutlineLessons, type Outline } from './content/outline.ts'

/** The maximum number of lessons that the refusal names. */
const maxNamed = 100

/** Lists what a course has only once: keys, and the identifiers of blocks. */
const namesOf = ({ key, blocks }: FrozenLesson): string[] => [
  ...(key === null ? [] : [`key ${key}`]),
  ...blocks.flatMap((block) => [`id ${block.id}`, ...(block.key === null ? [] : [`key ${block.key}`])]),
]

/** Reads what must be unique in the lessons of an outline that `isNeeded` selects. */
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
 * Makes sure that a release of some lessons has each block and each key once, as every course has. It would not if a
 * block was moved from one lesson to another in the draft, and only one of them is published. Of the lessons that are
 * the same in the draft and in the live release, only those that are published need to be read.
 * @throws ApiError `conflict` with the lessons that must be published too
 */
export async function mustFitTogether(
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
    'The draft has moved blocks or keys between these lessons and others. Publish the others too, or the whole course.',
    { details: { reason: 'lessons_belong_together', lessonIds: others.slice(0, maxNamed).map(([id]) => id) } },
  )
}
