import DOMPurify from 'dompurify'
import { Marked } from 'marked'

const marked = new Marked({
  gfm: true,
  walkTokens: (token) => {
    // The lesson's name is the page's one first heading.
    if (token.type === 'heading') token.depth = Math.max(2, token.depth)
  },
})

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

/** An author's Markdown or HTML as HTML that can do no harm: no script, no style, no form. */
export const safeHtml = (text: string, format: string) =>
  purify.sanitize(format === 'html' ? text : marked.parse(text, { async: false }), rules)
