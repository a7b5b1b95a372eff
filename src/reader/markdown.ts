import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import sanitizeHtml from 'sanitize-html'
import { Html, html } from './html.ts'

/** The values that HTML allows for the attribute `scope` of a header cell. */
const scopes = new Set(['col', 'row', 'colgroup', 'rowgroup'])

/** The name of the lesson is the only h1 of a page, so the headings in a text start at h2. */
const rules: sanitizeHtml.IOptions = {
  allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img', 'del', 'ins', 'details', 'summary'],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    ol: ['start'],
    th: ['align', 'scope', 'colspan', 'rowspan'],
    td: ['align', 'colspan', 'rowspan'],
    '*': ['lang', 'dir'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowProtocolRelative: false,
  transformTags: {
    h1: 'h2',
    // The page has these landmarks itself, once.
    main: 'div',
    nav: 'div',
    th: (tagName, { scope, ...attribs }) => ({
      tagName,
      attribs: { ...attribs, ...(scope && scopes.has(scope) && { scope }) },
    }),
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer' } }),
    img: (tagName, attribs) => ({ tagName, attribs: { alt: '', ...attribs, loading: 'lazy' } }),
  },
}

const inlineRules: sanitizeHtml.IOptions = {
  allowedTags: ['code', 'em', 'strong', 'del', 'sub', 'sup', 'br', 'img'],
  allowedAttributes: { img: ['src', 'alt'] },
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
}

const toHtml = (text: string, allowDangerousHtml: boolean) =>
  micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml })

/** Converts an author's text to HTML without scripts, styles and forms. */
export function renderAuthorText(text: string, format: unknown): Html {
  if (format === 'plain') return html`<p class="plain">${text}</p>`
  return new Html(sanitizeHtml(format === 'html' ? text : toHtml(text, true), rules))
}

/** Converts the Markdown of a question to HTML. HTML tags are shown as text, because a question may be about HTML. */
export const renderQuestionText = (text: string) => new Html(sanitizeHtml(toHtml(text, false), rules))

/** Converts Markdown to HTML for a label, which contains no block and no link. */
export const renderLabel = (text: string) => new Html(sanitizeHtml(toHtml(text, false), inlineRules))
