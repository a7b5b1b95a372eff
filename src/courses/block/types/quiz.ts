import type { JsonObject } from '../../../operations/json-object.ts'
import type { BlockTypeDefinition } from '../definition/block-type.ts'
import { joinNonEmptyTexts } from '../definition/markdown.ts'
import { atPath, textSpelling } from '../definition/reader.ts'
import { completeQuiz } from '../quiz/complete.ts'
import { findProblemsOfFinishedQuiz, findQuizContradictions } from '../quiz/contradictions.ts'
import type { ShownList } from '../quiz/question-types/definition.ts'
import type { Question } from '../quiz/question-types/question.ts'
import { questionTypes } from '../quiz/question-types/question-type-names.ts'
import { questionTypeDefinitionByName } from '../quiz/question-types.ts'
import { readQuizQuestions } from '../quiz/questions.ts'
import { quizSpellings, readQuizContent } from '../quiz/read-quiz.ts'
import { quizJsonSchema } from '../quiz/schema.ts'
import { shuffleQuizForLearners } from '../quiz/shuffle.ts'
import {
  gapNames,
  indexNames,
  optionSpellings,
  orderNames,
  otherAnswerNames,
  questionSpellings,
  readQuestionType,
  rightOptionNames,
} from '../quiz/spellings.ts'
import { convertToolQuizToStoredForm } from './quiz-tool-answers.ts'

const labelled = (label: string, text: string) => (text === '' ? '' : `${label}: ${text}`)

function questionMarkdown(question: Question, index: number): string {
  const { type, prompt, hints, feedbackCorrect, feedbackIncorrect, explanation } = question
  return joinNonEmptyTexts([
    `**Question ${index + 1}.** ${prompt}`,
    questionTypeDefinitionByName[type].markdown(question),
    ...hints.map((hint) => labelled('Hint', hint)),
    labelled('If right', feedbackCorrect),
    labelled('If wrong', feedbackIncorrect),
    labelled('Explanation', explanation),
  ])
}

const markdownProperties = [
  'prompt',
  'text',
  'feedback',
  'feedbackCorrect',
  'feedbackIncorrect',
  'explanation',
  'hints',
  'sampleAnswer',
]

const listPaths: readonly (readonly [string, ShownList])[] = [
  ['questions.options', 'options'],
  ['questions.targets', 'targets'],
  ['questions.gaps', 'gaps'],
]

/**
 * Returns whether learners must not get a list of a question. The learner writes the answer of a question that shows no
 * options, so if such a question has options, they can only be right answers.
 */
function isSecretList(path: string, { type }: JsonObject): boolean {
  const list = listPaths.find(([at]) => at === path)?.[1]
  const known = readQuestionType(type)
  return list !== undefined && known !== undefined && !questionTypeDefinitionByName[known].shows.includes(list)
}

/** Returns whether a finished question can lack a right answer: an essay has none, and the right one can be no option. */
const mayLackAnswer = ({ type, answer }: JsonObject) =>
  type === 'essay' || (type === 'multiple_choice' && Array.isArray(answer))

export const quizBlockTypeDefinition: BlockTypeDefinition = {
  description: 'A quiz: questions with answers.',
  schema: quizJsonSchema,
  spellings: {
    ...quizSpellings,
    ...atPath('questions[]', questionSpellings),
    'questions[].answer': { ...textSpelling(...otherAnswerNames, ...indexNames), expected: 'the right answer' },
    ...atPath('questions[].options[]', optionSpellings),
  },
  otherForms: [
    'The content can be one question instead of a list of `questions`.',
    `A question type can be written in other ways, such as ${questionTypes
      .map((type) => `\`${questionTypeDefinitionByName[type].otherNames[0]}\``)
      .join(
        ', ',
      )}; case and punctuation make no difference. \`multiple-choice\` with one right answer is \`single_choice\`. ${gapNames.map((name) => `\`${name}\``).join(' and ')} with gaps in the prompt are \`cloze\`, otherwise \`short_text\`.`,
    'An option can be a plain text or a number, and the options can be an object such as `{ "A": "Paris", "B": "Rome" }`. Options can have the name `answers`.',
    `The answer of a choice can be the text of an option, its index from 0, or its letter. An option can be marked as right instead, with ${rightOptionNames.map((name) => `\`${name}: true\``).join(', ')}.`,
    `The answer of \`numeric\` can be a text. That of \`ordering\` can have the texts of options, or their indexes from 0, and the names ${orderNames.map((name) => `\`${name}\``).join(', ')}.`,
    'The answer of `matching` can be a list of pairs, such as `[["Paris", "France"]]`, and have texts instead of ids. The question can be a list of `pairs` instead, such as `[{ "left": "Paris", "right": "France" }]`.',
    'The answer of `cloze` can be a list of texts in the order of the gaps, or stand in the gaps: `{ "id": "g1", "answer": "Paris" }`. A gap that the prompt names need not be in `gaps`.',
    'Questions and options without an `id` get one from their position: `question-0`, `0`. Options of `ordering` and targets of `matching` get one from their text, because learners get them in another order.',
  ],
  read: readQuizContent,
  complete: completeQuiz,
  requiredWhenFinished: [
    'questions',
    'questions.id',
    'questions.type',
    'questions.prompt',
    'questions.answer',
    'questions.options.id',
    'questions.options.text',
  ],
  mayBeMissing: (path, question) => path === 'questions.answer' && mayLackAnswer(question),
  contradictions: findQuizContradictions,
  arrangeForLearners: shuffleQuizForLearners,
  secrets: {
    names: [
      'answer',
      'answers',
      'answerKey',
      'correct',
      'explanation',
      'feedback',
      'feedbackCorrect',
      'feedbackIncorrect',
      'sampleAnswer',
      'solution',
      'solutions',
      'tolerance',
    ],
    isSecret: isSecretList,
  },
  example: {
    questions: [
      {
        id: 'q1',
        type: 'single_choice',
        prompt: 'What does a plant make from light?',
        options: [
          { id: 'a', text: 'Sugar', feedback: 'Right.' },
          { id: 'b', text: 'Salt', feedback: 'Plants take salts up; they do not make them.' },
        ],
        answer: 'a',
        points: 1,
        explanation: 'Photosynthesis stores light as sugar.',
      },
    ],
    passingScore: 1,
  },
  fromTool: convertToolQuizToStoredForm,
  markdown: (content) => joinNonEmptyTexts(readQuizQuestions(content).map(questionMarkdown)),
  textFormat: (property) => (markdownProperties.includes(property) ? 'markdown' : 'plain'),
  generation: {
    placeholder: ({ subject, angle }) => ({
      questions: [
        {
          id: 'q1',
          type: 'single_choice',
          prompt: `${angle}: which of these belongs to ${subject}? (Offline draft)`,
          options: [
            { id: 'a', text: `Something about ${subject}`, feedback: 'Right.' },
            { id: 'b', text: 'Something else', feedback: 'Look again at the lesson.' },
          ],
          answer: 'a',
          points: 1,
          explanation: 'Replace this question with one of your own.',
        },
      ],
      passingScore: 1,
    }),
    omitted: ['partialCredit', 'shuffle', 'attempts', 'feedbackCorrect', 'feedbackIncorrect']
      .concat('caseSensitive', 'accentSensitive')
      .map((name) => `questions.${name}`)
      .concat('title'),
    problems: findProblemsOfFinishedQuiz,
  },
}
