import { isDeepStrictEqual } from 'node:util'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { draftLessonTextsStatement } from './draft-statements.ts'
import { addMissingLessonFields } from './missing-fields.ts'
import { readLessonTextsByHash } from './nodes.ts'
import { listOutlineLessons, parseOutline } from './outline.ts'
import { readReleasesWithOutlinesByNumber } from './row.ts'

/** Returns whether two JSON texts have the same value. */
const haveEqualValues = (one: string, other: string) => isDeepStrictEqual(JSON.parse(one), JSON.parse(other))

/**
 * Returns the ids of those lessons that differ from a release of their course in their fields or blocks, or that it does
 * not have. If `number` is null, these are all lessons.
 */
export async function findChangedLessons(
  sql: SqlRunner,
  workspaceId: string,
  { courseId, number }: { courseId: string; number: number | null },
  lessonIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const [release] = number === null ? [] : await readReleasesWithOutlinesByNumber(sql, workspaceId, courseId, [number])
  if (!release) return new Set(lessonIds)
  const published = new Map(listOutlineLessons(parseOutline(release.outline)).map(({ id, hash }) => [id, hash]))
  const drafts = await sql.rows(draftLessonTextsStatement, [workspaceId, lessonIds])
  const differing = drafts.filter(({ id, hash }) => published.get(id) !== hash)
  const hashes = differing.flatMap(({ id }) => published.get(id) ?? [])
  const bodies = await readLessonTextsByHash(sql, workspaceId, hashes)
  // A release that is older than a field lacks it, so that a lesson with another hash can be the same.
  const isChanged = ({ id, body }: { id: string; body: string }) => {
    const before = bodies.get(published.get(id) ?? '')
    return before === undefined || !haveEqualValues(addMissingLessonFields(before), body)
  }
  return new Set(differing.filter(isChanged).map(({ id }) => id))
}
