import type { JsonObject } from '../../../operations/json-object.ts'

/**
 * Functions that render content as Markdown. A property can be missing or have any type, so the functions check the
 * type of a property first.
 */

/** Returns the text of a property. Returns an empty text if the property is missing or is not a text. */
export const getTextProperty = (content: JsonObject, property: string) =>
  typeof content[property] === 'string' ? content[property] : ''

/**
 * Returns the value of a property that should be a list. Returns an empty list if the property is missing or is not a
 * list.
 */
export const getObjectListProperty = (content: JsonObject, property: string) =>
  Array.isArray(content[property]) ? (content[property] as JsonObject[]) : []

/** Joins texts with a separator and skips empty texts. */
export const joinNonEmptyTexts = (texts: readonly string[], separator = '\n\n') => texts.filter(Boolean).join(separator)

export const toMarkdownQuote = (text: string) => (text === '' ? '' : text.replace(/^/gm, '> '))

/**
 * Converts plain text to Markdown. The patterns match white space within one line only: matches across lines take
 * quadratic time.
 */
export const escapeMarkdown = (text: string) =>
  text
    .replace(/[\\`*_[\]<>#|]/g, '\\$&')
    .replace(/^([^\S\r\n\u2028\u2029]*)([-+])/gm, '$1\\$2')
    .replace(/^([^\S\r\n\u2028\u2029]*\d+)([.)])/gm, '$1\\$2')
    .replace(/(?<!\n)\n(?!\n)/g, '  \n')

export const toMarkdownLink = (title: string, url: string) =>
  `[${title}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`

/** Returns where the content is: its file, as `asset:ID`, or else its `url`. Returns an empty text if it has neither. */
export const findContentAddress = (content: JsonObject) => {
  const assetId = getTextProperty(content, 'assetId')
  return assetId === '' ? getTextProperty(content, 'url') : `asset:${assetId}`
}

/** Returns a Markdown link to the content's file or `url`. Returns an empty text if the content has neither. */
export const toMarkdownLinkToContentUrl = (content: JsonObject, title: string) => {
  const address = findContentAddress(content)
  return address && toMarkdownLink(title, address)
}
