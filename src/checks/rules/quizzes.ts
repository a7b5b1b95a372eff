import { getObjectListProperty, getTextProperty } from '../../courses/block/definition/markdown.ts'
import { isJsonObject, type JsonObject } from '../../operations/json-object.ts'
import type { BlockProblem, LessonCheck } from '../model/check.ts'
import type { ParsedBlock } from '../model/parsed-lesson.ts'
import { defineBlockCheck } from './define.ts'
import { findInvalidRightAnswer, isRightAnswerMissing } from './quiz-answers.ts'
import { findEqualOptions, findTooLongRightOption } from './quiz-options.ts'
import {
  findClozeWithoutGaps,
  findGapsOutsidePrompt,
  findGapsWithoutAnswer,
  findGapsWithoutRightOption,
  findIncompleteOrder,
  findTooShortLists,
} from './quiz-parts.ts'
import type { QuestionWithPath } from './quiz-question.ts'

const questionsOf = ({ content }: ParsedBlock): QuestionWithPath[] =>
  getObjectListProperty(content, 'questions')
    .map((question, index) => ({ question, path: `/content/questions/${index}`, number: index + 1 }))
    .filter(({ question }) => isJsonObject(question))

/** The texts that tell a learner why an answer is right or wrong. */
const explanations = ['explanation', 'feedbackIncorrect', 'sampleAnswer']

const hasFeedbackForAll = (question: JsonObject) => {
  const options = getObjectListProperty(question, 'options').filter(isJsonObject)
  return options.length > 0 && options.every((option) => getTextProperty(option, 'feedback').trim() !== '')
}

type QuestionCheck = Omit<LessonCheck, 'find' | 'types'> & {
  findInQuestion(question: QuestionWithPath): Iterable<BlockProblem>
}

const defineQuestionCheck = ({ findInQuestion, ...check }: QuestionCheck): LessonCheck =>
  defineBlockCheck({
    ...check,
    types: ['quiz'],
    *findInBlock(block) {
      for (const placed of questionsOf(block)) yield* findInQuestion(placed)
    },
  })

export const quizChecks: readonly LessonCheck[] = [
  defineBlockCheck({
    code: 'quiz_without_questions',
    severity: 'error',
    types: ['quiz'],
    meaning: 'A quiz has no question.',
    remedy: 'Add a question, or delete the block.',
    findInBlock: ({ content }) =>
      getObjectListProperty(content, 'questions').length > 0
        ? []
        : [{ path: '/content/questions', message: 'The quiz has no questions. Add one, or delete the block.' }],
  }),
  defineQuestionCheck({
    code: 'question_without_answer',
    severity: 'error',
    meaning: 'A question has no right answer.',
    remedy: 'Set `answer`.',
    *findInQuestion({ question, path, number }) {
      if (isRightAnswerMissing(question))
        yield { path: `${path}/answer`, message: `Question ${number} has no right answer. Set answer.` }
    },
  }),
  defineQuestionCheck({
    code: 'answer_unknown',
    severity: 'error',
    meaning: 'The right answer of a question is not one of its options, or does not fit the type of the question.',
    remedy:
      'Set `answer` to the id of an option, to a list of ids, to a boolean, or to one or more texts, as the type requires.',
    *findInQuestion(placed) {
      const problem = findInvalidRightAnswer(placed)
      if (problem) yield problem
    },
  }),
  defineQuestionCheck({
    code: 'question_with_one_option',
    severity: 'warning',
    meaning: 'A choice or ordering question has fewer than two options, or a matching question fewer than two targets.',
    remedy: 'Add options or targets, or use another type of question.',
    findInQuestion: findTooShortLists,
  }),
  defineQuestionCheck({
    code: 'cloze_without_gaps',
    severity: 'error',
    meaning: 'The prompt of a cloze question has no gap.',
    remedy: 'Write gaps such as `{{g1}}` into the prompt, or use another type of question.',
    findInQuestion: findClozeWithoutGaps,
  }),
  defineQuestionCheck({
    code: 'gap_not_in_prompt',
    severity: 'error',
    meaning: 'The prompt of a cloze question does not name one of its gaps, so that learners cannot fill it in.',
    remedy: 'Write the gap into the prompt, such as `{{g1}}`, or apply the fix, which removes the gap.',
    findInQuestion: findGapsOutsidePrompt,
  }),
  defineQuestionCheck({
    code: 'gap_without_answer',
    severity: 'error',
    meaning: 'A gap of a cloze question has no right answer.',
    remedy: 'Write the right text of the gap into `answer`.',
    findInQuestion: findGapsWithoutAnswer,
  }),
  defineQuestionCheck({
    code: 'gap_answer_not_offered',
    severity: 'error',
    meaning: 'A gap of a cloze question offers texts to choose from, but none of them is right.',
    remedy: 'Add the right text to the `options` of the gap, or apply the fix.',
    findInQuestion: findGapsWithoutRightOption,
  }),
  defineQuestionCheck({
    code: 'order_incomplete',
    severity: 'error',
    meaning: 'The right order of an ordering question does not have all of its options.',
    remedy: 'Write the ids of all options into `answer`, in the right order.',
    findInQuestion: findIncompleteOrder,
  }),
  defineQuestionCheck({
    code: 'options_equal',
    severity: 'warning',
    meaning: 'Two options of a question have the same text.',
    remedy: 'Change or delete one of them.',
    findInQuestion: findEqualOptions,
  }),
  defineQuestionCheck({
    code: 'answer_longest',
    severity: 'warning',
    meaning: 'The right option is much longer than the others, so that learners guess it by its length.',
    remedy: 'Shorten the right option, or write the others in as much detail.',
    findInQuestion: findTooLongRightOption,
  }),
  defineQuestionCheck({
    code: 'question_without_explanation',
    severity: 'warning',
    meaning:
      'A question has no explanation, feedback on wrong answers or sample answer, and not all of its options have feedback.',
    remedy: 'Write `explanation`: why the answer is right.',
    *findInQuestion({ question, path, number }) {
      if (explanations.every((name) => getTextProperty(question, name).trim() === '') && !hasFeedbackForAll(question))
        yield {
          path: `${path}/explanation`,
          message: `Question ${number} has no explanation. Write why the answer is right.`,
        }
    },
  }),
]
