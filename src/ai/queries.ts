import { builder } from '../operations/builder.ts'
import { operation } from '../operations/operation.ts'
import { readAiUsageReport } from './usage.ts'
import { aiUsageRef } from './usage-type.ts'

builder.queryField('aiUsage', (t) =>
  t.field({
    ...operation({ access: 'courses:read', rest: { method: 'GET', path: '/ai/usage', tag: 'AI' } }),
    type: aiUsageRef,
    description: 'The generations and tokens of the workspace, by day and by API key, person or agent.',
    args: {
      from: t.arg({ type: 'DateTime', description: 'Start of the period. Default: 30 days before the end.' }),
      to: t.arg({ type: 'DateTime', description: 'End of the period. Default: now.' }),
    },
    resolve: (_root, args, context) => readAiUsageReport(context, args),
  }),
)
