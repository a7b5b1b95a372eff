import { builder } from '../operations/builder.ts'
import { operation } from '../operations/operation.ts'
import { defineSqlStatement } from '../platform/db/statement.ts'
import { assertValidTimeRange } from './rules.ts'
import { type HourlyRequestCounts, requestCountsRef } from './type.ts'

const selectHours = defineSqlStatement<HourlyRequestCounts>(
  'usage_hours',
  `SELECT u.hour, u.requests, u.errors FROM usage_hours u
   WHERE u.workspace_id = $1 AND u.hour > $2::timestamptz - interval '1 hour' AND u.hour < $3::timestamptz ORDER BY u.hour`,
)

builder.queryField('usage', (t) =>
  t.field({
    ...operation({ access: 'courses:read', rest: { method: 'GET', path: '/usage', tag: 'Workspace' } }),
    type: requestCountsRef,
    description:
      'The numbers of requests and errors of the workspace in a time range, in total and by hour. If a UTC hour overlaps the range, the whole hour counts.',
    args: {
      from: t.arg({ type: 'DateTime', required: true, description: 'Start of the time range.' }),
      to: t.arg({
        type: 'DateTime',
        required: true,
        description: 'End of the time range, at most 92 days after its start.',
      }),
    },
    resolve: (_root, { from, to }, { db, workspaceId }) => {
      assertValidTimeRange(from, to)
      return db.sql.rows(selectHours, [workspaceId(), from.toISOString(), to.toISOString()])
    },
  }),
)
