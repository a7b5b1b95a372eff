import type { GraphQLContext } from '../operations/context.ts'
import { type LanguageModel, ModelFailure, type ModelRequest } from '../platform/language-model.ts'
import { errorMakersByModelFailure } from './failures.ts'
import type { TokenReservation } from './token-budget.ts'
import type { GenerationTokenCounter } from './token-counter.ts'

/** The objects that a running generation needs to ask the model. */
export type ModelWork = {
  context: GraphQLContext
  reservation: TokenReservation
  tokenCounter: GenerationTokenCounter
  model: LanguageModel
  /** Makes the errors for the client. */
  errorMakers?: typeof errorMakersByModelFailure
}

/**
 * Converts a ModelFailure to an ApiError without the cause of the failure. Logs this cause unless the client stopped
 * the generation.
 */
function asApiError(error: unknown, work: ModelWork): unknown {
  if (!(error instanceof ModelFailure)) return error
  const { context, reservation, errorMakers = errorMakersByModelFailure } = work
  const { reason, diagnostics: cause } = error
  if (reason !== 'ai_stopped')
    context.log().warn({ generationId: reservation.id, reason, ...cause }, 'language model failed')
  return errorMakers[reason]()
}

/**
 * Yields each chunk of the model's answer when the chunk arrives, and counts the tokens.
 * @throws ApiError if the model fails
 */
export async function* askModel(work: ModelWork, question: ModelRequest): AsyncGenerator<string> {
  const call = work.tokenCounter.startCall(question)
  try {
    for await (const piece of work.model.stream(question)) {
      call.receive(piece)
      yield piece.text
    }
  } catch (error) {
    if (error instanceof ModelFailure) call.failed(error)
    throw asApiError(error, work)
  }
}
