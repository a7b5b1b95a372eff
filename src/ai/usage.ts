import type { GraphQLContext } from '../operations/context.ts'
import { defineSqlStatement } from '../platform/db/statement.ts'
import { makeInvalidRequestError } from '../platform/errors.ts'
import type { TokenCounts } from '../platform/language-model.ts'
import { makeAbandonedGenerationConditionSql } from './abandoned-generations.ts'
import { getCurrentBudgetDay, getDailyTokenLimit } from './daily-token-budget.ts'

/** Who started a generation: an API key, a person, an agent, or the master key. */
export type GenerationCaller = { kind: string; id: string | null; name: string | null }

export type AiUsageOfDay = TokenCounts & { day: string; generations: number }
export type AiUsageOfCaller = TokenCounts & GenerationCaller & { generations: number }
export type GenerationRecord = TokenCounts & {
  generationId: string
  by: GenerationCaller
  type: string
  mode: string
  model: string
  outcome: string
  ms: number
  createdAt: string
}
export type AiUsageReport = {
  from: Date
  to: Date
  days: AiUsageOfDay[]
  callers: AiUsageOfCaller[]
  generations: GenerationRecord[]
  budget: { limit: number; used: number }
}

/** The maximum length of each of the lists `callers` and `generations` in a report. */
export const maxAiUsageListEntries = 100

const days = defineSqlStatement<AiUsageOfDay>(
  'ai_usage_days',
  `SELECT to_char(g.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS generations,
     least(sum(g.input_tokens), 2147483647)::int AS "inputTokens",
     least(sum(g.output_tokens), 2147483647)::int AS "outputTokens"
   FROM ai_generations g WHERE g.workspace_id = $1 AND g.created_at >= $2 AND g.created_at < $3 GROUP BY 1 ORDER BY 1`,
)
/** SQL columns for the caller of a generation: kind, id and name. An agent gets the id and the name of its person. */
const callerColumns = `split_part(g.caller, ':', 1) AS kind, coalesce(k.id, u.id) AS id, coalesce(k.name, u.name, u.email) AS name`
// `g.caller` contains a kind and an id (`getCallerId`). For example, `key:<id>` contains the id of an API key.
const callerJoins = `LEFT JOIN api_keys k ON k.workspace_id = $1
     AND k.id = CASE WHEN g.caller LIKE 'key:%' THEN substr(g.caller, 5)::uuid END
   LEFT JOIN users u ON u.workspace_id = $1
     AND u.id = CASE WHEN split_part(g.caller, ':', 1) IN ('person', 'agent') THEN split_part(g.caller, ':', 2)::uuid END`

const callers = defineSqlStatement<AiUsageOfCaller>(
  'ai_usage_callers',
  `SELECT ${callerColumns}, g.generations, g."inputTokens", g."outputTokens" FROM (
     SELECT a.caller, count(*)::int AS generations, least(sum(a.input_tokens), 2147483647)::int AS "inputTokens",
       least(sum(a.output_tokens), 2147483647)::int AS "outputTokens"
     FROM ai_generations a WHERE a.workspace_id = $1 AND a.created_at >= $2 AND a.created_at < $3 GROUP BY a.caller
   ) g ${callerJoins} ORDER BY g."inputTokens"::bigint + g."outputTokens" DESC, g.caller LIMIT ${maxAiUsageListEntries}`,
)
type FlatRecord = Omit<GenerationRecord, 'by'> & GenerationCaller
const latest = defineSqlStatement<FlatRecord>(
  'ai_usage_latest',
  `SELECT g.id AS "generationId", g.type, g.mode, g.model, g.ms,
     CASE WHEN ${makeAbandonedGenerationConditionSql('g')} THEN 'failed' ELSE g.outcome END AS outcome, g.input_tokens AS "inputTokens",
     g.output_tokens AS "outputTokens", g.created_at AS "createdAt", ${callerColumns}
   FROM (
     SELECT a.* FROM ai_generations a WHERE a.workspace_id = $1 AND a.created_at >= $2 AND a.created_at < $3
     ORDER BY a.created_at DESC, a.id DESC LIMIT ${maxAiUsageListEntries}
   ) g ${callerJoins} ORDER BY g.created_at DESC, g.id DESC`,
)
const ofToday = defineSqlStatement<{ tokens: number }>(
  'ai_usage_today',
  'SELECT b.tokens FROM ai_budgets b WHERE b.workspace_id = $1 AND b.day = $2::date',
)

const dayMs = 86_400_000
const maxPeriodDays = 366
/**
 * The maximum number of entries in the list `days` of a report. A period of 366 days that begins at noon includes parts
 * of 367 calendar days.
 */
export const maxDaysInAiUsageResponse = maxPeriodDays + 1

/** Reads the AI usage of a period. @throws ApiError `invalid_request` if the period is empty or over 366 days long */
export async function readAiUsageReport(
  context: GraphQLContext,
  sent: { from?: Date | null; to?: Date | null },
): Promise<AiUsageReport> {
  const to = sent.to ?? new Date()
  const from = sent.from ?? new Date(to.getTime() - 30 * dayMs)
  if (from >= to) throw makeInvalidRequestError([{ path: 'from', message: 'must be before to' }])
  if (to.getTime() - from.getTime() > maxPeriodDays * dayMs)
    throw makeInvalidRequestError([{ path: 'from', message: 'must be at most 366 days before to' }])
  const { sql } = context.db
  const values = [context.workspaceId(), from.toISOString(), to.toISOString()]
  const [perDay, perCaller, flat, [budget]] = await Promise.all([
    sql.rows(days, values),
    sql.rows(callers, values),
    sql.rows(latest, values),
    sql.rows(ofToday, [context.workspaceId(), getCurrentBudgetDay()]),
  ])
  const generations = flat.map(({ kind, id, name, ...record }) => ({ ...record, by: { kind, id, name } }))
  const today = { limit: getDailyTokenLimit(context), used: budget?.tokens ?? 0 }
  return { from, to, days: perDay, callers: perCaller, generations, budget: today }
}
