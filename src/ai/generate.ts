import { refusalOf } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Question, Tokens } from '../model.ts'
import { appendDraft, mustBeThere } from './append.ts'
import type { Draft } from './draft.ts'
import { notConfigured } from './failures.ts'
import { close, type Outcome, open } from './ledger.ts'
import { makeMeter, tokensAtMost } from './meter.ts'
import { ask } from './prompts.ts'
import type { GenerationRequest, GenerationType } from './request.ts'
import { outputSchema } from './shape.ts'
import type { BlockEvent } from './write.ts'

/** A finished generation. `created` are the records that `append` made. */
export type Generation = {
  generationId: string
  type: GenerationType
  content: Draft
  model: string
  usage: Tokens
  created: string[]
}

/** What a generation tells while it goes on. */
export type GenerationEvent =
  | { event: 'started'; generationId: string; model: string }
  | BlockEvent
  | { event: 'usage'; usage: Tokens }
  | { event: 'done'; result: Generation }
  | { event: 'error'; error: { code: string; message: string; details: object } }

/** Reading Markdown and HTML takes much code, which a start without generations does not wait for. */
const writers = () => import('./write.ts')

/**
 * Has content written, and tells of it as it comes: with `live`, each block as soon as it is whole. Ending the iteration
 * early, or a client that goes away, ends the model's work; nothing is written into the course before the whole draft is
 * good.
 * @throws ApiError `not_found`, `conflict`, `rate_limit_exceeded` or 503, with `details.reason`
 */
export async function* generate(
  context: Context,
  request: GenerationRequest,
  { live }: { live: boolean },
): AsyncGenerator<GenerationEvent> {
  const { model, config } = context
  if (!model && config.production) throw notConfigured()
  const refusal = request.append ? refusalOf('courses:write', context) : undefined
  if (refusal) throw refusal
  await mustBeThere(context, request)
  const signal = context.gone()
  const question: Question = {
    messages: ask(request),
    schema: outputSchema(request),
    maxOutputTokens: config.ai.maxOutputTokens,
    signal,
  }
  const name = model?.name ?? 'offline'
  const entry = await open(context, request, name, model ? tokensAtMost(question) : 0)
  const { id: generationId } = entry
  const meter = makeMeter()
  let outcome: Outcome = 'aborted'
  try {
    yield { event: 'started', generationId, model: name }
    const { write, writeOffline } = await writers()
    const content = model
      ? yield* write({ context, request, entry, meter, model }, question, live)
      : yield* writeOffline(request)
    const created = request.append ? await appendDraft(context.db.sql, context.workspaceId(), request, content) : []
    if (request.append) await context.replica?.wrote(context.workspaceId())
    outcome = 'done'
    const usage = meter.used()
    yield { event: 'usage', usage }
    yield { event: 'done', result: { generationId, type: request.type, content, model: name, usage, created } }
  } catch (error) {
    if (!signal.aborted) outcome = 'failed'
    throw error
  } finally {
    await close(context, entry, outcome, meter.used())
  }
}
