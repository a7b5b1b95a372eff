import type { Grade } from '../courses/block/quiz/grade.ts'
import {
  type AnswerOption,
  hasDefaultTrueFalseOptions,
  type Question,
  readQuizQuestions,
} from '../courses/block/quiz/questions.ts'
import type { YieldToEventLoop } from '../courses/tree/yield-often.ts'
import type { ReleaseBlock } from '../releases/content/outline.ts'
import { removeAuthorAndHeadingIds } from './anchors.ts'
import { html, renderLabelWithLanguage, renderLanguageAttributes, type SafeHtml } from './html.ts'
import type { Labels } from './labels/labels.ts'
import { renderInlineMarkdown, renderQuestionText } from './markdown.ts'
import type { PageLabelLanguage } from './page-language.ts'

/** A learner's responses to a quiz: one entry for each question, in the order of the quiz. */
export type QuizResponsesWithGrades = {
  /** The responses of the learner to one question of the quiz. */
  given: readonly string[]
  /** Whether the question counts towards the score. A question without a right answer does not count. */
  isScored: boolean
  /** The grade of the responses. Undefined if the learner has given no valid response. */
  grade: Grade | undefined
}[]

const fieldName = (index: number) => `q${index}`

/** The maximum number of responses to one question. The service ignores further responses in the submitted form. */
const maxResponses = 100

/** Reads the responses to a quiz from a submitted form. Returns a list of responses for each question. */
export function readQuizResponsesFromForm(form: URLSearchParams, questions: readonly Question[]): string[][] {
  const sent = new Map<string, string[]>()
  for (const [name, value] of form) {
    if (value.trim() === '') continue
    const values = sent.get(name)
    if (!values) sent.set(name, [value])
    else if (values.length < maxResponses) values.push(value)
  }
  return questions.map((_question, index) => sent.get(fieldName(index)) ?? [])
}

async function renderAnswerField(
  question: Question,
  index: number,
  id: string,
  given: readonly string[],
  language: PageLabelLanguage,
  yieldOften: YieldToEventLoop,
): Promise<SafeHtml> {
  const { type, options } = question
  const name = fieldName(index)
  if (type === 'short_text')
    return html`<input type="text" name="${name}" aria-labelledby="${id}-${index}" autocomplete="off" maxlength="1000" value="${given[0] ?? ''}">`
  const kind = type === 'multiple_choice' ? 'checkbox' : 'radio'
  const hasDefaults = hasDefaultTrueFalseOptions(question)
  const renderOptionText = ({ id, text }: AnswerOption) =>
    hasDefaults
      ? renderLabelWithLanguage(language, language.labels[id as 'true' | 'false'])
      : renderInlineMarkdown(text, language)
  const items: SafeHtml[] = []
  for (const option of options) {
    await yieldOften()
    items.push(html`
<li><label><input type="${kind}" name="${name}" value="${option.id}"${given.includes(option.id) && html` checked`}> <span>${renderOptionText(option)}</span></label></li>`)
  }
  return html`<ul class="options">${items}</ul>`
}

function renderVerdict(correct: boolean | null, language: PageLabelLanguage): SafeHtml {
  const { labels } = language
  if (correct === null) return html`<p class="verdict">${renderLabelWithLanguage(language, labels.notScored)}</p>`
  return correct
    ? html`<p class="verdict right"><span aria-hidden="true">✓ </span>${renderLabelWithLanguage(language, labels.correct)}</p>`
    : html`<p class="verdict wrong"><span aria-hidden="true">✗ </span>${renderLabelWithLanguage(language, labels.notCorrect)}</p>`
}

/**
 * Renders a text that appears after the quiz is submitted. The text gets no ids for headings and keeps no ids of the
 * author, so that the other ids of the lesson stay the same.
 */
const renderFeedback = (text: string, language: PageLabelLanguage) =>
  removeAuthorAndHeadingIds(renderQuestionText(text, language))

