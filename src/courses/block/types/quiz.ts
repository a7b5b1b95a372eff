import type { JsonObject } from '../../../operations/json-object.ts'
import type { BlockTypeDefinition } from '../definition/block-type.ts'
import { getObjectListProperty, getTextProperty, joinNonEmptyTexts } from '../definition/markdown.ts'
import { atPath, textSpelling } from '../definition/reader.ts'
import { completeQuiz, hasTrueAndFalseIds } from '../quiz/complete.ts'
import { findProblemsOfFinishedQuiz, findQuizContradictions } from '../quiz/contradictions.ts'
import { quizSpellings, readQuizContent } from '../quiz/read-quiz.ts'
import { quizJsonSchema } from '../quiz/schema.ts'
import {
  indexNames,
  optionSpellings,
  otherAnswerNames,
  otherQuestionTypeNames,
  questionSpellings,
  rightOptionNames,
} from '../quiz/spellings.ts'
import { convertToolQuizToStoredForm } from './quiz-tool-answers.ts'

/**
 * Returns a quiz answer as text. An object becomes JSON, because `String` throws an error if the property `toString` of
 * an object is not a function.
 */
const formatAnswer = (answer: unknown) =>
  typeof answer === 'object' && answer !== null ? JSON.stringify(answer) : String(answer)

function questionMarkdown(question: JsonObject, index: number): string {
  const { answer } = question
  const right = new Set((answer === undefined ? [] : [answer].flat()).map(formatAnswer))
  const given = getObjectListProperty(question, 'options')
  const isUsed = question.type !== 'true_false' || hasTrueAndFalseIds(given)
  const options = (isUsed ? given : []).map((option) => {
    const feedback = getTextProperty(option, 'feedback')
    return `- [${right.has(String(option.id)) ? 'x' : ' '}] ${getTextProperty(option, 'text')}${feedback && ` (${feedback})`}`
  })
  return joinNonEmptyTexts([
    `**Question ${index + 1}.** ${getTextProperty(question, 'prompt')}`,
    options.join('\n'),
    options.length === 0 && answer !== undefined ? `Answer: ${[...right].join(', ')}` : '',
    getTextProperty(question, 'explanation') && `Explanation: ${getTextProperty(question, 'explanation')}`,
  ])
}

const markdownProperties = ['prompt', 'text', 'feedback', 'explanation']

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
    `A question type can be written in other ways, such as ${Object.values(otherQuestionTypeNames)
      .map(([name]) => `\`${name}\``)
      .join(
        ', ',
      )}; case and punctuation make no difference. \`multiple-choice\` with one right answer is \`single_choice\`.`,
    'An option can be a plain text or a number, and the options can be an object such as `{ "A": "Paris", "B": "Rome" }`. Options can have the name `answers`.',
    `The answer of a choice can be the text of an option, its index from 0, or its letter. An option can be marked as right instead, with ${rightOptionNames.map((name) => `\`${name}: true\``).join(', ')}.`,
    'Questions and options without an `id` get one from their position: `question-0`, `0`.',
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
  contradictions: findQuizContradictions,
  secrets: {
    names: [
      'answer',
      'answers',
      'answerKey',
      'correct',
      'explanation',
      'feedback',
      'solution',
      'solutions',
      'tolerance',
    ],
    /**
     * The learner types the answer of a `short_text` question. If such a question has options, they can only be right
     * answers, so they are secret.
     */
    isSecret: (path, { type }) => path === 'questions.options' && type === 'short_text',
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
  markdown: (content) => joinNonEmptyTexts(getObjectListProperty(content, 'questions').map(questionMarkdown)),
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
    problems: findProblemsOfFinishedQuiz,
    rendersTextsTogether: true,
  },
}
