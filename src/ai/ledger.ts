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
/** Longer than any generation can take, the time of asking again included: past it, its process has died. */
export const longest = "interval '25 minutes'"

const underWay = statement<{ count: number }>(
  'ai_under_way',
  `SELECT count(*)::int AS count FROM ai_generations
   WHERE caller = $1 AND outcome = 'running' AND created_at > now() - ${longest}`,
)
const reserve = statement<{ tokens: number }>(
  'ai_budget_reserve',
  `INSERT INTO ai_budgets AS b (workspace_id, day, tokens)
   SELECT $1, $4::date, $2::bigint WHERE $2::bigint <= $3::bigint
   ON CONFLICT (workspace_id, day) DO UPDATE SET tokens = b.tokens + $2::bigint WHERE b.tokens + $2::bigint <= $3::bigint
   RETURNING b.tokens`,
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
  `UPDATE ai_generations SET outcome = $3, input_tokens = $4, output_tokens = $5, ms = $6
   WHERE id = $2 AND workspace_id = $1`,
)

export const dailyTokens = ({ caller, config }: Context): number =>
  caller.kind !== 'nobody' && isPlan(caller.plan)
    ? config.ai.dailyTokens[caller.plan]
    : config.ai.dailyTokens.enterprise

const dayMs = 86_400_000
/** The day of a budget (UTC), such as 2026-01-31. */
export const budgetDay = () => new Date().toISOString().slice(0, 10)
const untilMidnight = () => Math.ceil((dayMs - (Date.now() % dayMs)) / 1000)

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
    const day = budgetDay()
    await take(tx, workspaceId, day, tokens, limit)
    const kept = context.config.ai.recordPrompts ? prompt : null
    await tx.rows(begin, [id, workspaceId, who, type, append ? 'append' : 'preview', model, kept])
    return { id, day, reserved: tokens, startedAt: performance.now() }
  })
}

async function take(tx: Queries, workspaceId: string, day: string, tokens: number, limit: number): Promise<void> {
  const [taken] = await tx.rows(reserve, [workspaceId, tokens, limit, day])
  if (!taken) throw exhausted(limit)
}

/**
 * Sets more aside for asking again, on the day on which the generation began: there it is settled, past midnight too.
 * @throws ApiError `rate_limit_exceeded`
 */
export async function extend(context: Context, entry: Entry, tokens: number): Promise<void> {
  await take(context.db.sql, context.workspaceId(), entry.day, tokens, dailyTokens(context))
  entry.reserved += tokens
}

export type Outcome = 'done' | 'failed' | 'aborted'

/** Gives back what was set aside and not used, and records how it ended. */
export async function close(context: Context, entry: Entry, outcome: Outcome, used: Tokens): Promise<void> {
  const { id, day, reserved, startedAt } = entry
  const workspaceId = context.workspaceId()
  const ms = Math.round(performance.now() - startedAt)
  const { inputTokens, outputTokens } = used
  context.log().info({ workspaceId, generationId: id, outcome, inputTokens, outputTokens, ms }, 'generation')
  await context.db.sql.rows(settle, [workspaceId, day, inputTokens + outputTokens - reserved])
  await context.db.sql.rows(end, [workspaceId, id, outcome, inputTokens, outputTokens, ms])
}
