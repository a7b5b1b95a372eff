import { removeHtmlTags } from '../clean/plain.ts'
import { findJsonObjectInText } from '../json-in-text.ts'
import type { SuggestedTextOrProblem } from '../suggestion/ask.ts'

/** A longer text is cut. */
export const maxSuggestedChars = 300

/** Finds the alternative text in a model's answer, which is untrusted input. */
export function findAltTextInAnswer(answer: string): SuggestedTextOrProblem {
  const alt = findJsonObjectInText(answer, 'alt')?.alt
  const words = typeof alt === 'string' ? removeHtmlTags(alt).replace(/\s+/g, ' ').trim() : ''
  const text = [...words].slice(0, maxSuggestedChars).join('').trim()
  return text ? { text } : { problem: { path: 'alt', message: 'must be a text that describes the picture' } }
}
