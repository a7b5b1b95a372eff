import { getCallerId } from '../identity/caller.ts'
import { isPlan } from '../identity/plans.ts'
import type { GraphQLContext } from '../operations/context.ts'
import { leaseDurationSeconds, leaseDurationSql, makeLeaseSecondsLeftSql } from '../platform/db/leases.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { ApiError } from '../platform/errors.ts'
import type { TokenCounts } from '../platform/language-model.ts'
import type { EndReservation } from '../platform/limits/tenant-limiter.ts'
import { makeUuidV7 } from '../platform/uuid.ts'
import { failAbandonedGenerations } from './abandoned-generations.ts'
import type { ContentGenerationRequest } from './generation-request.ts'
import { callerGenerationLimiter, maxConcurrentGenerationsPerCaller } from './limiters.ts'

/**
 * Inserts a generation in a slot of its caller. The slots have the numbers 1 to `maxConcurrentGenerationsPerCaller`.
 * Inserts nothing if the slot is taken: the unique index `ai_generations_slot` allows only one running generation in
 * each slot.
 */
const takeSlot = defineSqlStatement<{ id: string }>(
  'ai_generation_begin',
  `INSERT INTO ai_generations (id, workspace_id, caller, type, mode, model, prompt, slot, leased_until)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + ${leaseDurationSql})
   ON CONFLICT (workspace_id, caller, slot) WHERE outcome = 'running' DO NOTHING RETURNING id`,
)
const nextFreeSlot = defineSqlStatement<{ seconds: number }>(
  'ai_next_free',
  `SELECT ${makeLeaseSecondsLeftSql('min(g.leased_until)')} AS seconds FROM ai_generations g
   WHERE g.workspace_id = $1 AND g.caller = $2 AND g.outcome = 'running'`,
)
const renewLease = defineSqlStatement<never>(
  'ai_generation_renew',
  `UPDATE ai_generations g SET leased_until = now() + ${leaseDurationSql}
   WHERE g.workspace_id = $1 AND g.id = $2`,
)
const addToBudget = defineSqlStatement<{ tokens: number }>(
  'ai_budget_take',
  `INSERT INTO ai_budgets AS b (workspace_id, day, tokens)
   SELECT $1, $4::date, $2::bigint WHERE $2::bigint <= $3::bigint
   ON CONFLICT (workspace_id, day) DO UPDATE SET tokens = b.tokens + $2::bigint WHERE b.tokens + $2::bigint <= $3::bigint
   RETURNING b.tokens`,
)
const addToReservation = defineSqlStatement<never>(
  'ai_budget_note',
  `UPDATE ai_generations g SET reserved = g.reserved + $3::bigint, budget_day = $4::date
   WHERE g.workspace_id = $1 AND g.id = $2`,
)
/** Ends a generation. In the budget, replaces its reserved tokens with the tokens that it has used. */
const endGeneration = defineSqlStatement<never>(
  'ai_generation_end',
  `WITH generation AS (
     SELECT g.id, g.budget_day, g.reserved FROM ai_generations g WHERE g.workspace_id = $1 AND g.id = $2 FOR UPDATE
   ), ended AS (
     UPDATE ai_generations g SET outcome = $3, input_tokens = $4, output_tokens = $5, ms = $6, reserved = 0
     FROM generation WHERE g.workspace_id = $1 AND g.id = generation.id RETURNING generation.budget_day, generation.reserved
   )
   UPDATE ai_budgets b SET tokens = greatest(0, b.tokens + $4::int + $5::int - ended.reserved)
   FROM ended WHERE b.workspace_id = $1 AND b.day = ended.budget_day`,
)

export const getDailyTokenLimit = ({ caller, config }: GraphQLContext): number =>
  caller.kind !== 'anonymous' && isPlan(caller.plan)
    ? config.ai.dailyTokens[caller.plan]
    : config.ai.dailyTokens.enterprise

const dayMs = 86_400_000
/** Returns today's date in UTC, such as 2026-01-31. Each day has its own token budget. */
export const getCurrentBudgetDay = () => new Date().toISOString().slice(0, 10)
const secondsUntilMidnight = () => Math.ceil((dayMs - (Date.now() % dayMs)) / 1000)

