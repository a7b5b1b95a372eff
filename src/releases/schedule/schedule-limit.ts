import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { ApiError } from '../../platform/errors.ts'

const openCount = defineSqlStatement<{ count: number }>(
  'releases_open_count',
  `SELECT count(*)::int AS count FROM releases r WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.published
     AND r.live_from IS NOT NULL AND (r.live_until IS NULL OR r.live_until > statement_timestamp())
     AND (r.live_from > statement_timestamp() OR NOT $3::boolean)`,
)

/**
 * The maximum number of releases of a course that have not ended: those that are live, scheduled, or hidden by a later
 * release that may end before them.
 */
const maxScheduledReleases = 50

/**
 * Makes sure that a course has room for one more live or scheduled release (`maxScheduledReleases`). If
 * `replacesOthers` is true, the new release ends all releases that have started, so only releases with a later start
 * count.
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
