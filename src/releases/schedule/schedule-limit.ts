import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { ApiError } from '../../platform/errors.ts'

const openCount = defineSqlStatement<{ count: number }>(
  'releases_open_count',
  `SELECT count(*)::int AS count FROM releases r WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.published
     AND r.live_from IS NOT NULL AND (r.live_until IS NULL OR r.live_until > statement_timestamp())
     AND (r.live_from > statement_timestamp() OR NOT $3::boolean)`,
)

/**
 * The maximum number of releases of a course that are live or can still go live, including those that a later release
 * hides for a time.
 */
const maxScheduledReleases = 50

/**
 * Makes sure that one more release of a course can be live or scheduled. If `replacesOthers` is true, releases that
 * have started are not counted, because the new release ends them.
 * @throws ApiError `conflict`
 */
export async function assertLiveAndScheduledReleaseLimit(
  tx: SqlRunner,
  workspaceId: string,
  courseId: string,
  { replacesOthers }: { replacesOthers: boolean },
): Promise<void> {
  const [open] = await tx.rows(openCount, [workspaceId, courseId, replacesOthers])
  if (open!.count < maxScheduledReleases) return
  throw new ApiError(
    'conflict',
    `${maxScheduledReleases} releases are live or scheduled. End or unpublish some first.`,
    {
      details: { reason: 'too_many_scheduled_releases', max: maxScheduledReleases },
    },
  )
}
