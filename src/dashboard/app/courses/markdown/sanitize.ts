import DOMPurify from 'dompurify'
import { Marked } from 'marked'

const marked = new Marked({
  gfm: true,
  walkTokens: (token) => {
    // The name of the lesson is the only h1 of the page, so the headings in a text start at h2.
    if (token.type === 'heading') token.depth = Math.max(2, token.depth)
  },
})

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

// A quiz question may be about HTML, so this Markdown parser shows HTML tags as text.
const markedWithoutHtml = new Marked({ gfm: true, renderer: { html: ({ text }) => escapeHtml(text) } })

const purify = DOMPurify()
purify.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName !== 'A' || !element.hasAttribute('href')) return
  element.setAttribute('target', '_blank')
  element.setAttribute('rel', 'noopener noreferrer')
})

const rules = {
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'iframe', 'dialog'],
  FORBID_ATTR: ['style', 'id', 'name', 'class', 'autofocus', 'tabindex'],
  ALLOW_DATA_ATTR: false,
}
const rulesWithoutLinks = { ...rules, FORBID_TAGS: [...rules.FORBID_TAGS, 'a'] }

/** Converts an author's Markdown or HTML to HTML without scripts, styles and forms. */
export const convertMarkdownOrHtmlToSafeHtml = (text: string, format: string) =>
  purify.sanitize(format === 'html' ? text : marked.parse(text, { async: false }), rules)

/** Converts the Markdown of a quiz question to sanitized HTML, and shows HTML tags in the Markdown as text. */
export const convertQuestionMarkdownToSafeHtml = (text: string) =>
  purify.sanitize(markedWithoutHtml.parse(text, { async: false }), rules)

/** Converts Markdown to one line of sanitized HTML without links, for use in a label. */
export const convertInlineMarkdownToSafeHtml = (text: string) =>
  purify.sanitize(markedWithoutHtml.parseInline(text, { async: false }), rulesWithoutLinks)
