import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { compile, parse, postprocess, preprocess } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import sanitizeHtml from 'sanitize-html'
import { authorElementIdPrefix, footnoteIdPrefix } from './anchors.ts'
import { linearAutolinks } from './autolinks/syntax.ts'
import { escapeHtml, html, SafeHtml } from './html.ts'
import {
  hasTooManyEmphasisMarks,
  isTooComplexHtml,
  isTooComplexMarkdown,
  referencesMakeHtmlTooLong,
} from './markdown-cost.ts'
import type { PageLabelLanguage } from './page-language.ts'

/** The values that HTML allows for the attribute `scope` of a header cell. */
const scopes = new Set(['col', 'row', 'colgroup', 'rowgroup'])

/** Returns the prefix of the ids of all footnotes in a text. Different texts on a page have different prefixes. */
const makeNotePrefix = (text: string) =>
  `${footnoteIdPrefix}${createHash('sha256').update(text).digest('hex').slice(0, 8)}-`

/** Returns the rules for sanitizing an author's text. `tag` is the language of the page's labels. */
const makeRules = ({ tag }: PageLabelLanguage): sanitizeHtml.IOptions => ({
  allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img', 'del', 'ins', 'details', 'summary'],
  allowedAttributes: {
    a: ['href', 'title', 'rel', 'aria-label'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    ol: ['start'],
    pre: ['tabindex'],
    table: ['tabindex'],
    th: ['align', 'scope', 'colspan', 'rowspan'],
    td: ['align', 'colspan', 'rowspan'],
    '*': ['lang', 'dir', 'id'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowProtocolRelative: false,
  transformTags: {
    // The name of the lesson is the only `<h1>` of a page.
    h1: 'h2',
    // An author's `<main>` or `<nav>` becomes a `<div>`, because screen readers list every `<main>` and `<nav>`.
    main: 'div',
    nav: 'div',
    th: (tagName, { scope, ...attribs }) => ({
      tagName,
      attribs: { ...attribs, ...(scope && scopes.has(scope) && { scope }) },
    }),
    a: (tagName, { name, ...attribs }) => ({
      tagName,
      attribs: {
        ...(name && { id: name }),
        // The link from a footnote back to the text needs `lang`, but the Markdown converter cannot add this attribute.
        ...(attribs['data-footnote-backref'] !== undefined && { lang: tag }),
        ...attribs,
        rel: 'noopener noreferrer',
      },
    }),
    // An author's text has no form elements, so a character replaces the check box of an item in a task list.
    input: (tagName, { type, checked }) =>
      type === 'checkbox'
        ? { tagName: 'span', attribs: {}, text: checked === undefined ? '☐' : '☑' }
        : { tagName, attribs: {} },
    // A wide table and long lines of code scroll sideways. With `tabindex`, keyboard users can focus and scroll them.
    pre: (tagName, attribs) => ({ tagName, attribs: { ...attribs, tabindex: '0' } }),
    table: (tagName, attribs) => ({ tagName, attribs: { ...attribs, tabindex: '0' } }),
    img: (tagName, attribs) => ({ tagName, attribs: { alt: '', ...attribs, loading: 'lazy' } }),
    '*': (tagName, { id, ...attribs }) => ({
      tagName,
      attribs: { ...attribs, ...(id && { id: authorElementIdPrefix + id }) },
    }),
  },
})

const rulesByTag = new Map<string, sanitizeHtml.IOptions>()

function getRules(language: PageLabelLanguage): sanitizeHtml.IOptions {
  const rules = rulesByTag.get(language.tag) ?? makeRules(language)
  rulesByTag.set(language.tag, rules)
  return rules
}

const inlineRules: sanitizeHtml.IOptions = {
  allowedTags: ['code', 'em', 'strong', 'del', 'sub', 'sup', 'br', 'img'],
  allowedAttributes: { img: ['src', 'alt'] },
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
}

const allSyntax = [gfm(), linearAutolinks]
const withoutEmphasis = [...allSyntax, { disable: { null: ['attention', 'strikethrough'] } }]

/**
 * Returns the options of `gfmHtml` for the labels of footnotes. The label of the link from footnote 1 back to its
 * second reference contains the number `1-2`.
 */
const makeFootnoteOptions = ({ tag, labels }: PageLabelLanguage) => ({
  label: escapeHtml(labels.footnotes),
  labelAttributes: `lang="${tag}"`,
  backLabel: (footnote: number, reference: number) =>
    labels.backToReference(`${footnote + 1}${reference > 1 ? `-${reference}` : ''}`),
})

/**
 * Converts Markdown to HTML. Footnotes have labels in `language`. Returns undefined if the conversion would take too
 * much time or memory.
 */
function toHtml(text: string, allowDangerousHtml: boolean, language: PageLabelLanguage): string | undefined {
  if (language.showsTextsAsWritten || isTooComplexMarkdown(text)) return undefined
  const extensions = hasTooManyEmphasisMarks(text) ? withoutEmphasis : allSyntax
  const events = postprocess(
    parse({ extensions })
      .document()
      .write(preprocess()(text, undefined, true)),
  )
  if (referencesMakeHtmlTooLong(events, text.length)) return undefined
  const htmlExtensions = [gfmHtml({ clobberPrefix: makeNotePrefix(text), ...makeFootnoteOptions(language) })]
  return compile({ htmlExtensions, allowDangerousHtml })(events)
}

const plainHtml = (text: string) => html`<p class="plain">${text}</p>`

/**
 * The HTML of texts, by a hash of the text and of how it is shown. Other pages, previews and
 * checked quizzes show the same texts.
 */
const converted = new LRUCache<string, SafeHtml>({
  maxSize: 16_000_000,
  // A text takes up to two bytes for each character in memory.
  sizeCalculation: ({ text }) => 2 * text.length + 200,
})

type Kind = 'html' | 'text' | 'question' | 'option'

/** Returns the HTML of a text from the cache, or makes it. */
function convertOnce(kind: Kind, text: string, { tag, showsTextsAsWritten }: PageLabelLanguage, make: () => SafeHtml) {
  if (showsTextsAsWritten) return make()
  const key = `${kind} ${tag} ${createHash('sha256').update(text).digest('base64')}`
  const found = converted.get(key) ?? make()
  converted.set(key, found)
  return found
}

/**
 * Sanitizes `unsafe`, the HTML of an author's text. If the text is too complex, `unsafe` is undefined, and the function
 * returns `written`, which shows the text as the author wrote it.
 */
const sanitized = (unsafe: string | undefined, allowed: sanitizeHtml.IOptions, written: SafeHtml) =>
  unsafe === undefined ? written : new SafeHtml(sanitizeHtml(unsafe, allowed))

/** Converts an author's text to HTML without scripts, styles and forms. Footnotes have labels in `language`. */
export function renderAuthorText(text: string, format: unknown, language: PageLabelLanguage): SafeHtml {
  if (format === 'plain') return plainHtml(text)
  const isHtml = format === 'html'
  return convertOnce(isHtml ? 'html' : 'text', text, language, () => {
    if (!isHtml) return sanitized(toHtml(text, true, language), getRules(language), plainHtml(text))
    const isAsWritten = language.showsTextsAsWritten || isTooComplexHtml(text)
    return sanitized(isAsWritten ? undefined : text, getRules(language), plainHtml(text))
  })
}

/**
 * Converts the Markdown of a question to HTML. A question can be about HTML, so the page shows HTML tags in the
 * Markdown as text.
 */
export const renderQuestionText = (text: string, language: PageLabelLanguage) =>
  convertOnce('question', text, language, () =>
    sanitized(toHtml(text, false, language), getRules(language), plainHtml(text)),
  )

/**
 * Converts Markdown to HTML for the label of an option in a quiz. The HTML contains no block-level elements and no
 * links.
 */
export const renderInlineMarkdown = (text: string, language: PageLabelLanguage) =>
  convertOnce('option', text, language, () => sanitized(toHtml(text, false, language), inlineRules, html`${text}`))
