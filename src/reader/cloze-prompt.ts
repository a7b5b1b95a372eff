import { DomUtils, ElementType } from 'htmlparser2'
import { splitAtGaps } from '../courses/block/quiz/gaps.ts'
import type { Question } from '../courses/block/quiz/questions.ts'
import { type FieldContext, renderGap } from './answer-fields.ts'
import { escapeHtml, html, SafeHtml, unescapeHtml } from './html.ts'
import { parseHtml, printHtml } from './html-tree.ts'
import { renderQuestionText } from './markdown.ts'

/** Renders the text of a question with its gaps as fields. A gap that the text does not show is below the text. */
export function renderClozePrompt({ prompt, gaps }: Question, context: FieldContext): SafeHtml {
  const tree = parseHtml(renderQuestionText(prompt, context.language))
  const left = new Map(gaps.map((gap, index) => [gap.id, { gap, number: index + 1 }]))
  /** Returns the field of a gap, or the mark as it is written if there is no such gap, or if it has a field already. */
  function render(gapId: string): SafeHtml {
    const found = left.get(gapId)
    if (!found) return html`{{${gapId}}}`
    left.delete(gapId)
    return renderGap(found.gap, found.number, context)
  }
  for (const node of DomUtils.find((one) => one.type === ElementType.Text, tree, true, Number.POSITIVE_INFINITY)) {
    if (node.type !== ElementType.Text || !node.data.includes('{{')) continue
    const parts = splitAtGaps(unescapeHtml(node.data))
    const rendered = parts.map((part) => ('gapId' in part ? render(part.gapId).text : escapeHtml(part.text))).join('')
    for (const child of [...parseHtml(new SafeHtml(rendered)).children]) DomUtils.prepend(node, child)
    DomUtils.removeElement(node)
  }
  const others = [...left.values()].map(({ gap, number }) => html`<p>${renderGap(gap, number, context)}</p>`)
  return html`${printHtml(tree)}${others}`
}
