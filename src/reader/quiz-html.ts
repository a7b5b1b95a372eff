import { getTextProperty } from '../courses/block/definition/markdown.ts'
import { readQuizQuestions } from '../courses/block/quiz/questions.ts'
import type { YieldToEventLoop } from '../courses/tree/yield-often.ts'
import type { ReleaseBlock } from '../releases/content/outline.ts'
import { html, renderLabelWithLanguage, renderLanguageAttributes, type SafeHtml } from './html.ts'
import type { PageLabelLanguage } from './page-language.ts'
import { renderQuestion } from './question-html.ts'
import type { QuizResponsesWithGrades } from './quiz-responses.ts'
import { countPoints, renderScore } from './quiz-score.ts'

/** The options for the HTML form of a quiz. */
export type QuizFormOptions = {
  /** The URL to which the browser sends the form with the learner's responses. */
  action: string
  /** The name of the form. */
  label: string
  language: PageLabelLanguage
  /** The responses of the learner, with their grades. Undefined until the learner submits the form. */
  result?: QuizResponsesWithGrades | undefined
}

/** The maximum number of entries in all lists of a quiz, of which a matching question has one for each option. */
const maxListEntries = 20_000

const nothingGiven = { values: [], parts: new Map<string, string>() }

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
  const title = getTextProperty(content, 'title')
  const budget = { entries: maxListEntries }
  const rendered: SafeHtml[] = []
  for (const [index, question] of questions.entries()) {
    await yieldOften()
    const { given = nothingGiven, grade } = result?.[index] ?? {}
    const rightParts = new Map(grade?.parts.map((part) => [part.id, part.correct]))
    const labelId = `question-${id}-${index}`
    const context = { index, labelId, given, rightParts, language, budget, yieldOften }
    rendered.push(await renderQuestion(question, context, result?.[index]))
  }
  return html`
<form class="quiz" method="post" action="${action}#quiz-${id}" id="quiz-${id}" aria-labelledby="quiz-${id}-name" data-block="${id}">
<div class="quiz-head"><p class="quiz-name" id="quiz-${id}-name">${title || renderLabelWithLanguage(language, label)}</p><span class="best"></span></div>
<input type="hidden" name="block" value="${id}">
${rendered}
<div class="actions"><button type="submit"${renderLanguageAttributes(language)}>${labels.checkAnswers}</button><p class="sign" role="status"></p></div>
${renderScore(result && countPoints(questions, result, content.passingScore), language)}
</form>`
}
