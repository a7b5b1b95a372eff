import { builder } from '../operations/builder.ts'
import type { GraphQLContext } from '../operations/context.ts'
import { operation } from '../operations/operation.ts'
import { parseInput } from '../operations/validation.ts'
import { maskError } from '../platform/errors.ts'
import { streamGeneration } from './generate.ts'
import { generationRateLimit } from './generation-limit.ts'
import { generationInputSchema, parseContentGenerationRequest } from './generation-request.ts'
import { generationInputRef } from './input.ts'
import type { GenerationEvent } from './run-generation.ts'
import { generationEventRef } from './type.ts'

/**
 * Yields all events. An error after the first event becomes an error event, because the HTTP status is already sent.
 */
async function* withErrorEvent(
  first: GenerationEvent,
  rest: AsyncGenerator<GenerationEvent>,
  { log, onInternalError }: GraphQLContext,
): AsyncGenerator<GenerationEvent> {
  try {
    yield first
    yield* rest
  } catch (thrown) {
    const { code, message, details } = maskError(thrown, (unexpected) => onInternalError(unexpected, log()))
    yield { event: 'error', error: { code, message, details } }
  }
}

builder.subscriptionType({ description: 'Operations that send events while they run, as server-sent events.' })

builder.subscriptionField('generation', (t) =>
  t.field({
    ...operation({ access: 'ai:generate', perMinute: generationRateLimit }),
    type: generationEventRef,
    description: 'Generates content and sends each block when it is ready. If the client disconnects, the model stops.',
    args: { input: t.arg({ type: generationInputRef, required: true, description: 'What to generate.' }) },
    subscribe: async (_root, { input }, context) => {
      const request = parseContentGenerationRequest(parseInput(generationInputSchema, input))
      const events = streamGeneration(context, request, { live: true })
      // The subscription waits for its first event. An error before this event can still set the HTTP status.
      const first = await events.next()
      context.abortSignal().addEventListener('abort', () => void events.return(undefined), { once: true })
      return first.done ? events : withErrorEvent(first.value, events, context)
    },
    resolve: (event) => event,
  }),
)
