import { getCallerId } from '../identity/caller.ts'
import type { GraphQLContext } from '../operations/context.ts'
import { leaseDurationSeconds, leaseDurationSql, makeLeaseSecondsLeftSql } from '../platform/db/leases.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { ApiError } from '../platform/errors.ts'
import type { EndReservation } from '../platform/limits/tenant-limiter.ts'
import { callerGenerationLimiter, generationLimiter, maxConcurrentGenerationsPerCaller } from './limiters.ts'

/** Inserts a running generation in one of the caller's numbered slots. Inserts nothing if the slot is already taken. */
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

const tooManyGenerations = (seconds: number) =>
  new ApiError(
    'rate_limit_exceeded',
    `One API key or person can run at most ${maxConcurrentGenerationsPerCaller} generations at the same time. Try again when one has ended.`,
    {
      details: { reason: 'ai_concurrency', limit: maxConcurrentGenerationsPerCaller },
      headers: { 'Retry-After': String(seconds) },
    },
  )

/** @throws ApiError `rate_limit_exceeded` if the caller has no free slot */
function reserveSlotOfCaller(context: GraphQLContext): EndReservation {
  const caller = `${context.workspaceId()} ${getCallerId(context.caller)}`
  const release = context.limiters.get(callerGenerationLimiter).tryAcquire(caller)
  if (!release) throw tooManyGenerations(leaseDurationSeconds)
  return release
}

/**
 * Reserves a slot of the caller and of the workspace in this process. Returns a function that frees both.
 * @throws ApiError `rate_limit_exceeded` if one of them has no free slot, or with status 503
 */
export function reserveGenerationSlot(context: GraphQLContext): EndReservation {
  const releaseOfCaller = reserveSlotOfCaller(context)
  try {
    const release = context.limiters.get(generationLimiter).acquireNow(context.workspaceId())
    return () => {
      release()
      releaseOfCaller()
    }
  } catch (error) {
    releaseOfCaller()
    throw error
  }
}

/** A generation to insert. `prompt` is null if the service does not record prompts. */
export type NewGeneration = {
  id: string
  workspaceId: string
  caller: string
  type: string
  mode: 'append' | 'preview'
  model: string
  prompt: string | null
}

/**
 * Inserts a generation in a free slot of its caller.
 * @throws ApiError `rate_limit_exceeded` if the caller has no free slot
 */
export async function insertGenerationInFreeSlot(
  tx: SqlRunner,
  { id, workspaceId, caller, type, mode, model, prompt }: NewGeneration,
): Promise<void> {
  const values = [id, workspaceId, caller, type, mode, model, prompt]
  for (let slot = 1; slot <= maxConcurrentGenerationsPerCaller; slot++)
    if ((await tx.rows(takeSlot, [...values, slot])).length > 0) return
  const [next] = await tx.rows(nextFreeSlot, [workspaceId, caller])
  throw tooManyGenerations(next?.seconds ?? 1)
}
