import type { JsonObject } from '../../../operations/json-object.ts'
import { getObjectListProperty } from '../definition/markdown.ts'
import { completeQuiz } from './complete.ts'
import type { Question } from './question-types/question.ts'
import { readQuizContent } from './read-quiz.ts'
import { toQuestion } from './to-question.ts'

export type { AnswerOption, AnswerTarget, Gap, Question } from './question-types/question.ts'

/**
 * Returns whether a `true_false` question has the default options, because the author has not written options with the
 * ids `true` and `false`.
 */
export const hasDefaultTrueFalseOptions = ({ hasDefaultOptions }: Question): boolean => hasDefaultOptions

const ignore = () => {}

/**
 * Reads the questions of a quiz in any spelling. A question without an id gets an id from its position, such as
 * `question-0`. The id is the same in the quiz that learners receive.
 */
export const readQuizQuestions = (content: JsonObject): Question[] =>
  getObjectListProperty(completeQuiz(readQuizContent(content, ignore)), 'questions').map(toQuestion)