const tooManyGenerations = (seconds: number) =>
  new ApiError(
    'rate_limit_exceeded',
    `One API key or person can run at most ${maxConcurrentGenerationsPerCaller} generations at the same time. Try again when one has ended.`,
    {
      details: { reason: 'ai_concurrency', limit: maxConcurrentGenerationsPerCaller },
      headers: { 'Retry-After': String(seconds) },
    },
  )
const budgetExhausted = (limit: number) =>
  new ApiError(
    'rate_limit_exceeded',
    'The remaining tokens of this workspace for today are too few for this generation.',
    {
      details: { reason: 'ai_budget', limit },
      headers: { 'Retry-After': String(secondsUntilMidnight()) },
    },
  )

/**
 * Counts one more running generation of the caller in this process. Returns the function to call when the generation
 * ends.
 * @throws ApiError `rate_limit_exceeded` if the caller has too many running generations
 */
export function reserveGenerationSlotOfCaller(context: GraphQLContext): EndReservation {
  const caller = `${context.workspaceId()} ${getCallerId(context.caller)}`
  const release = context.limiters.get(callerGenerationLimiter).tryAcquire(caller)
  if (!release) throw tooManyGenerations(leaseDurationSeconds)
  return release
}

/**
 * A running generation and its reserved tokens. The tokens count against the budget of `day`, the day on which the
 * generation began, even if it ends on the next day.
 */
export type TokenReservation = { id: string; day: string; startedAt: number; endLease: () => void }

/** Takes tokens from the daily budget. @throws ApiError `rate_limit_exceeded` if too few tokens remain */
async function takeTokens(
  tx: SqlRunner,
  context: GraphQLContext,
  { id, day }: Pick<TokenReservation, 'id' | 'day'>,
  tokens: number,
): Promise<void> {
  const limit = getDailyTokenLimit(context)
  const [taken] = await tx.rows(addToBudget, [context.workspaceId(), tokens, limit, day])
  if (!taken) throw budgetExhausted(limit)
  await tx.rows(addToReservation, [context.workspaceId(), id, tokens, day])
}

/**
 * Records a generation in a free slot of its caller, and reserves tokens from the daily budget. Both happen in one
 * transaction.
 * @throws ApiError `rate_limit_exceeded` if the caller has no free slot or too few tokens remain; `details.reason` says
 * which
 */
export async function reserveTokens(
  context: GraphQLContext,
  request: ContentGenerationRequest,
  model: string,
  tokens: number,
): Promise<TokenReservation> {
  const workspaceId = context.workspaceId()
  const caller = getCallerId(context.caller)
  const { prompt, type, append } = request
  const { sql } = context.db
  const generation = { id: makeUuidV7(), day: getCurrentBudgetDay() }
  const recordedPrompt = context.config.ai.recordPrompts ? prompt : null
  const values = [generation.id, workspaceId, caller, type, append ? 'append' : 'preview', model, recordedPrompt]
  await failAbandonedGenerations(sql, workspaceId)
  await sql.transaction(async (tx) => {
    let hasSlot = false
    for (let slot = 1; slot <= maxConcurrentGenerationsPerCaller && !hasSlot; slot++)
      hasSlot = (await tx.rows(takeSlot, [...values, slot])).length > 0
    if (!hasSlot) {
      const [next] = await tx.rows(nextFreeSlot, [workspaceId, caller])
      throw tooManyGenerations(next?.seconds ?? 1)
    }
    await takeTokens(tx, context, generation, tokens)
  })
  const endLease = context.leases.hold([renewLease, [workspaceId, generation.id]])
  return { ...generation, startedAt: performance.now(), endLease }
}

/**
 * Reserves more tokens for a generation that calls the model a second time.
 * @throws ApiError `rate_limit_exceeded` if too few tokens remain
 */
export const reserveMoreTokens = (
  context: GraphQLContext,
  reservation: TokenReservation,
  tokens: number,
): Promise<void> => context.db.sql.transaction((tx) => takeTokens(tx, context, reservation, tokens))

export type GenerationOutcome = 'done' | 'failed' | 'aborted'

/** Records the outcome of a generation, and returns its unused tokens to the budget. */
export async function recordGenerationEnd(
  tx: SqlRunner,
  context: GraphQLContext,
  { id, startedAt }: TokenReservation,
  outcome: GenerationOutcome,
  { inputTokens, outputTokens }: TokenCounts,
): Promise<void> {
  const ms = Math.round(performance.now() - startedAt)
  await tx.rows(endGeneration, [context.workspaceId(), id, outcome, inputTokens, outputTokens, ms])
}
