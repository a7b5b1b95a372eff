import { isPlan } from '../identity/plans.ts'
import type { GraphQLContext } from '../operations/context.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { ApiError } from '../platform/errors.ts'

const addToBudget = defineSqlStatement<{ tokens: number }>(
  'ai_budget_take',
  `INSERT INTO ai_budgets AS b (workspace_id, day, tokens)
   VALUES ($1, $4::date, $2::bigint)
   ON CONFLICT (workspace_id, day) DO UPDATE SET tokens = b.tokens + $2::bigint WHERE b.tokens + $2::bigint <= $3::bigint
   RETURNING b.tokens`,
)
const addToReservation = defineSqlStatement<never>(
  'ai_budget_note',
  `UPDATE ai_generations g SET reserved = g.reserved + $3::bigint, budget_day = $4::date
   WHERE g.workspace_id = $1 AND g.id = $2`,
)

export const getDailyTokenLimit = ({ caller, config }: GraphQLContext): number =>
  caller.kind !== 'anonymous' && isPlan(caller.plan)
    ? config.ai.dailyTokens[caller.plan]
    : config.ai.dailyTokens.enterprise

const dayMs = 86_400_000
/** Returns today's date in UTC, such as 2026-01-31. Each day has its own token budget. */
export const getCurrentBudgetDay = () => new Date().toISOString().slice(0, 10)
const secondsUntilMidnight = () => Math.ceil((dayMs - (Date.now() % dayMs)) / 1000)

const budgetExhausted = (limit: number) =>
  new ApiError(
    'rate_limit_exceeded',
    'The remaining tokens of this workspace for today are too few for this generation.',
    {
      details: { reason: 'ai_budget', limit },
      headers: { 'Retry-After': String(secondsUntilMidnight()) },
    },
  )

/** Takes tokens from the daily budget. @throws ApiError `rate_limit_exceeded` if too few tokens remain */
export async function takeTokensFromDailyBudget(
  tx: SqlRunner,
  context: GraphQLContext,
  { id, day }: { id: string; day: string },
  tokens: number,
): Promise<void> {
  const limit = getDailyTokenLimit(context)
  const [taken] = tokens > limit ? [] : await tx.rows(addToBudget, [context.workspaceId(), tokens, limit, day])
  if (!taken) throw budgetExhausted(limit)
  await tx.rows(addToReservation, [context.workspaceId(), id, tokens, day])
}
