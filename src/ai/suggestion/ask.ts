import type { InvalidField } from '../../platform/errors.ts'
import type { ModelRequest } from '../../platform/language-model.ts'
import { askModel, type ModelWork } from '../ask-model.ts'
import { makeRepairMessages } from '../prompts.ts'
import { reserveMoreTokens } from '../token-budget.ts'
import { computeMaxRequestAndAnswerTokens } from '../token-counter.ts'

/** The text in a model's answer, or the problem that makes the answer unusable. */
export type SuggestedTextOrProblem = { text: string } | { problem: InvalidField }

/** Finds the text in a model's answer, which is untrusted input. */
export type ReadSuggestedText = (answer: string) => SuggestedTextOrProblem

async function readAnswer(work: ModelWork, question: ModelRequest): Promise<string> {
  let answer = ''
  for await (const piece of askModel(work, question)) answer += piece
  return answer
}

/**
 * Asks the model for a text, and once more if its answer has none. Returns undefined if neither answer has one.
 * @throws ApiError if the model fails, or too few tokens remain
 */
export async function askForText(
  work: ModelWork,
  question: ModelRequest,
  readText: ReadSuggestedText,
): Promise<string | undefined> {
  const answer = await readAnswer(work, question)
  const first = readText(answer)
  if ('text' in first) return first.text
  const again = { ...question, messages: makeRepairMessages(question.messages, answer, [first.problem]) }
  await reserveMoreTokens(work.context, work.reservation, computeMaxRequestAndAnswerTokens(again))
  const second = readText(await readAnswer(work, again))
  return 'text' in second ? second.text : undefined
}
