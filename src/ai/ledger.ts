import { whoIs } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import { type Queries, statement } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { isPlan } from '../limits/plans.ts'
import type { Tokens } from '../model.ts'
import { newId } from '../outline/writes.ts'
import type { GenerationRequest } from './request.ts'

/** How many generations one key may have under way. */
const atOnce = 2

const lock = statement<never>('ai_lock', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 7203998215))')
// A generation whose process died does not count for longer than any can take.
const underWay = statement<{ count: number }>(
  'ai_under_way',
  `SELECT count(*)::int AS count FROM ai_generations
   WHERE caller = $1 AND outcome = 'running' AND created_at > now() - interval '15 minutes'`,
)
const reserve = statement<{ day: string }>(
  'ai_budget_reserve',
  `INSERT INTO ai_budgets AS b (workspace_id, day, tokens)
   SELECT $1, (now() AT TIME ZONE 'UTC')::date, $2::bigint WHERE $2::bigint <= $3::bigint
   ON CONFLICT (workspace_id, day) DO UPDATE SET tokens = b.tokens + $2::bigint WHERE b.tokens + $2::bigint <= $3::bigint
   RETURNING day::text AS day`,
)
const settle = statement<never>(
  'ai_budget_settle',
  'UPDATE ai_budgets SET tokens = greatest(0, tokens + $3::bigint) WHERE workspace_id = $1 AND day = $2::date',
)
const begin = statement<never>(
  'ai_generation_begin',
  `INSERT INTO ai_generations (id, workspace_id, caller, type, mode, model, prompt) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
)
const end = statement<never>(
  'ai_generation_end',
  'UPDATE ai_generations SET outcome = $2, input_tokens = $3, output_tokens = $4, ms = $5 WHERE id = $1',
)

export const dailyTokens = ({ caller, config }: Context): number =>
  caller.kind !== 'nobody' && isPlan(caller.plan)
    ? config.ai.dailyTokens[caller.plan]
    : config.ai.dailyTokens.enterprise

const untilMidnight = () => Math.ceil((Date.UTC(...todayUtc(1)) - Date.now()) / 1000)
const todayUtc = (add: number): [number, number, number] => {
  const now = new Date()
  return [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + add]
}

const tooMany = () =>
  new ApiError('rate_limit_exceeded', `At most ${atOnce} generations at once for one key.`, {
    details: { reason: 'ai_concurrency', limit: atOnce },
    headers: { 'Retry-After': '2' },
  })
const exhausted = (limit: number) =>
  new ApiError('rate_limit_exceeded', 'The tokens of this workspace for today do not suffice for this generation.', {
    details: { reason: 'ai_budget', limit },
    headers: { 'Retry-After': String(untilMidnight()) },
  })

/** A generation that is under way, with what was set aside for it. */
export type Entry = { id: string; day: string; reserved: number; startedAt: number }

/**
 * Sets tokens aside and records the generation, in one transaction: parallel ones never go over the day's budget.
 * @throws ApiError `rate_limit_exceeded` with `details.reason`
 */
export async function open(
  context: Context,
  request: GenerationRequest,
  model: string,
  tokens: number,
): Promise<Entry> {
  const workspaceId = context.workspaceId()
  const who = whoIs(context.caller)
  const limit = dailyTokens(context)
  const id = newId()
  const { prompt, type, append } = request
  return context.db.sql.transaction(async (tx) => {
    await tx.rows(lock, [who])
    const [running] = await tx.rows(underWay, [who])
    if ((running?.count ?? 0) >= atOnce) throw tooMany()
    const day = await take(tx, workspaceId, tokens, limit)
    const kept = context.config.ai.recordPrompts ? prompt : null
    await tx.rows(begin, [id, workspaceId, who, type, append ? 'append' : 'preview', model, kept])
    return { id, day, reserved: tokens, startedAt: performance.now() }
  })
}

async function take(tx: Queries, workspaceId: string, tokens: number, limit: number): Promise<string> {
  const [taken] = await tx.rows(reserve, [workspaceId, tokens, limit])
  if (!taken) throw exhausted(limit)
  return taken.day
}

/** Sets more aside for asking again. @throws ApiError `rate_limit_exceeded` */
export async function extend(context: Context, entry: Entry, tokens: number): Promise<void> {
  await take(context.db.sql, context.workspaceId(), tokens, dailyTokens(context))
  entry.reserved += tokens
}

export type Outcome = 'done' | 'failed' | 'aborted'

/** Gives back what was set aside and not used, and records how it ended. */
export async function close({ db, workspaceId }: Context, entry: Entry, outcome: Outcome, used: Tokens): Promise<void> {
  const ms = Math.round(performance.now() - entry.startedAt)
  const { inputTokens, outputTokens } = used
  await db.sql.rows(settle, [workspaceId(), entry.day, inputTokens + outputTokens - entry.reserved])
  await db.sql.rows(end, [entry.id, outcome, inputTokens, outputTokens, ms])
}
