import { getWriter } from '../courses/changes/writer.ts'
import type { GraphQLContext } from '../operations/context.ts'
import type { StoreResultInTransaction } from '../operations/idempotency.ts'
import { limitStoredBytes } from '../operations/storage/limited-sql.ts'
import type { ModelRequest, TokenCounts } from '../platform/language-model.ts'
import { appendGeneratedContent } from './append-content.ts'
import type { GeneratedBlockEvent } from './content-generators.ts'
import { endGeneration } from './end-generation.ts'
import type { ContentGenerationRequest, GenerationTarget, GenerationType } from './generation-request.ts'
import type { GeneratedContent } from './model-answer.ts'
import { makeModelOutputJsonSchema } from './output-schema.ts'
import { makeGenerationMessages } from './prompts.ts'
import { type GenerationOutcome, recordGenerationEnd, startGenerationAndReserveTokens } from './token-budget.ts'
import { computeMaxRequestAndAnswerTokens, makeGenerationTokenCounter } from './token-counter.ts'

/**
 * A finished generation. In mode `append`, `created` has the ids of the new records: the modules, the lesson or the
 * blocks.
 */
export type GenerationResult = {
  generationId: string
  type: GenerationType
  content: GeneratedContent
  model: string
  usage: TokenCounts
  created: string[]
  /** The record to which the content was added, in mode `append`. */
  target?: GenerationTarget
}

/**
 * An event of a generation. A generation sends `started`, then each `block`, then `usage` and `done`. If it fails, its
 * last event is `error`.
 */
export type GenerationEvent =
  | { event: 'started'; generationId: string; model: string }
  | GeneratedBlockEvent
  | { event: 'usage'; usage: TokenCounts }
  | { event: 'done'; result: GenerationResult }
  | { event: 'error'; error: { code: string; message: string; details: object } }

/**
 * On first use, loads the functions that generate content. Their Markdown and HTML parsers would slow down the start of
 * the service.
 */
const loadGenerators = () => import('./content-generators.ts')

/** The options of a generation: when to send blocks, and how to store the result. */
export type GenerationOptions = {
  /** If true, each block event comes as soon as the block is complete. Otherwise all block events come at the end. */
  live: boolean
  /** Stores the result of a request with an Idempotency-Key, in the transaction that adds the content. */
  storeResult?: StoreResultInTransaction<GenerationResult>
}

/** `lesson` is the Markdown of the lesson about which a quiz asks. */
type GenerationRunOptions = GenerationOptions & { lesson: string | undefined }

/** Generates content, and yields the events. Call it only after a slot is reserved, as `streamGeneration` does. */
export async function* runGenerationInReservedSlot(
  context: GraphQLContext,
  request: ContentGenerationRequest,
  { live, storeResult, lesson }: GenerationRunOptions,
): AsyncGenerator<GenerationEvent> {
  const { model, config } = context
  const signal = context.abortSignal()
  const question: ModelRequest = {
    messages: makeGenerationMessages(request, lesson),
    schema: makeModelOutputJsonSchema(request),
    maxOutputTokens: config.ai.maxOutputTokens,
    signal,
  }
  const name = model?.name ?? 'offline'
  const reservation = await startGenerationAndReserveTokens(
    context,
    { type: request.type, mode: request.append ? 'append' : 'preview', prompt: request.prompt },
    name,
    model ? computeMaxRequestAndAnswerTokens(question) : 0,
  )
  const { id: generationId } = reservation
  const tokenCounter = makeGenerationTokenCounter()
  let outcome: GenerationOutcome = 'aborted'
  let isRecorded = false
  try {
    yield { event: 'started', generationId, model: name }
    const { generateContent, generateExampleContent } = await loadGenerators()
    const content = model
      ? yield* generateContent({ context, request, reservation, tokenCounter, model }, question, live)
      : yield* generateExampleContent(request)
    const resultOf = (created: string[]): GenerationResult => ({
      generationId,
      type: request.type,
      content,
      model: name,
      usage: tokenCounter.used(),
      created,
      ...(request.append && request.target && { target: request.target }),
    })
    const append = () =>
      appendGeneratedContent(limitStoredBytes(context), getWriter(context), request, content, async (tx, created) => {
        const result = resultOf(created)
        // One transaction saves the content, the result and the used tokens, so a crash cannot save only some of them.
        await storeResult?.(tx, result)
        await recordGenerationEnd(tx, context, reservation, 'done', result.usage)
        return result
      })
    const result = request.append ? await append() : resultOf([])
    outcome = 'done'
    isRecorded = request.append
    if (request.append) await context.replica?.recordWrite(context.workspaceId())
    yield { event: 'usage', usage: result.usage }
    yield { event: 'done', result }
  } catch (error) {
    if (!signal.aborted) outcome = 'failed'
    throw error
  } finally {
    await endGeneration(context, { reservation, tokenCounter, outcome, isRecorded })
  }
}
