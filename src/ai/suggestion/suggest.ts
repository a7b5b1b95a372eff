import type { GraphQLContext } from '../../operations/context.ts'
import type { ApiError } from '../../platform/errors.ts'
import type { LanguageModel, ModelRequest, TokenCounts } from '../../platform/language-model.ts'
import type { ModelWork } from '../ask-model.ts'
import { endGeneration } from '../end-generation.ts'
import { makeModelNotConfiguredError } from '../failures.ts'
import { reserveGenerationSlot } from '../generation-slot.ts'
import { type GenerationOutcome, startGenerationAndReserveTokens } from '../token-budget.ts'
import { computeMaxRequestAndAnswerTokens, makeGenerationTokenCounter } from '../token-counter.ts'
import { askForText, type ReadSuggestedText } from './ask.ts'

/** A text that the language model suggests, which is not stored. */
export type Suggestion = { generationId: string; text: string; model: string; usage: TokenCounts }

/** What the model is asked for. */
export type SuggestionRequest = {
  /** The type of the generation in the report of the usage. */
  type: string
  /** What the client wrote to the model, or null. */
  prompt: string | null
  makeQuestion(): Promise<Pick<ModelRequest, 'messages' | 'schema'>>
  readText: ReadSuggestedText
  /** Makes an example, if no language model is configured. */
  makeExample(): string
  errorMakers: NonNullable<ModelWork['errorMakers']>
  makeUnusableAnswerError(): ApiError
}

type Asked = { model: LanguageModel; question: ModelRequest }

async function runGeneration(
  context: GraphQLContext,
  { type, prompt, readText, makeExample, errorMakers, makeUnusableAnswerError }: SuggestionRequest,
  asked?: Asked,
): Promise<Suggestion> {
  const model = asked?.model.name ?? 'offline'
  const tokens = asked ? computeMaxRequestAndAnswerTokens(asked.question) : 0
  const reservation = await startGenerationAndReserveTokens(context, { type, mode: 'preview', prompt }, model, tokens)
  const tokenCounter = makeGenerationTokenCounter()
  let outcome: GenerationOutcome = 'aborted'
  try {
    const work = { context, reservation, tokenCounter, errorMakers }
    const text = asked ? await askForText({ ...work, model: asked.model }, asked.question, readText) : makeExample()
    if (text === undefined) throw makeUnusableAnswerError()
    outcome = 'done'
    return { generationId: reservation.id, text, model, usage: tokenCounter.used() }
  } catch (error) {
    if (!context.abortSignal().aborted) outcome = 'failed'
    throw error
  } finally {
    await endGeneration(context, { reservation, tokenCounter, outcome })
  }
}

/**
 * Asks the language model for a text, with the limits of a generation.
 * @throws ApiError what `makeQuestion` throws, `invalid_request`, `rate_limit_exceeded`, or with status 503
 */
export async function suggest(context: GraphQLContext, request: SuggestionRequest): Promise<Suggestion> {
  const { model, config } = context
  if (!model && config.isProduction) throw makeModelNotConfiguredError()
  const release = reserveGenerationSlot(context)
  try {
    if (!model) return await runGeneration(context, request)
    const question = {
      ...(await request.makeQuestion()),
      maxOutputTokens: config.ai.maxOutputTokens,
      signal: context.abortSignal(),
    }
    return await runGeneration(context, request, { model, question })
  } finally {
    release()
  }
}
