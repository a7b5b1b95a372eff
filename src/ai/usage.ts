import type { Context } from '../context.ts'
import { statement } from '../db/sql.ts'
import { invalid } from '../errors.ts'
import type { Tokens } from '../model.ts'
import { budgetDay, dailyTokens } from './ledger.ts'

export type UsageDay = Tokens & { day: string; generations: number }
export type GenerationRecord = Tokens & {
  generationId: string
  type: string
  mode: string
  model: string
  outcome: string
  ms: number
  createdAt: string
}
export type Usage = {
  from: Date
  to: Date
  days: UsageDay[]
  generations: GenerationRecord[]
  budget: { limit: number; used: number }
}

const days = statement<UsageDay>(
  'ai_usage_days',
  `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS generations,
     sum(input_tokens)::int AS "inputTokens", sum(output_tokens)::int AS "outputTokens"
   FROM ai_generations WHERE workspace_id = $1 AND created_at >= $2 AND created_at < $3 GROUP BY 1 ORDER BY 1`,
)
const latest = statement<GenerationRecord>(
  'ai_usage_latest',
  `SELECT id AS "generationId", type, mode, model, outcome, ms, input_tokens AS "inputTokens", output_tokens AS "outputTokens",
     created_at AS "createdAt"
   FROM ai_generations WHERE workspace_id = $1 AND created_at >= $2 AND created_at < $3 ORDER BY created_at DESC, id DESC LIMIT 100`,
)
const today = statement<{ tokens: number }>(
  'ai_usage_today',
  'SELECT tokens FROM ai_budgets WHERE workspace_id = $1 AND day = $2::date',
)

const dayMs = 86_400_000
const longestMs = 366 * dayMs

/** @throws ApiError `invalid_request` for a span that is empty or longer than a year */
export async function readUsage(context: Context, sent: { from?: Date | null; to?: Date | null }): Promise<Usage> {
  const to = sent.to ?? new Date()
  const from = sent.from ?? new Date(to.getTime() - 30 * dayMs)
  if (from >= to) throw invalid([{ path: 'from', message: 'must be before to' }])
  if (to.getTime() - from.getTime() > longestMs)
    throw invalid([{ path: 'from', message: 'must be at most 366 days before to' }])
  const { sql } = context.db
  const values = [context.workspaceId(), from.toISOString(), to.toISOString()]
  const [perDay, generations, [budget]] = await Promise.all([
    sql.rows(days, values),
    sql.rows(latest, values),
    sql.rows(today, [context.workspaceId(), budgetDay()]),
  ])
  return { from, to, days: perDay, generations, budget: { limit: dailyTokens(context), used: budget?.tokens ?? 0 } }
}
