import { removeHtmlTags } from '../clean/plain.ts'
import { findJsonObjectInText } from '../json-in-text.ts'

/** A longer text is cut. */
export const maxSuggestedChars = 300

/** Reads the alternative text in a model's answer, which is untrusted input. Returns undefined if it has none. */
export function findAltTextInAnswer(answer: string): string | undefined {
  const alt = findJsonObjectInText(answer, 'alt')?.alt
  if (typeof alt !== 'string') return undefined
  const words = removeHtmlTags(alt).replace(/\s+/g, ' ').trim()
  return [...words].slice(0, maxSuggestedChars).join('').trim() || undefined
}
