import type { ElementContent, Root } from 'hast'
import type { MarkupLabels } from './labels/labels.ts'
import { isTooComplexHtml, isTooComplexMarkdown, referencesMakeHtmlTooLong } from './markdown-cost.ts'
import { type MarkdownKind, readMarkdown } from './read-markdown.ts'
import { finishChildren, setDirections, wrapLooseText } from './tree/finish.ts'
import { makeHtmlBuilder } from './tree/html-builder.ts'
import type { MarkupProblem } from './tree/problem.ts'
import { sanitizeTree } from './tree/sanitize.ts'
import { type ToMath, toHtmlTree } from './tree/to-html-tree.ts'
import { weaveHtml } from './tree/weave-html.ts'

export type RenderOptions = {
  labels: MarkupLabels
  /** `toMathElement` of `tree/formula.ts`, which needs KaTeX, or what a browser does until that is loaded. */
  toMath: ToMath
  /** The prefix of the ids of footnotes in Markdown. Each text on a page has another one. */
  notePrefix?: string
  onProblem?: (problem: MarkupProblem) => void
}

function finish(tree: Root): Root {
  finishChildren(tree)
  const safe = sanitizeTree(tree)
  wrapLooseText(safe)
  setDirections(safe)
  return safe
}

/** A text as it is written, with its lines. */
export const renderPlain = (text: string): Root => ({
  type: 'root',
  children: [
    {
      type: 'element',
      tagName: 'p',
      properties: { className: ['plain'], dir: 'auto' },
      children: [{ type: 'text', value: text }],
    },
  ],
})

/** Renders an author's HTML. A text that would take too long is shown as it is written. */
export function renderHtml(text: string): Root {
  if (isTooComplexHtml(text)) return renderPlain(text)
  const root: Root = { type: 'root', children: [] }
  makeHtmlBuilder(root, text).addHtml(text)
  return finish(root)
}

/** Joins the paragraphs of a label to one line. A label has no links, because it belongs to a form element. */
function joinLines(root: Root): Root {
  const line: ElementContent[] = []
  for (const child of root.children) {
    if (child.type !== 'element') continue
    if (line.length > 0) line.push({ type: 'text', value: ' ' })
    line.push(...(child.tagName === 'p' ? child.children : [child]))
  }
  return { type: 'root', children: line.flatMap(withoutLinks) }
}

const withoutLinks = (node: ElementContent): ElementContent[] => {
  if (node.type !== 'element') return [node]
  const children = node.children.flatMap(withoutLinks)
  return node.tagName === 'a' ? children : [{ ...node, children }]
}

/**
 * Renders an author's Markdown to a tree of HTML without scripts, styles and forms. A text that would take too long is
 * shown as it is written.
 */
export function renderMarkdown(
  text: string,
  kind: MarkdownKind,
  { labels, toMath, notePrefix = '', onProblem = () => {} }: RenderOptions,
): Root {
  const asWritten = (): Root =>
    kind === 'option' ? { type: 'root', children: [{ type: 'text', value: text }] } : renderPlain(text)
  if (isTooComplexMarkdown(text)) return asWritten()
  const markdown = readMarkdown(text, kind)
  if (referencesMakeHtmlTooLong(markdown, text.length)) return asWritten()
  const isHtmlText = kind === 'text'
  const tree = toHtmlTree(markdown, { source: text, labels, toMath, notePrefix, isHtmlText, onProblem })
  const safe = finish(isHtmlText ? weaveHtml(tree, text) : tree)
  return kind === 'option' ? joinLines(safe) : safe
}
