import { builder } from '../builder.ts'
import { statement } from '../db/sql.ts'
import { expose } from '../expose.ts'
import { mustBeRange } from './rules.ts'
import { type UsageHour, usageRef } from './type.ts'

const hoursOf = statement<UsageHour>(
  'usage_hours',
  `SELECT hour, requests, errors FROM usage_hours
   WHERE workspace_id = $1 AND hour >= $2::timestamptz AND hour < $3::timestamptz ORDER BY hour`,
)

builder.queryField('usage', (t) =>
  t.field({
    ...expose({ access: 'known' }),
    type: usageRef,
    description: 'How many requests the workspace made over a time, by hour.',
    args: {
      from: t.arg({ type: 'DateTime', required: true, description: 'The first moment.' }),
      to: t.arg({ type: 'DateTime', required: true, description: 'The end, at most 92 days later.' }),
    },
    resolve: (_root, { from, to }, { db, workspaceId }) => {
      mustBeRange(from, to)
      return db.sql.rows(hoursOf, [workspaceId(), from.toISOString(), to.toISOString()])
    },
  }),
)
