import type { SqlRunner } from '../../src/platform/db/statement.ts'
import { runSql } from './row-locks.ts'

/** Returns the assignment that moves a time into the past. It is immutable, as a cluster needs it. */
export const makeEarlier = (column: string, interval: string): string =>
  `${column} = (${column} AT TIME ZONE 'UTC' - interval '${interval}') AT TIME ZONE 'UTC'`

/** Moves the schedules of a course into the past, as if the time had passed. Nothing of the service runs. */
export async function letTimePass(sql: SqlRunner, courseId: string, interval: string): Promise<void> {
  const [from, until, changes] = ['live_from', 'live_until', 'live_changes_at'].map((name) =>
    makeEarlier(name, interval),
  )
  await runSql(sql, `UPDATE releases SET ${from}, ${until} WHERE course_id = $1`, [courseId])
  await runSql(sql, `UPDATE courses SET ${changes} WHERE id = $1`, [courseId])
}
