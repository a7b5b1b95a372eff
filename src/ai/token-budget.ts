import { getCallerId } from '../identity/caller.ts'
import type { GraphQLContext } from '../operations/context.ts'
import { countCall } from '../operations/operation-rate-limiter.ts'
import { leaseDurationSql } from '../platform/db/leases.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import type { TokenCounts } from '../platform/language-model.ts'
import { makeUuidV7 } from '../platform/uuid.ts'
import { failAbandonedGenerations } from './abandoned-generations.ts'
import { getCurrentBudgetDay, takeTokensFromDailyBudget } from './daily-token-budget.ts'
import { generationRateLimit } from './generation-limit.ts'
import { insertGenerationInFreeSlot, type NewGeneration } from './generation-slot.ts'

const renewLease = defineSqlStatement<never>(
  'ai_generation_renew',
  `UPDATE ai_generations g SET leased_until = now() + ${leaseDurationSql}
   WHERE g.workspace_id = $1 AND g.id = $2`,
)

/** Ends a generation, and replaces its reserved tokens in the budget by its used tokens. */
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

/**
 * A running generation and its reserved tokens. The tokens count against the budget of `day`, the day (UTC) on which
 * the generation began.
 */
export type TokenReservation = { id: string; day: string; startedAt: number; endLease: () => void }

/** What the record of a generation says of it. `prompt` is what the client wrote, or null. */
type GenerationSummary = Pick<NewGeneration, 'type' | 'mode' | 'prompt'>

/**
 * Records a generation and reserves tokens of the day's budget, in one transaction.
 * @throws ApiError `rate_limit_exceeded` if no slot is free, too few tokens remain, or the minute has too many generations
 */
export async function startGenerationAndReserveTokens(
  context: GraphQLContext,
  summary: GenerationSummary,
  model: string,
  tokens: number,
): Promise<TokenReservation> {
  const workspaceId = context.workspaceId()
  const caller = getCallerId(context.caller)
  const { prompt, type, mode } = summary
  const { sql } = context.db
  const generation = { id: makeUuidV7(), day: getCurrentBudgetDay() }
  const recordedPrompt = context.config.ai.recordPrompts ? prompt : null
  const newGeneration: NewGeneration = {
    id: generation.id,
    workspaceId,
    caller,
    type,
    mode,
    model,
    prompt: recordedPrompt,
  }
  await failAbandonedGenerations(sql, workspaceId)
  await sql.transaction(async (tx) => {
    await insertGenerationInFreeSlot(tx, newGeneration)
    await takeTokensFromDailyBudget(tx, context, generation, tokens)
    // The call counts last, because only generations that reach a model count.
    if (context.model) await countCall(context, generationRateLimit)
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
): Promise<void> => context.db.sql.transaction((tx) => takeTokensFromDailyBudget(tx, context, reservation, tokens))

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