const renderGrade = ({ correct, feedback, explanation }: Grade, language: PageLabelLanguage) => html`
<div class="feedback">${renderVerdict(correct, language)}${feedback.map(({ text }) => renderFeedback(text, language))}${
  explanation !== null && renderFeedback(explanation, language)
}</div>`

async function renderQuestion(
  question: Question,
  index: number,
  id: string,
  result: QuizResponsesWithGrades[number] | undefined,
  language: PageLabelLanguage,
  yieldOften: YieldToEventLoop,
): Promise<SafeHtml> {
  const labelId = `${id}-${index}`
  const legend = html`<div class="prompt" id="${labelId}"><span class="number">${index + 1}.</span> <div>${renderQuestionText(question.prompt, language)}</div></div>`
  const role = question.type === 'multiple_choice' || question.type === 'short_text' ? 'group' : 'radiogroup'
  return html`
<div class="question" role="${role}" aria-labelledby="${labelId}">${legend}
${await renderAnswerField(question, index, id, result?.given ?? [], language, yieldOften)}
${result && (result.grade ? renderGrade(result.grade, language) : html`<p class="verdict">${renderLabelWithLanguage(language, language.labels.notAnswered)}</p>`)}</div>`
}

/** Adds up points. The sum is rounded, because sums of fractions such as 0.1 and 0.7 have a small binary error. */
const sumOf = (points: readonly number[]) => Number(points.reduce((sum, one) => sum + one, 0).toPrecision(12))

/**
 * Returns the score of a graded quiz as text, and the verdict if the quiz has a passing score. Ignores questions
 * without a right answer.
 */
function makeScoreText(
  questions: readonly Question[],
  result: QuizResponsesWithGrades,
  passingScore: unknown,
  labels: Labels,
): string {
  const points = sumOf(result.map(({ grade }) => grade?.points ?? 0))
  const most = sumOf(questions.map((question, index) => (result[index]?.isScored ? question.points : 0)))
  const score = labels.score(points, most)
  if (typeof passingScore !== 'number') return score
  return `${score} ${points >= passingScore ? labels.passed : labels.notPassed}`
}

/** The options for the HTML form of a quiz. */
export type QuizFormOptions = {
  /** The URL to which the browser sends the form with the learner's responses. */
  action: string
  /** The name of the form, which only screen readers read out. */
  label: string
  language: PageLabelLanguage
  /** The responses of the learner, with their grades. Undefined until the learner submits the form. */
  result?: QuizResponsesWithGrades | undefined
}

/**
 * Renders a quiz as an HTML form that works without a script. Often yields to the event loop, because a quiz can have
 * thousands of options.
 */
export async function renderQuizForm(
  { id, content }: ReleaseBlock,
  { action, label, language, result }: QuizFormOptions,
  yieldOften: YieldToEventLoop,
): Promise<SafeHtml> {
  const { labels } = language
  const questions = readQuizQuestions(content)
  if (questions.length === 0) return html`<p>${renderLabelWithLanguage(language, labels.quizWithoutQuestions)}</p>`
  const rendered: SafeHtml[] = []
  for (const [index, question] of questions.entries()) {
    await yieldOften()
    rendered.push(await renderQuestion(question, index, `question-${id}`, result?.[index], language, yieldOften))
  }
  return html`
<form class="quiz" method="post" action="${action}#quiz-${id}" id="quiz-${id}" aria-labelledby="quiz-${id}-name">
<p class="visually-hidden" id="quiz-${id}-name"${renderLanguageAttributes(language)}>${label}</p>
<input type="hidden" name="block" value="${id}">
${rendered}
<p class="actions"><button type="submit"${renderLanguageAttributes(language)}>${labels.checkAnswers}</button></p>
<p class="score" role="status" tabindex="-1">${result && renderLabelWithLanguage(language, makeScoreText(questions, result, content.passingScore, labels))}</p>
</form>`
}
