import type { Element } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { parseFragment, serialize } from 'parse5'
import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { markdownSamples } from '../../scripts/docs/markdown-samples.ts'
import { toReact } from '../../src/dashboard/app/courses/markdown/to-react.ts'
import { findMarkupLabels } from '../../src/markup/labels/labels.ts'
import type { MarkdownKind } from '../../src/markup/read-markdown.ts'
import { renderHtml, renderMarkdown } from '../../src/markup/render.ts'
import { toMathElement } from '../../src/markup/tree/formula.ts'

/**
 * What a browser makes of HTML. Links of the preview open a new tab, or lead nowhere if they lead into the course. React
 * writes a value for an attribute that has
 * none, and leaves out blank text in tables.
 */
const parsed = (html: string) =>
  serialize(
    parseFragment(
      html
        .replaceAll(/ target="_blank"| href="(?:lesson|module|block):[^"]*"/g, '')
        .replaceAll('-ref="true"', '-ref=""')
        .replaceAll('notes="true"', 'notes=""'),
    ),
  ).replaceAll(/>\n</g, '><')

function render(text: string, kind: MarkdownKind | 'html') {
  if (kind === 'html') return renderHtml(text)
  return renderMarkdown(text, kind, { labels: findMarkupLabels('de'), toMath: toMathElement, notePrefix: 'note-' })
}

test.each([
  ['text', '# A\n\n**b** *c* ~~d~~ `e` [f](https://example.com "g") ![h](https://example.com/i.png)\n\n---'],
  ['text', '- [x] a\n- [ ] b\n\n3. c\n4. d\n\n> [!TIP] e\n> f\n\n> g'],
  ['text', '| a | b |\n|:-:|--:|\n| 1 | $x^2$ |\n\nNote[^1].\n\n[^1]: Source.'],
  [
    'text',
    '```ts\nconst a = `b`\n```\n\n$$\n\\sum_{i=0}^n \\frac{a}{b} \\text{é} \\ce{H2O}\n$$\n\n\\(y\\) and $\\frac{$',
  ],
  [
    'text',
    '<details open><summary>s</summary>\n\nb\n\n</details>\n\nList<String> <kbd>K</kbd> <abbr title="x">y</abbr>',
  ],
  [
    'html',
    '<ol type="a" start="2" reversed><li value="4">a<li>b</ol><table><tr><th scope="col" colspan="2">c<td>d</table>',
  ],
  [
    'html',
    '<math display="block"><mfrac><mn>1</mn><mn>2</mn></mfrac></math><p lang="fr" dir="rtl">a<time datetime="2026">b</time>',
  ],
  ['question', 'Is `List<String>` a **type**? <b>\n\n1. a'],
  ['option', '3. Oktober $x$ *y* <script>'],
  ...markdownSamples.map(({ markdown }) => ['text', markdown] as const),
] satisfies (readonly [MarkdownKind | 'html', string])[])(
  'the preview of a %s shows what the page shows: %s',
  (kind, text) => {
    const page = toHtml(render(text, kind))
    const preview = renderToStaticMarkup(createElement(Fragment, null, toReact(render(text, kind))))
    expect(parsed(preview)).toBe(parsed(page))
  },
)

test('the preview has no id of the author, and its links into the course lead nowhere', () => {
  const tree = renderHtml(
    '<h2 id="x">a</h2><a href="lesson:b">c</a> <a href="#d">e</a> <a href="https://example.com">f</a>',
  )
  const attributes: unknown[] = []
  toReact(tree)
  const visit = (element: Element): void => {
    const { id, href, target } = element.properties
    if (element.tagName === 'h2' || element.tagName === 'a') attributes.push([id, href, target])
    for (const child of element.children) if (child.type === 'element') visit(child)
  }
  for (const child of tree.children) if (child.type === 'element') visit(child)
  expect(attributes).toEqual([
    [undefined, undefined, undefined],
    [undefined, undefined, undefined],
    [undefined, '#d', undefined],
    [undefined, 'https://example.com', '_blank'],
  ])
})
