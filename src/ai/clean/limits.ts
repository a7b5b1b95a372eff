import { maxContentDepth } from '../../courses/block/content.ts'
import { estimateMarkdownParsingSteps } from '../../markup/parsing-steps.ts'
import type { InvalidField } from '../../platform/errors.ts'
import { findJsonDepthError } from '../../platform/json-depth.ts'

/** The maximum length, in characters, of a text that the model wrote. */
export const maxTextChars = 16_384

/**
 * Returns the maximum number of parsing steps for a text with this number of characters. A text that needs more is
 * refused.
 */
const maxSteps = (chars: number) => 8 * chars + 10_000

/** Returns what makes a text too long or complex to clean, or undefined. */
export function findTextProblem(text: string): string | undefined {
  if (text.length > maxTextChars) return 'must have at most 16,384 characters; write several blocks'
  if (estimateMarkdownParsingSteps(text) <= maxSteps(text.length)) return undefined
  return 'has too many brackets, backticks or comments that do not close; write plainer Markdown'
}

function problemsOf(value: unknown, at: string): InvalidField[] {
  if (typeof value === 'string') {
    const message = findTextProblem(value)
    return message === undefined ? [] : [{ path: at, message }]
  }
  if (typeof value !== 'object' || value === null) return []
  // Code is not parsed as Markdown, so the limits of a text do not apply to code.
  const texts = Object.entries(value).filter(([name, one]) => name !== 'code' || typeof one !== 'string')
  return texts.flatMap(([name, one]) => problemsOf(one, `${at}.${name}`))
}

/**
 * Returns a problem for each text that is too long or complex to clean, or one problem if the content is nested too
 * deeply.
 */
export function findTextsTooComplexToClean(content: object, at: string): InvalidField[] {
  const tooDeep = findJsonDepthError(content, maxContentDepth, at)
  return tooDeep ? [tooDeep] : problemsOf(content, at)
}
