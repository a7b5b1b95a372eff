import type { Question } from '../courses/block/quiz/questions.ts'
import { type FieldContext, fieldsByType } from './answer-fields.ts'
import { renderClozePrompt } from './cloze-prompt.ts'
import { findVerdict, renderGrade, renderNote } from './grade-html.ts'
import { html, renderLabelWithLanguage, renderLanguageAttributes, type SafeHtml } from './html.ts'
import type { Labels } from './labels/labels.ts'
import { renderQuestionText } from './markdown.ts'
import type { PageLabelLanguage } from './page-language.ts'
import type { QuizResponsesWithGrades } from './quiz-responses.ts'

/** What a learner does in a question, where the fields do not say it. */
const instructions: Partial<Record<Question['type'], keyof Labels & ('chooseAll' | 'putInOrder' | 'matchEach')>> = {
  multiple_choice: 'chooseAll',
  ordering: 'putInOrder',
  matching: 'matchEach',
}

const radioTypes: ReadonlySet<string> = new Set(['single_choice', 'true_false'])

/** Renders hints, which open one after the other. */
export const renderHints = (hints: unknown, language: PageLabelLanguage): SafeHtml[] =>
  (Array.isArray(hints) ? hints : []).map(
    (hint, index) =>
      html`<details class="hint"><summary${renderLanguageAttributes(language)}>${language.labels.hint(index + 1)}</summary>${renderNote(String(hint), language)}</details>`,
  )

/** Renders how many attempts are left. A script fills it in, because the service keeps no answers. */
const renderAttempts = ({ attempts }: Question, language: PageLabelLanguage) =>
  attempts !== null &&
  html`<p class="attempts" data-attempts="${attempts}" data-text="${language.labels.attemptsLeft('{count}')}"${renderLanguageAttributes(language)} hidden></p>`

/** Renders a question with its fields and, after the learner has answered it, what the learner learns then. */
export async function renderQuestion(
  question: Question,
  context: FieldContext,
  result: QuizResponsesWithGrades[number] | undefined,
): Promise<SafeHtml> {
  const { index, labelId, language } = context
  const { type } = question
  const instruction = instructions[type]
  const prompt = type === 'cloze' ? renderClozePrompt(question, context) : renderQuestionText(question.prompt, language)
  const verdict = result && findVerdict(result.grade)
  return html`
<div class="question${verdict && ` ${verdict}`}" role="${radioTypes.has(type) ? 'radiogroup' : 'group'}" aria-labelledby="${labelId}" data-question="${question.id}" data-type="${type}"><div class="prompt" id="${labelId}"><span class="number">${index + 1}.</span> <div>${prompt}</div></div>
${instruction && html`<p class="instruction"${renderLanguageAttributes(language)}>${language.labels[instruction]}</p>`}
<div class="fields">${await fieldsByType[type](question, context)}</div>
${renderHints(question.hints, language)}${renderAttempts(question, language)}
${result && (result.grade ? renderGrade(question, result.grade, language) : html`<p class="verdict">${renderLabelWithLanguage(language, language.labels.notAnswered)}</p>`)}</div>`
}
