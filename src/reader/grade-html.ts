import type { Grade } from '../courses/block/quiz/grade.ts'
import type { Question } from '../courses/block/quiz/questions.ts'
import { removeAuthorAndHeadingIds } from './anchors.ts'
import { html, renderLabelWithLanguage, renderLanguageAttributes, type SafeHtml } from './html.ts'
import { renderQuestionText } from './markdown.ts'
import type { PageLabelLanguage } from './page-language.ts'

/** Renders the mark of a right or wrong part of a response. */
export const renderMark = (
  isRight: boolean | undefined,
  { labels, ...language }: PageLabelLanguage,
): SafeHtml | false =>
  isRight !== undefined &&
  html`<span class="mark ${isRight ? 'right' : 'wrong'}"><span aria-hidden="true">${isRight ? '✓' : '✗'}</span><span class="visually-hidden"${renderLanguageAttributes({ labels, ...language })}>${isRight ? labels.correct : labels.notCorrect}</span></span>`

type Verdict = 'right' | 'partly' | 'wrong'

/** Returns how right a response is, or undefined if the question has no right answer. */
export function findVerdict(grade: Grade | undefined): Verdict | undefined {
  if (!grade || grade.correct === null) return undefined
  if (grade.correct) return 'right'
  return grade.points > 0 ? 'partly' : 'wrong'
}

function renderVerdict(verdict: Verdict | undefined, language: PageLabelLanguage): SafeHtml {
  const { labels } = language
  if (!verdict) return html`<p class="verdict">${renderLabelWithLanguage(language, labels.notScored)}</p>`
  const text = { right: labels.correct, partly: labels.partlyCorrect, wrong: labels.notCorrect }[verdict]
  const sign = { right: '✓', partly: '◐', wrong: '✗' }[verdict]
  return html`<p class="verdict ${verdict}"><span aria-hidden="true">${sign} </span>${renderLabelWithLanguage(language, text)}</p>`
}

/**
 * Renders a text beside a question. The text gets no ids for headings and keeps no ids of the author, so that the other
 * ids of the lesson stay the same.
 */
export const renderNote = (text: string, language: PageLabelLanguage): SafeHtml =>
  removeAuthorAndHeadingIds(renderQuestionText(text, language))

/** Renders what a learner learns after answering a question. */
export function renderGrade({ type }: Question, grade: Grade, language: PageLabelLanguage): SafeHtml | false {
  const { feedback, generalFeedback, explanation, sampleAnswer } = grade
  const texts = [...feedback.map(({ text }) => text), generalFeedback, explanation].filter((text) => text !== null)
  // An essay has no right answer.
  const verdict = type !== 'essay' && renderVerdict(findVerdict(grade), language)
  const sample =
    sampleAnswer !== null &&
    html`<p class="sample"${renderLanguageAttributes(language)}>${language.labels.sampleAnswer}</p>${renderNote(sampleAnswer, language)}`
  return (
    (verdict || texts.length > 0 || sample) &&
    html`
<div class="feedback">${verdict}${texts.map((text) => renderNote(text, language))}${sample}</div>`
  )
}
