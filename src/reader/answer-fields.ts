import { maxResponseChars } from '../courses/block/quiz/question-types/responses.ts'
import { maxEssayChars } from '../courses/block/quiz/question-types/texts.ts'
import type { AnswerOption, Gap, Question } from '../courses/block/quiz/questions.ts'
import { hasDefaultTrueFalseOptions } from '../courses/block/quiz/questions.ts'
import type { YieldToEventLoop } from '../courses/tree/yield-often.ts'
import { renderMark } from './grade-html.ts'
import { html, renderLabelWithLanguage, renderLanguageAttributes, type SafeHtml } from './html.ts'
import { getText, parseHtml } from './html-tree.ts'
import { renderInlineMarkdown } from './markdown.ts'
import type { PageLabelLanguage } from './page-language.ts'
import { type GivenResponse, getFieldName, getPartFieldName } from './quiz-responses.ts'

/** What the fields of a question need. */
export type FieldContext = {
  /** The place of the question in the quiz, from 0. */
  index: number
  /** The id of the element with the question, which is the name of its field. */
  labelId: string
  given: GivenResponse
  /** Whether the parts of the learner's response are right, by their ids. */
  rightParts: ReadonlyMap<string, boolean>
  language: PageLabelLanguage
  /** How many entries the lists of all questions may still have, because each option of a question has a list of its own. */
  budget: { entries: number }
  yieldOften: YieldToEventLoop
}

/** Renders a list of which each entry needs some time. */
async function renderEach<Entry>(
  entries: readonly Entry[],
  { yieldOften }: FieldContext,
  render: (entry: Entry) => SafeHtml,
): Promise<SafeHtml[]> {
  const rendered: SafeHtml[] = []
  for (const entry of entries) {
    await yieldOften()
    rendered.push(render(entry))
  }
  return rendered
}

async function renderChoices(question: Question, context: FieldContext): Promise<SafeHtml> {
  const { index, given, language } = context
  const kind = question.type === 'multiple_choice' ? 'checkbox' : 'radio'
  const hasDefaults = hasDefaultTrueFalseOptions(question)
  const renderOptionText = ({ id, text }: AnswerOption) =>
    hasDefaults
      ? renderLabelWithLanguage(language, language.labels[id as 'true' | 'false'])
      : renderInlineMarkdown(text, language)
  const items = await renderEach(
    question.options,
    context,
    (option) => html`
<li><label><input type="${kind}" name="${getFieldName(index)}" value="${option.id}"${given.values.includes(option.id) && html` checked`}> <span dir="auto">${renderOptionText(option)}</span></label></li>`,
  )
  return html`<ul class="options">${items}</ul>`
}

const renderText = (_question: Question, { index, labelId, given }: FieldContext) =>
  html`<input type="text" name="${getFieldName(index)}" aria-labelledby="${labelId}" autocomplete="off" maxlength="${maxResponseChars}" dir="auto" value="${given.values[0] ?? ''}">`

const renderNumber = ({ unit }: Question, { index, labelId, given }: FieldContext) =>
  html`<div class="number-field"><input type="text" inputmode="decimal" name="${getFieldName(index)}" aria-labelledby="${labelId}${unit && html` ${labelId}-unit`}" autocomplete="off" maxlength="100" dir="ltr" value="${given.values[0] ?? ''}">${unit && html` <span class="unit" id="${labelId}-unit">${unit}</span>`}</div>`

const renderEssay = (_question: Question, { index, labelId, given }: FieldContext) =>
  html`<textarea name="${getFieldName(index)}" rows="6" aria-labelledby="${labelId}" maxlength="${maxEssayChars}" dir="auto">${given.values[0] && html`\n`}${given.values[0] ?? ''}</textarea>`

/** Renders the options with a number for the place of each. A script replaces the numbers by buttons and by dragging. */
async function renderOrder({ options }: Question, context: FieldContext): Promise<SafeHtml> {
  const { index, given, language, rightParts } = context
  const placeOf = ({ id }: AnswerOption) => Number(given.parts.get(id) ?? options.length)
  const shown = given.parts.size > 0 ? options.toSorted((one, other) => placeOf(one) - placeOf(other)) : options
  const items = await renderEach(
    shown,
    context,
    ({ id, text }) => html`
<li><label><span class="visually-hidden"${renderLanguageAttributes(language)}>${language.labels.position}</span> <input type="number" min="1" max="${options.length}" name="${getPartFieldName(index, id)}" value="${given.parts.get(id) ?? ''}"> <span class="item" dir="auto">${renderInlineMarkdown(text, language)}</span></label>${renderMark(rightParts.get(id), language)}</li>`,
  )
  return html`<ol class="order">${items}</ol>`
}

/** Returns the text of inline Markdown, for the entries of a list, which can have no elements. */
const toEntryText = (text: string, language: PageLabelLanguage) =>
  getText(parseHtml(renderInlineMarkdown(text, language)).children)

type Entry = { value: string; text: string }

function renderList(
  name: string,
  entries: readonly Entry[],
  chosen: string | undefined,
  context: FieldContext,
  label?: SafeHtml,
) {
  const { labels } = context.language
  context.budget.entries -= entries.length
  return html`<select name="${name}"${label}><option value="">${labels.choose}</option>${entries.map(({ value, text }) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`)}</select>`
}

const renderTooLong = ({ language }: FieldContext) =>
  html`<p class="instruction"${renderLanguageAttributes(language)}>${language.labels.lessonTooLong}</p>`

/** Renders the options, each with a list of the targets. */
async function renderPairs({ options, targets }: Question, context: FieldContext): Promise<SafeHtml> {
  const { index, given, language, budget, rightParts } = context
  if (options.length * targets.length > budget.entries) return renderTooLong(context)
  const entries = targets.map(({ id, text }) => ({ value: id, text: toEntryText(text, language) }))
  const items = await renderEach(
    options,
    context,
    ({ id, text }) => html`
<li><label><span class="item" dir="auto">${renderInlineMarkdown(text, language)}</span> ${renderList(getPartFieldName(index, id), entries, given.parts.get(id), context)}</label>${renderMark(rightParts.get(id), language)}</li>`,
  )
  return html`<ul class="pairs">${items}</ul>`
}

/** Renders the field of a gap, with the number of the gap for screen readers. */
export function renderGap({ id, options }: Gap, number: number, context: FieldContext): SafeHtml {
  const { index, given, language, rightParts, budget } = context
  const label = html` aria-label="${language.labels.gap(number)}"`
  const name = getPartFieldName(index, id)
  const chosen = given.parts.get(id)
  const entries = options.map((text) => ({ value: text, text: toEntryText(text, language) }))
  const field =
    options.length > 0 && options.length <= budget.entries
      ? renderList(name, entries, chosen, context, label)
      : html`<input type="text" name="${name}"${label} autocomplete="off" maxlength="${maxResponseChars}" dir="auto" value="${chosen ?? ''}">`
  return html`<span class="gap"${renderLanguageAttributes(language)}>${field}${renderMark(rightParts.get(id), language)}</span>`
}

type RenderFields = (question: Question, context: FieldContext) => SafeHtml | Promise<SafeHtml>

/** The fields below a question, by its type. The fields of a text with gaps are in the text. */
export const fieldsByType: Readonly<Record<Question['type'], RenderFields>> = {
  single_choice: renderChoices,
  multiple_choice: renderChoices,
  true_false: renderChoices,
  short_text: renderText,
  numeric: renderNumber,
  ordering: renderOrder,
  matching: renderPairs,
  cloze: () => html``,
  essay: renderEssay,
}
