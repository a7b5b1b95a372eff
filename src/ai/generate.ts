import { JSONParser } from '@streamparser/json'
import { refusalOf } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { ApiError, type FieldProblem } from '../errors.ts'
import { type Model, ModelFailure, type Question, type Tokens } from '../model.ts'
import { appendDraft, mustBeThere } from './append.ts'
import { checkBlock, checkDraft, type Draft, type DraftBlock } from './draft.ts'
import { close, type Entry, extend, type Outcome, open } from './ledger.ts'
import { offlineDraft } from './offline.ts'
import { ask, askAgain } from './prompts.ts'
import type { GenerationRequest, GenerationType } from './request.ts'
import { outputSchema } from './shape.ts'

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
  | { event: 'block'; block: DraftBlock }
  | { event: 'usage'; usage: Tokens }
  | { event: 'done'; result: Generation }
  | { event: 'error'; error: { code: string; message: string; details: object } }

const unavailable = (reason: string, message: string, retryAfterSeconds: number) =>
  new ApiError('internal_error', message, {
    status: 503,
    details: { reason },
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })

const failures: Record<ModelFailure['reason'], () => ApiError> = {
  ai_timeout: () => unavailable('ai_timeout', 'The language model did not answer in time; try again.', 5),
  ai_unavailable: () => unavailable('ai_unavailable', 'The language model is not available now; try again soon.', 10),
  ai_rate_limited: () => unavailable('ai_rate_limited', 'The language model is busy; try again in a while.', 30),
  ai_refused: () =>
    unavailable('ai_refused', 'The language model refused the request; its configuration wants a look.', 60),
}
const notConfigured = () => unavailable('ai_not_configured', 'No language model is configured for this service.', 3600)
const unusable = () =>
  unavailable('ai_invalid_output', 'The language model wrote nothing usable, twice; try again or ask differently.', 1)

/** Foreign failures become ours where they enter. */
const told = (error: unknown): unknown => (error instanceof ModelFailure ? failures[error.reason]() : error)

/** Never fewer than the model will count: a token is at least a byte. */
const tokensAtMost = ({ messages, schema, maxOutputTokens }: Question) =>
  messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0) +
  Buffer.byteLength(JSON.stringify(schema)) +
  maxOutputTokens

const add = (a: Tokens, b: Tokens | undefined): Tokens => ({
  inputTokens: a.inputTokens + (b?.inputTokens ?? 0),
  outputTokens: a.outputTokens + (b?.outputTokens ?? 0),
})

/** Blocks out of JSON that is still being written, each as soon as it is whole and good. */
function blockReader({ blockTypes, maxBlocks }: GenerationRequest) {
  const ready: DraftBlock[] = []
  const parser = new JSONParser({ paths: ['$.blocks.*'], keepStack: false })
  parser.onValue = ({ value, key }) => {
    if (typeof key !== 'number' || key >= maxBlocks) return
    const { block } = checkBlock(value, key, blockTypes)
    if (block) ready.push(block)
  }
  // What cannot be parsed is judged as a whole at the end.
  parser.onError = () => {}
  return (text: string): DraftBlock[] => {
    if (!parser.isEnded) parser.write(text)
    return ready.splice(0)
  }
}

type Work = { context: Context; request: GenerationRequest; entry: Entry; used: Tokens }

/** Asks once more with what is wrong, and takes what has been told already as it was told. */
async function repair(
  work: Work,
  model: Model,
  question: Question,
  written: string,
  problems: FieldProblem[],
  sent: DraftBlock[],
): Promise<Draft> {
  const again = { ...question, messages: askAgain(question.messages, written, problems) }
  await extend(work.context, work.entry, tokensAtMost(again))
  const { text, tokens } = await model.answer(again)
  work.used = add(work.used, tokens)
  const { draft } = checkDraft(text, work.request)
  if (!draft) throw unusable()
  const told = new Map(sent.map((block) => [block.order, block]))
  return draft.blocks ? { ...draft, blocks: draft.blocks.map((block) => told.get(block.order) ?? block) } : draft
}

async function* write(work: Work, model: Model, question: Question, live: boolean): AsyncGenerator<DraftBlock, Draft> {
  let written = ''
  const sent: DraftBlock[] = []
  if (live) {
    const read = blockReader(work.request)
    for await (const { text, tokens } of model.pieces(question)) {
      written += text
      work.used = add(work.used, tokens)
      for (const block of read(text)) {
        sent.push(block)
        yield block
      }
    }
  } else {
    const { text, tokens } = await model.answer(question)
    written = text
    work.used = add(work.used, tokens)
  }
  const { draft, problems } = checkDraft(written, work.request)
  const good = draft ?? (await repair(work, model, question, written, problems, sent))
  const orders = new Set(sent.map(({ order }) => order))
  for (const block of good.blocks ?? []) if (!orders.has(block.order)) yield block
  return good
}

async function* writeOffline(request: GenerationRequest): AsyncGenerator<DraftBlock, Draft> {
  const { draft } = checkDraft(JSON.stringify(offlineDraft(request)), request)
  if (!draft) throw unusable()
  for (const block of draft.blocks ?? []) yield block
  return draft
}

/**
 * Has content written, and tells of it as it comes. Ending the iteration early, or aborting the context's signal, ends
 * the model's work; nothing is written into the course before the whole draft is good.
 * @throws ApiError `not_found`, `rate_limit_exceeded` with `details.reason`, 503 with `details.reason`
 */
export async function* generate(
  context: Context,
  request: GenerationRequest,
  live: boolean,
): AsyncGenerator<GenerationEvent> {
  const { model, config } = context
  if (!model && config.production) throw notConfigured()
  const refusal = request.append ? refusalOf('courses:write', context) : undefined
  if (refusal) throw refusal
  if (request.place) await mustBeThere(context, request.place)
  const gone = new AbortController()
  const signal = live && context.signal ? AbortSignal.any([gone.signal, context.signal]) : gone.signal
  const question: Question = {
    messages: ask(request),
    schema: outputSchema(request),
    maxOutputTokens: config.ai.maxOutputTokens,
    signal,
  }
  const name = model?.name ?? 'offline'
  const entry = await open(context, request, name, model ? tokensAtMost(question) : 0)
  const work: Work = { context, request, entry, used: { inputTokens: 0, outputTokens: 0 } }
  let outcome: Outcome = 'aborted'
  try {
    yield { event: 'started', generationId: entry.id, model: name }
    const blocks = model ? write(work, model, question, live) : writeOffline(request)
    let step = await blocks.next()
    for (; !step.done; step = await blocks.next()) yield { event: 'block', block: step.value }
    const content = step.value
    const created = request.append ? await appendDraft(context.db.sql, context.workspaceId(), request, content) : []
    outcome = 'done'
    yield { event: 'usage', usage: work.used }
    yield {
      event: 'done',
      result: { generationId: entry.id, type: request.type, content, model: name, usage: work.used, created },
    }
  } catch (error) {
    if (!signal.aborted) outcome = 'failed'
    throw told(error)
  } finally {
    gone.abort()
    await close(context, entry, outcome, work.used)
  }
}
