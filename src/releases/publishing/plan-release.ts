import type { CourseRow } from '../../courses/outline/rows.ts'
import { assertNotArchived } from '../../courses/outline/rules/archived.ts'
import { assertCourseRecordCount } from '../../courses/outline/rules/course-size.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { ApiError } from '../../platform/errors.ts'
import { assertPartialReleaseSize, type DraftAsRelease, readDraftAsRelease } from '../content/draft-as-release.ts'
import { countOutlineRecords, parseOutline, stringifyAndHashOutline } from '../content/outline.ts'
import { makeLiveReleaseStatement, type ReleaseWithOutline } from '../content/row.ts'
import { copyOutlineWithDraftLessons } from './apply-draft-lessons.ts'
import { assertUniqueIdsAndKeysInPartialRelease } from './partial-release-duplicates.ts'

/** What an author chooses for a release. Without `liveFrom`, the release is live at once. */
export type PublishOptions = {
  message?: string | null
  /** Publishes only these lessons. Everything else in the release is copied from the live release. */
  lessonIds?: readonly string[] | null
  liveFrom?: Date | null
  liveUntil?: Date | null
}

/** A release that is not stored yet. */
export type UnstoredRelease = DraftAsRelease & {
  /** The live release of the course before the publish. */
  live: ReleaseWithOutline | undefined
  /** The hash of the whole draft, even if the release contains only some lessons of the draft. */
  draftHash: string
}

/**
 * Returns the release that a request would publish. The caller must have locked the course.
 * @throws ApiError `invalid_request` for an unknown lesson, or `conflict`
 */
export async function planRelease(
  tx: SqlRunner,
  workspaceId: string,
  course: CourseRow,
  { lessonIds }: Pick<PublishOptions, 'lessonIds'>,
): Promise<UnstoredRelease> {
  assertNotArchived(course)
  const [live] = await tx.rows(...makeLiveReleaseStatement(workspaceId, course.id))
  const draft = await readDraftAsRelease(tx, workspaceId, course)
  if (!lessonIds) return { ...draft, live, draftHash: draft.hash }
  if (!live)
    throw new ApiError('conflict', 'The course has no live release. Publish the whole course first.', {
      details: { reason: 'not_published' },
    })
  const outline = copyOutlineWithDraftLessons(parseOutline(live.outline), draft.outline, lessonIds)
  assertCourseRecordCount(countOutlineRecords(outline))
  await assertUniqueIdsAndKeysInPartialRelease(tx, workspaceId, outline, draft, lessonIds)
  const partial = { outline, ...stringifyAndHashOutline(outline), bodies: draft.bodies }
  await assertPartialReleaseSize(tx, workspaceId, partial)
  return { ...partial, live, draftHash: draft.hash }
}
