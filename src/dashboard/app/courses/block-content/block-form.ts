import type { BlockContent } from './content.ts'

/**
 * The React props of every block form. A form leaves a property of the content unchanged if the form has no field for
 * the property.
 */
export type BlockFormProps = {
  content: BlockContent
  /** Returns the API's error message for the value at a path in the content, such as `questions.0.prompt`. */
  errorAt(path: string): string | undefined
  onChange(content: BlockContent): void
}

/**
 * Returns a copy of a block's content in which one property has a new value. An empty text or `false` removes the
 * property.
 */
export const replaceContentProperty = (content: BlockContent, property: string, value: unknown): BlockContent => ({
  ...content,
  [property]: value === '' || value === false ? undefined : value,
})

/**
 * Converts the text of a number field to a number. Returns an empty string for blank text, and invalid text unchanged.
 */
export function parseNumberOrKeepText(text: string): number | string {
  if (text.trim() === '') return ''
  const number = Number(text)
  // The API rejects text that is not a number, with an error for the user.
  return Number.isFinite(number) ? number : text
}

/**
 * Converts a stored value to the text of a number field. A value that is neither a number nor a string becomes an empty
 * string.
 */
export const formatNumberForField = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : ''

/**
 * Returns the text that a number field shows. Typed text that equals the stored number stays, such as `1.50` for 1.5.
 */
export const keepTypedTextOrFormatNumber = (typed: string, value: unknown): string =>
  parseNumberOrKeepText(typed) === (value ?? '') ? typed : formatNumberForField(value)
