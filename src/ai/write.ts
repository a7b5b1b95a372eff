import type { Context } from '../context.ts'
import type { FieldProblem } from '../errors.ts'
import { type Model, ModelFailure, type Question } from '../model.ts'
import type { DraftBlock } from './block.ts'
import { checkDraft, type Draft } from './draft.ts'
import { failures, unusable } from './failures.ts'
import { type Entry, extend } from './ledger.ts'
import { type Meter, tokensAtMost } from './meter.ts'
import { offlineDraft, placeholders } from './offline.ts'
import { askAgain } from './prompts.ts'
import { blockReader } from './reader.ts'
import type { GenerationRequest } from './request.ts'

/** A block that is whole and good. */
export type BlockEvent = { event: 'block'; block: DraftBlock }

/** One generation at work. */
export type Work = { context: Context; request: GenerationRequest; entry: Entry; meter: Meter; model: Model }

/** Foreign failures become ours where they enter; what is behind them is for the log. */
function told(error: unknown, { context, entry }: Work): unknown {
  if (!(error instanceof ModelFailure)) return error
  const { reason, told } = error
  if (reason !== 'ai_stopped') context.log().warn({ generationId: entry.id, reason, ...told }, 'language model failed')
  return failures[reason]()
}

/** The text of an answer as it comes, counted. @throws ApiError */
async function* ask(work: Work, question: Question): AsyncGenerator<string> {
  const call = work.meter.ask(question)
  try {
    for await (const piece of work.model.pieces(question)) {
      call.receive(piece)
      yield piece.text
    }
  } catch (error) {
    if (error instanceof ModelFailure) call.failed(error)
    throw told(error, work)
  }
}

/** Asks once more with what is wrong, and takes what has been told already as it was told. */
async function repair(
  work: Work,
  question: Question,
  written: string,
  problems: FieldProblem[],
  sent: DraftBlock[],
): Promise<Draft> {
  const again = { ...question, messages: askAgain(question.messages, written, problems) }
  await extend(work.context, work.entry, tokensAtMost(again))
  let text = ''
  for await (const piece of ask(work, again)) text += piece
  const { draft } = checkDraft(text, work.request)
  if (!draft) throw unusable()
  if (!draft.blocks) return draft
  const byOrder = new Map([...draft.blocks, ...sent].map((block) => [block.order, block]))
  return { ...draft, blocks: [...byOrder.values()].sort((a, b) => a.order - b.order) }
}

/** Has a draft written: each block once it is good, at the latest when the whole is. @throws ApiError */
export async function* write(work: Work, question: Question, live: boolean): AsyncGenerator<BlockEvent, Draft> {
  const sent: DraftBlock[] = []
  const read = blockReader(work.request)
  let written = ''
  for await (const text of ask(work, question)) {
    written += text
    if (!live) continue
    for (const block of read(text)) {
      sent.push(block)
      yield { event: 'block', block }
    }
  }
  const { draft, problems } = checkDraft(written, work.request)
  const good = draft ?? (await repair(work, question, written, problems, sent))
  const orders = new Set(sent.map(({ order }) => order))
  for (const block of good.blocks ?? []) if (!orders.has(block.order)) yield { event: 'block', block }
  return good
}

/** The same by the built-in writer. */
export async function* writeOffline(request: GenerationRequest): AsyncGenerator<BlockEvent, Draft> {
  const { draft } = checkDraft(JSON.stringify(offlineDraft(request)), { ...request, addresses: placeholders })
  if (!draft) throw unusable()
  for (const block of draft.blocks ?? []) yield { event: 'block', block }
  return draft
}
