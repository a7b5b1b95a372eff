import { toHtml } from 'hast-util-to-html'
import { getObjectListProperty, getTextProperty } from '../courses/block/definition/markdown.ts'
import { highlightCode, markLines, readCodeLanguage } from '../markup/tree/highlight.ts'
import type { JsonObject } from '../operations/json-object.ts'
import { html, renderLabelWithLanguage, SafeHtml } from './html.ts'
import type { PageLabelLanguage } from './page-language.ts'
import { renderHints } from './question-html.ts'

/** Renders code in the colours of its language. The lines of `marked`, numbers from 1, have a band behind them. */
function renderLines(code: string, language: string | undefined, marked: ReadonlySet<number>): SafeHtml {
  const lines = toHtml(markLines(highlightCode(code, language), marked))
  return html`<pre tabindex="0" dir="ltr"><code class="hljs">${new SafeHtml(lines)}</code></pre>`
}

function renderTest(test: JsonObject, { language, number }: { language: PageLabelLanguage; number: number }): SafeHtml {
  const { labels } = language
  const parts = [
    [labels.testInput, getTextProperty(test, 'input')],
    [labels.testOutput, getTextProperty(test, 'expected')],
  ] as const
  const rows = parts.map(
    ([label, text]) =>
      text !== '' &&
      html`<div><dt>${renderLabelWithLanguage(language, label)}</dt><dd><pre tabindex="0" dir="ltr"><code>${text}</code></pre></dd></div>`,
  )
  return html`<li><p dir="auto">${getTextProperty(test, 'name') || `${number}.`}</p><dl>${rows}</dl></li>`
}

/** Renders code, and of an exercise what a learner begins with, the hints and the tests that are not hidden. */
export function renderCode(content: JsonObject, pageLanguage: PageLabelLanguage): SafeHtml {
  const { labels } = pageLanguage
  const filename = getTextProperty(content, 'filename')
  const language = readCodeLanguage(getTextProperty(content, 'language'))
  const marked = new Set(Array.isArray(content.highlight) ? content.highlight.map(Number) : [])
  const code = getTextProperty(content, 'code')
  const starter = getTextProperty(content, 'starter')
  const tests = getObjectListProperty(content, 'tests')
  const caption =
    (filename || language) &&
    html`<figcaption>${filename && html`<span class="filename">${filename}</span>`}${language && html`<span>${language}</span>`}</figcaption>`
  return html`${code && html`<figure class="code">${caption}${renderLines(code, language, marked)}</figure>`}
${starter && html`<figure class="code"><figcaption>${renderLabelWithLanguage(pageLanguage, labels.starter)}</figcaption>${renderLines(starter, language, new Set())}</figure>`}
${renderHints(content.hints, pageLanguage)}
${tests.length > 0 && html`<details class="tests"><summary>${renderLabelWithLanguage(pageLanguage, labels.tests)}</summary><ol>${tests.map((test, index) => renderTest(test, { language: pageLanguage, number: index + 1 }))}</ol></details>`}`
}
