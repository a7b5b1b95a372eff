import type { InvalidField } from '../platform/errors.ts'
import type { ModelRequest } from '../platform/language-model.ts'
import { askModel, type ModelWork } from './ask-model.ts'
import type { GeneratedBlock } from './block.ts'
import { makeBlockStreamParser } from './block-stream-parser.ts'
import { exampleContentUrls, makeExampleContent } from './example-content.ts'
import { makeUnusableModelAnswerError } from './failures.ts'
import type { ContentGenerationRequest } from './generation-request.ts'
import { type GeneratedContent, parseModelAnswer } from './model-answer.ts'
import { makeRepairMessages } from './prompts.ts'
import { reserveMoreTokens } from './token-budget.ts'
import { computeMaxRequestAndAnswerTokens } from './token-counter.ts'

/** The event that contains a complete and valid block. */
export type GeneratedBlockEvent = { event: 'block'; block: GeneratedBlock }

/** The objects that a running generation of content needs. */
type GenerationRun = ModelWork & { request: ContentGenerationRequest }

/** Asks the model once to correct its answer. Blocks that the client has already received (`sent`) stay unchanged. */
async function repairContent(
  work: GenerationRun,
  question: ModelRequest,
  written: string,
  problems: InvalidField[],
  sent: GeneratedBlock[],
): Promise<GeneratedContent> {
  const again = { ...question, messages: makeRepairMessages(question.messages, written, problems) }
  await reserveMoreTokens(work.context, work.reservation, computeMaxRequestAndAnswerTokens(again))
  let text = ''
  for await (const piece of askModel(work, again)) text += piece
  const { content } = parseModelAnswer(text, work.request)
  if (!content) throw makeUnusableModelAnswerError()
  if (!content.blocks) return content
  const byOrder = new Map([...content.blocks, ...sent].map((block) => [block.order, block]))
  return { ...content, blocks: [...byOrder.values()].sort((a, b) => a.order - b.order) }
}

/**
 * Generates content with the language model and yields its blocks.
 * @throws ApiError if the model fails, its correction has problems, or too few tokens remain
 */
export async function* generateContent(
  work: GenerationRun,
  question: ModelRequest,
  live: boolean,
): AsyncGenerator<GeneratedBlockEvent, GeneratedContent> {
  const sent: GeneratedBlock[] = []
  const readBlocks = makeBlockStreamParser(work.request)
  let written = ''
  for await (const text of askModel(work, question)) {
    written += text
    // If `live` is false, all blocks are yielded at the end.
    if (!live) continue
    for (const block of readBlocks(text)) {
      sent.push(block)
      yield { event: 'block', block }
    }
  }
  const { content, problems } = parseModelAnswer(written, work.request)
  const valid = content ?? (await repairContent(work, question, written, problems, sent))
  const orders = new Set(sent.map(({ order }) => order))
  for (const block of valid.blocks ?? []) if (!orders.has(block.order)) yield { event: 'block', block }
  return valid
}

/** Makes example content without a language model, and yields the blocks. */
export async function* generateExampleContent(
  request: ContentGenerationRequest,
): AsyncGenerator<GeneratedBlockEvent, GeneratedContent> {
  const { content } = parseModelAnswer(JSON.stringify(makeExampleContent(request)), {
    ...request,
    allowedUrls: exampleContentUrls,
  })
  if (!content) throw makeUnusableModelAnswerError()
  for (const block of content.blocks ?? []) yield { event: 'block', block }
  return content
}
