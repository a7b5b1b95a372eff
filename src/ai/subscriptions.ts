import { builder } from '../builder.ts'
import { check } from '../checks.ts'
import type { Context } from '../context.ts'
import { maskError } from '../errors.ts'
import { expose } from '../expose.ts'
import { type GenerationEvent, generate } from './generate.ts'
import { generationInputRef } from './input.ts'
import { generationInput, requestOf } from './request.ts'
import { generationEventRef } from './type.ts'

/** What goes wrong after the beginning is told as an event, since the answer's status is out. */
async function* tell(
  first: GenerationEvent,
  rest: AsyncGenerator<GenerationEvent>,
  { log }: Context,
): AsyncGenerator<GenerationEvent> {
  try {
    yield first
    yield* rest
  } catch (thrown) {
    const { code, message, details } = maskError(thrown, (accident) => log().error({ err: accident }, 'accident'))
    yield { event: 'error', error: { code, message, details } }
  }
}

builder.subscriptionType({ description: 'What is told as it happens, over server-sent events.' })

builder.subscriptionField('generation', (t) =>
  t.field({
    ...expose({ access: 'ai:generate' }),
    type: generationEventRef,
    description: 'Has content written and tells of each block as it is ready. A client that goes away stops the model.',
    args: { input: t.arg({ type: generationInputRef, required: true, description: 'What to have written.' }) },
    subscribe: async (_root, { input }, context) => {
      const request = requestOf(check(generationInput, input))
      await context.fieldLimiter.mustAllow(context.workspaceId())
      const events = generate(context, request, { live: true })
      // Refusals come before the first event, as errors with a status of their own.
      const first = await events.next()
      context.gone().addEventListener('abort', () => void events.return(undefined), { once: true })
      return first.done ? events : tell(first.value, events, context)
    },
    resolve: (event) => event,
  }),
)
