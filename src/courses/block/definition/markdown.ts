import type { JsonObject } from '../../../operations/json-object.ts'

/**
 * Block types use these functions to render content as Markdown. The content can lack any member or have members of any
 * type, so each function checks the member first.
 */

/** Returns the text in a member. Returns an empty text if the member is missing or is not a text. */
export const getTextMember = (content: JsonObject, member: string) =>
  typeof content[member] === 'string' ? content[member] : ''

/** Returns the list in a member. Returns an empty list if the member is missing or is not a list. */
export const getObjectListMember = (content: JsonObject, member: string) =>
  Array.isArray(content[member]) ? (content[member] as JsonObject[]) : []

/** Joins texts with a separator and skips empty texts. */
export const joinNonEmpty = (texts: readonly string[], separator = '\n\n') => texts.filter(Boolean).join(separator)

export const toMarkdownQuote = (text: string) => (text === '' ? '' : text.replace(/^/gm, '> '))

/**
 * Converts plain text to Markdown: escapes Markdown characters and keeps line breaks. The regular expressions match
 * white space within one line only, because a match across lines takes quadratic time.
 */
export const escapeMarkdown = (text: string) =>
  text
    .replace(/[\\`*_[\]<>#|]/g, '\\$&')
    .replace(/^([^\S\r\n\u2028\u2029]*)([-+])/gm, '$1\\$2')
    .replace(/^([^\S\r\n\u2028\u2029]*\d+)([.)])/gm, '$1\\$2')
    .replace(/(?<!\n)\n(?!\n)/g, '  \n')

export const toMarkdownLink = (title: string, url: string) =>
  `[${title}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`

/** Returns a Markdown link to the content's `url`. Returns an empty text if the content has no `url`. */
export const makeMarkdownLinkToUrlMember = (content: JsonObject, title: string) =>
  getTextMember(content, 'url') ? toMarkdownLink(title, getTextMember(content, 'url')) : ''
