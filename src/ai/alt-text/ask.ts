import type { ModelRequest } from '../../platform/language-model.ts'
import { askModel, type ModelWork } from '../ask-model.ts'
import { makeRepairMessages } from '../prompts.ts'
import { reserveMoreTokens } from '../token-budget.ts'
import { computeMaxRequestAndAnswerTokens } from '../token-counter.ts'
import { findAltTextInAnswer } from './answer.ts'
import { makeNoAltTextError } from './failures.ts'

async function readAnswer(work: ModelWork, question: ModelRequest): Promise<string> {
  let answer = ''
  for await (const piece of askModel(work, question)) answer += piece
  return answer
}

/**
 * Asks the model for the alternative text of a picture, and once more if its answer has none.
 * @throws ApiError if the model fails, or both answers have no text, or too few tokens remain
 */
export async function askForAltText(work: ModelWork, question: ModelRequest): Promise<string> {
  const answer = await readAnswer(work, question)
  const alt = findAltTextInAnswer(answer)
  if (alt !== undefined) return alt
  const problem = { path: 'alt', message: 'must be a text that describes the picture' }
  const again = { ...question, messages: makeRepairMessages(question.messages, answer, [problem]) }
  await reserveMoreTokens(work.context, work.reservation, computeMaxRequestAndAnswerTokens(again))
  const second = findAltTextInAnswer(await readAnswer(work, again))
  if (second === undefined) throw makeNoAltTextError()
  return second
}
