import { getObjectListProperty, getTextProperty } from '../../courses/block/definition/markdown.ts'
import { isJsonObject, type JsonObject } from '../../operations/json-object.ts'
import type { BlockProblem, LessonCheck } from '../model/check.ts'
import type { ParsedBlock } from '../model/parsed-lesson.ts'
import { defineBlockCheck } from './define.ts'
import { findInvalidRightAnswer, isRightAnswerMissing } from './quiz-answers.ts'
import { findEqualOptions, findTooLongRightOption } from './quiz-options.ts'
import type { QuestionWithPath } from './quiz-question.ts'

const questionsOf = ({ content }: ParsedBlock): QuestionWithPath[] =>
  getObjectListProperty(content, 'questions')
    .map((question, index) => ({ question, path: `/content/questions/${index}`, number: index + 1 }))
    .filter(({ question }) => isJsonObject(question))

const isChoice = ({ type }: JsonObject) => type === 'single_choice' || type === 'multiple_choice'

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
    meaning: 'A choice question has fewer than two options.',
    remedy: 'Add options, or use another type of question.',
    *findInQuestion({ question, path, number }) {
      const { length } = getObjectListProperty(question, 'options')
      if (isChoice(question) && length < 2)
        yield {
          path: `${path}/options`,
          message: `Question ${number} has ${length === 0 ? 'no options' : 'only one option'}. Add at least two.`,
        }
    },
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
    meaning: 'A question has no explanation, and not all of its options have feedback.',
    remedy: 'Write `explanation`: why the answer is right.',
    *findInQuestion({ question, path, number }) {
      if (getTextProperty(question, 'explanation').trim() === '' && !hasFeedbackForAll(question))
        yield {
          path: `${path}/explanation`,
          message: `Question ${number} has no explanation. Write why the answer is right.`,
        }
    },
  }),
]
