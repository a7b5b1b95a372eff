import type { BlockContent } from './content.ts'

/** The props of every form for block content. A form does not change members for which it has no field. */
export type BlockFormProps = {
  content: BlockContent
  /** Returns the API's error message for one member of the content. An example of a path is `questions.0.prompt`. */
  errorAt(path: string): string | undefined
  onChange(content: BlockContent): void
}

/** Returns a copy of the content with a new value for one member. An empty text or `false` removes the member. */
export const withContentMember = (content: BlockContent, member: string, value: unknown): BlockContent => ({
  ...content,
  [member]: value === '' || value === false ? undefined : value,
})

/**
 * Converts the text of a field to a number. A text that is not a number is returned unchanged, so that the API rejects
 * it.
 */
export function parseNumberOrKeepText(text: string): number | string {
  const number = Number(text)
  return text.trim() === '' || Number.isNaN(number) ? text : number
}

/**
 * Converts a stored value to the text of a number field. A value that is neither a number nor a string becomes an empty
 * text.
 */
export const formatNumberForField = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : ''
