import type { GraphQLContext } from '../operations/context.ts'
import type { InvalidField } from '../platform/errors.ts'
import { type LanguageModel, ModelFailure, type ModelRequest } from '../platform/language-model.ts'
import type { DraftBlock } from './block.ts'
import { makeBlockStreamParser } from './block-reader.ts'
import { type GeneratedDraft, parseModelAnswer } from './draft.ts'
import { makeUnusableOutputError, modelFailureErrors } from './failures.ts'
import { makeOfflineDraft, placeholderUrls } from './offline.ts'
import { makeRepairMessages } from './prompts.ts'
import type { GenerationRequest } from './request.ts'
import { reserveMoreTokens, type TokenReservation } from './token-budget.ts'
import { computeMaxTokens, type TokenMeter } from './token-meter.ts'

/** The event that contains a complete and valid block. */
export type BlockEvent = { event: 'block'; block: DraftBlock }

/** The objects that a running generation needs. */
type GenerationRun = {
  context: GraphQLContext
  request: GenerationRequest
  reservation: TokenReservation
  meter: TokenMeter
  model: LanguageModel
}

/** Converts a failure of the model to an ApiError. Only the log gets the cause of the failure. */
function asApiError(error: unknown, { context, reservation }: GenerationRun): unknown {
  if (!(error instanceof ModelFailure)) return error
  const { reason, diagnostics: cause } = error
  if (reason !== 'ai_stopped')
    context.log().warn({ generationId: reservation.id, reason, ...cause }, 'language model failed')
  return modelFailureErrors[reason]()
}

/** Yields each chunk of the model's answer when the chunk arrives, and counts the tokens. @throws ApiError */
async function* askModel(work: GenerationRun, question: ModelRequest): AsyncGenerator<string> {
  const call = work.meter.startCall(question)
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

/** Asks the model once to correct its answer. Blocks that the client has already received stay unchanged. */
async function repairDraft(
  work: GenerationRun,
  question: ModelRequest,
  written: string,
  problems: InvalidField[],
  sent: DraftBlock[],
): Promise<GeneratedDraft> {
  const again = { ...question, messages: makeRepairMessages(question.messages, written, problems) }
  await reserveMoreTokens(work.context, work.reservation, computeMaxTokens(again))
  let text = ''
  for await (const piece of askModel(work, again)) text += piece
  const { draft } = parseModelAnswer(text, work.request)
  if (!draft) throw makeUnusableOutputError()
  if (!draft.blocks) return draft
  const byOrder = new Map([...draft.blocks, ...sent].map((block) => [block.order, block]))
  return { ...draft, blocks: [...byOrder.values()].sort((a, b) => a.order - b.order) }
}

/**
 * Generates a draft with the language model and yields its blocks. If `live` is true, each block is yielded as soon as
 * the block is valid. Otherwise all blocks are yielded at the end.
 * @throws ApiError
 */
export async function* generateDraft(
  work: GenerationRun,
  question: ModelRequest,
  live: boolean,
): AsyncGenerator<BlockEvent, GeneratedDraft> {
  const sent: DraftBlock[] = []
  const readBlocks = makeBlockStreamParser(work.request)
  let written = ''
  for await (const text of askModel(work, question)) {
    written += text
    if (!live) continue
    for (const block of readBlocks(text)) {
      sent.push(block)
      yield { event: 'block', block }
    }
  }
  const { draft, problems } = parseModelAnswer(written, work.request)
  const valid = draft ?? (await repairDraft(work, question, written, problems, sent))
  const orders = new Set(sent.map(({ order }) => order))
  for (const block of valid.blocks ?? []) if (!orders.has(block.order)) yield { event: 'block', block }
  return valid
}

/** Makes a draft without a language model and yields its blocks. */
export async function* generateOfflineDraft(request: GenerationRequest): AsyncGenerator<BlockEvent, GeneratedDraft> {
  const { draft } = parseModelAnswer(JSON.stringify(makeOfflineDraft(request)), {
    ...request,
    addresses: placeholderUrls,
  })
  if (!draft) throw makeUnusableOutputError()
  for (const block of draft.blocks ?? []) yield { event: 'block', block }
  return draft
}
