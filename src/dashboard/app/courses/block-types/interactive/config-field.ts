import { type BlockContent, isJsonObject } from '../../block-content/content.ts'

/**
 * Converts the text of the settings field to a JSON object. Blank text becomes an empty string. Text that is not a JSON
 * object is returned unchanged: the unsaved edit keeps it, and the API rejects it when the author saves.
 */
export function parseConfigOrKeepText(text: string): BlockContent | string {
  if (text.trim() === '') return ''
  try {
    const parsed: unknown = JSON.parse(text)
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
