import type { Context } from '../context.ts'
import { statement } from '../db/sql.ts'
import { invalid } from '../errors.ts'
import type { Tokens } from '../model.ts'
import { budgetDay, dailyTokens, longest } from './ledger.ts'

/** Who had something written: a key, a person, or the master. */
export type GenerationCaller = { kind: string; id: string | null; name: string | null }

export type UsageDay = Tokens & { day: string; generations: number }
export type UsageOfCaller = Tokens & GenerationCaller & { generations: number }
export type GenerationRecord = Tokens & {
  generationId: string
  by: GenerationCaller
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
  callers: UsageOfCaller[]
  generations: GenerationRecord[]
  budget: { limit: number; used: number }
}

const days = statement<UsageDay>(
  'ai_usage_days',
  `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS generations,
     least(sum(input_tokens), 2147483647)::int AS "inputTokens", least(sum(output_tokens), 2147483647)::int AS "outputTokens"
   FROM ai_generations WHERE workspace_id = $1 AND created_at >= $2 AND created_at < $3 GROUP BY 1 ORDER BY 1`,
)
/** The columns of a caller, of rows that have one as `whoIs` spells it. A person without a name has an address. */
const callerColumns = `split_part(g.caller, ':', 1) AS kind, coalesce(k.id, u.id) AS id, coalesce(k.name, u.name, u.email) AS name`
const callerJoins = `LEFT JOIN api_keys k ON k.workspace_id = $1
     AND k.id = CASE WHEN g.caller LIKE 'key:%' THEN substr(g.caller, 5)::uuid END
   LEFT JOIN users u ON u.workspace_id = $1
     AND u.id = CASE WHEN g.caller LIKE 'person:%' THEN substr(g.caller, 8)::uuid END`

const callers = statement<UsageOfCaller>(
  'ai_usage_callers',
  `SELECT ${callerColumns}, g.generations, g."inputTokens", g."outputTokens" FROM (
     SELECT caller, count(*)::int AS generations, least(sum(input_tokens), 2147483647)::int AS "inputTokens",
       least(sum(output_tokens), 2147483647)::int AS "outputTokens"
     FROM ai_generations WHERE workspace_id = $1 AND created_at >= $2 AND created_at < $3 GROUP BY caller
   ) g ${callerJoins} ORDER BY g."inputTokens"::bigint + g."outputTokens" DESC, g.caller LIMIT 100`,
)
type FlatRecord = Omit<GenerationRecord, 'by'> & GenerationCaller
const latest = statement<FlatRecord>(
  'ai_usage_latest',
  `SELECT g.id AS "generationId", g.type, g.mode, g.model, g.ms,
     CASE WHEN g.outcome = 'running' AND g.created_at < now() - ${longest} THEN 'failed' ELSE g.outcome END AS outcome, g.input_tokens AS "inputTokens",
     g.output_tokens AS "outputTokens", g.created_at AS "createdAt", ${callerColumns}
   FROM (
     SELECT * FROM ai_generations WHERE workspace_id = $1 AND created_at >= $2 AND created_at < $3
     ORDER BY created_at DESC, id DESC LIMIT 100
   ) g ${callerJoins} ORDER BY g.created_at DESC, g.id DESC`,
)
const ofToday = statement<{ tokens: number }>(
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
  const [perDay, perCaller, flat, [budget]] = await Promise.all([
    sql.rows(days, values),
    sql.rows(callers, values),
    sql.rows(latest, values),
    sql.rows(ofToday, [context.workspaceId(), budgetDay()]),
  ])
  const generations = flat.map(({ kind, id, name, ...record }) => ({ ...record, by: { kind, id, name } }))
  const today = { limit: dailyTokens(context), used: budget?.tokens ?? 0 }
  return { from, to, days: perDay, callers: perCaller, generations, budget: today }
}
