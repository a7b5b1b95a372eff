import { type BlockContent, isJsonObject } from '../../block-content/content.ts'

/**
 * Converts the text of the settings field to a JSON object. Returns an empty string for blank text, and invalid text
 * unchanged.
 */
export function parseConfigOrKeepText(text: string): BlockContent | string {
  if (text.trim() === '') return ''
  try {
    const parsed: unknown = JSON.parse(text)
    // The unsaved edit keeps invalid text. The API rejects invalid text when the author saves.
    return isJsonObject(parsed) ? parsed : text
  } catch {
    return text
  }
}

/** Converts the settings to the text of the settings field. */
export function formatConfigForField(config: unknown): string {
  if (config === undefined) return ''
  return typeof config === 'string' ? config : JSON.stringify(config, null, 2)
}
