import type { GraphQLContext } from '../operations/context.ts'
import { type GenerationOutcome, recordGenerationEnd, type TokenReservation } from './token-budget.ts'
import type { GenerationTokenCounter } from './token-counter.ts'

type EndedGeneration = {
  reservation: TokenReservation
  tokenCounter: GenerationTokenCounter
  outcome: GenerationOutcome
  /** Whether the outcome is already stored, with what the generation wrote. */
  isRecorded?: boolean
}

/** Ends the lease of a generation, logs its outcome, and stores it. */
export async function endGeneration(
  context: GraphQLContext,
  { reservation, tokenCounter, outcome, isRecorded = false }: EndedGeneration,
): Promise<void> {
  reservation.endLease()
  const { id: generationId, startedAt } = reservation
  const used = tokenCounter.used()
  const ms = Math.round(performance.now() - startedAt)
  context.log().info({ workspaceId: context.workspaceId(), generationId, outcome, ...used, ms }, 'generation')
  if (isRecorded) return
  // If the outcome cannot be stored, the generation stays `running` until its lease expires.
  const failed = (error: unknown) => context.log().error({ err: error, generationId }, 'a generation was not settled')
  await recordGenerationEnd(context.db.sql, context, reservation, outcome, used).catch(failed)
}
