import { createHash } from 'node:crypto'
import type { Root } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { LRUCache } from 'lru-cache'
import { findMarkupLabels } from '../markup/labels/labels.ts'
import type { MarkdownKind } from '../markup/read-markdown.ts'
import { renderHtml, renderMarkdown, renderPlain } from '../markup/render.ts'
import { toMathElement } from '../markup/tree/formula.ts'
import { footnoteIdPrefix } from './anchors.ts'
import { html, SafeHtml } from './html.ts'
import type { PageLabelLanguage } from './page-language.ts'

const print = (tree: Root) => new SafeHtml(toHtml(tree, { characterReferences: { useNamedReferences: true } }))

/**
 * The HTML of texts, by a hash of the text and of how it is shown. Other pages, previews and
 * checked quizzes show the same texts.
 */
const rendered = new LRUCache<string, SafeHtml>({
  maxSize: 16_000_000,
  // A text takes up to two bytes for each character in memory.
  sizeCalculation: ({ text }) => 2 * text.length + 200,
})

/** Returns the HTML of a text from the cache, or makes it. `hash` is that of the text. */
function renderOnce(kind: MarkdownKind | 'html', text: string, tag: string, make: (hash: string) => Root): SafeHtml {
  const hash = createHash('sha256').update(text).digest('hex')
  const key = `${kind} ${tag} ${hash}`
  const found = rendered.get(key) ?? print(make(hash))
  rendered.set(key, found)
  return found
}

const renderMarkdownOnce = (kind: MarkdownKind, text: string, { tag }: PageLabelLanguage) =>
  renderOnce(kind, text, tag, (hash) =>
    renderMarkdown(text, kind, {
      labels: findMarkupLabels(tag),
      toMath: toMathElement,
      // Different texts on a page have different prefixes.
      notePrefix: `${footnoteIdPrefix}${hash.slice(0, 8)}-`,
    }),
  )

/** Renders an author's text as HTML without scripts, styles and forms. Footnotes have labels in `language`. */
export function renderAuthorText(text: string, format: unknown, language: PageLabelLanguage): SafeHtml {
  if (format === 'plain' || language.showsTextsAsWritten) return print(renderPlain(text))
  return format === 'html'
    ? renderOnce('html', text, language.tag, () => renderHtml(text))
    : renderMarkdownOnce('text', text, language)
}

/**
 * Renders the Markdown of a question. A question can be about HTML, so the page shows HTML tags in the Markdown as
 * text.
 */
export const renderQuestionText = (text: string, language: PageLabelLanguage) =>
  language.showsTextsAsWritten ? print(renderPlain(text)) : renderMarkdownOnce('question', text, language)

/**
 * Renders Markdown as HTML for the label of an option in a quiz. The HTML contains no block-level elements and no
 * links.
 */
export const renderInlineMarkdown = (text: string, language: PageLabelLanguage) =>
  language.showsTextsAsWritten ? html`${text}` : renderMarkdownOnce('option', text, language)
