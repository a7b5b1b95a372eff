import type { Writer } from '../../courses/changes/writer.ts'
import { lockCourse } from '../../courses/course/writes/course-writes.ts'
import { readCoursesByIds } from '../../courses/outline/reads/course-reads.ts'
import type { CourseRow } from '../../courses/outline/rows.ts'
import { assertNotArchived } from '../../courses/outline/rules/archived.ts'
import { makeVersionMismatchError } from '../../courses/outline/rules/version-mismatch.ts'
import { type TreeWriteResult, updateCourseTree } from '../../courses/tree/write.ts'
import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { makeNotFoundError } from '../../platform/errors.ts'
import { type DraftAsRelease, readDraftAsRelease } from '../content/draft-as-release.ts'
import { makeLiveReleaseStatement, type ReleaseRow } from '../content/row.ts'
import { insertRelease } from '../publishing/insert-release.ts'
import { storeLiveReleaseState } from '../schedule/live-state.ts'
import { planRestore, type RestoreRequest } from './plan-restore.ts'

const sameHash = defineSqlStatement<ReleaseRow>(
  'release_with_hash',
  `SELECT r.number FROM releases r WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.hash = $3 LIMIT 1`,
)

/**
 * `frozen` is the new release that stores the draft as it was before the restore. It is null if the restore did not
 * change the draft, or if an earlier release already stores the same content.
 */
export type RestoreResult = TreeWriteResult & { frozen: ReleaseRow | null }

/**
 * Stores the draft as an unpublished release. If a release of the course already has the same content, stores nothing
 * and returns null.
 */
async function storeDraftAsRelease(
  tx: SqlRunner,
  workspaceId: string,
  course: CourseRow,
  draft: DraftAsRelease,
  { message, caller }: { message: string; caller: string },
): Promise<ReleaseRow | null> {
  const [kept] = await tx.rows(sameHash, [workspaceId, course.id, draft.hash])
  if (kept) return null
  return insertRelease(tx, workspaceId, course, draft, { message, caller, isPartial: false, published: false })
}

/**
 * Writes the content of a release, or of one lesson of a release, to the draft.
 * @throws ApiError `not_found`, `invalid_request`, `precondition_failed` or `conflict`
 */
export async function restoreRelease(
  tx: SqlRunner,
  writer: Writer,
  courseId: string,
  request: RestoreRequest,
): Promise<RestoreResult> {
  const { workspaceId, callerId: caller } = writer
  const course = await lockCourse(tx, workspaceId, courseId)
  if (!course) throw makeNotFoundError('Course')
  assertNotArchived(course)
  const { expectedVersion, dryRun, number, lessonId } = request
  if (expectedVersion != null && expectedVersion !== course.treeVersion)
    throw makeVersionMismatchError('Course tree', course.treeVersion)
  const draft = await readDraftAsRelease(tx, workspaceId, course)
  // A record that has moved to another course stays there. The draft gets a copy with a new id.
  const { fields, desired, isSame } = await planRestore(tx, workspaceId, course, draft, request)
  const isWhole = lessonId == null
  const options = {
    prune: true,
    dryRun: dryRun || isSame,
    includesUnchanged: false,
    // Deleted records return with their ids.
    recreatesDeletedNodes: true,
    replacesWholeCourse: isWhole,
  }
  const result = await updateCourseTree(tx, writer, course.id, fields, desired, options)
  const isChanged = result.course.treeVersion !== course.treeVersion
  const message = `Draft before release ${number} was restored`
  const frozen = isChanged ? await storeDraftAsRelease(tx, workspaceId, course, draft, { message, caller }) : null
  // The row of the course stores whether the draft equals the live release. The restore may have made them equal.
  if (dryRun || course.liveReleaseNumber === null || !course.hasUnpublishedChanges) return { ...result, frozen }
  if (isChanged) await storeLiveReleaseState(tx, writer, result.course, { increasesVersion: false })
  else {
    // The restore changed nothing, but earlier changes by hand may have made the draft equal to the live release.
    const [live] = await tx.rows(...makeLiveReleaseStatement(workspaceId, course.id))
    if (live?.hash !== draft.hash) return { ...result, frozen }
    await storeLiveReleaseState(tx, writer, course, { increasesVersion: true, draftHash: draft.hash })
  }
  const [restored] = await readCoursesByIds(tx, workspaceId, [course.id])
  return { ...result, course: restored!, frozen }
}
