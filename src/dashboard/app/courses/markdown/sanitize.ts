import DOMPurify from 'dompurify'
import { convertInlineMarkdownToHtml, convertMarkdownToHtml, convertQuestionMarkdownToHtml } from './convert.ts'

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
  purify.sanitize(format === 'html' ? text : convertMarkdownToHtml(text), rules)

/** Converts the Markdown of a quiz question to sanitized HTML, and shows HTML tags in the Markdown as text. */
export const convertQuestionMarkdownToSafeHtml = (text: string) =>
  purify.sanitize(convertQuestionMarkdownToHtml(text), rules)

/** Converts Markdown to one line of sanitized HTML without links, for use in a label. */
export const convertInlineMarkdownToSafeHtml = (text: string) =>
  purify.sanitize(convertInlineMarkdownToHtml(text), rulesWithoutLinks)
