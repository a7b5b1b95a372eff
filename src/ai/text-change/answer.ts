import { findTextProblem } from '../clean/limits.ts'
import { makeUrlFilter } from '../clean/links.ts'
import { cleanMarkdown, listMarkdownUrls } from '../clean/markdown.ts'
import { findJsonObjectInText } from '../json-in-text.ts'
import type { ReadSuggestedText } from '../suggestion/ask.ts'
import { findUrlsInPrompt } from '../urls.ts'
import type { TextChangeRequest } from './input.ts'

const path = 'text'

/**
 * Returns a function that finds the changed text in a model's answer, which is untrusted input, and cleans it. Only the
 * addresses of the text itself and of the instruction stay.
 */
export function makeChangedTextReader({ text: source, instruction = '' }: TextChangeRequest): ReadSuggestedText {
  const isUrlAllowed = makeUrlFilter([...listMarkdownUrls(source), ...findUrlsInPrompt(instruction)])
  return (answer) => {
    const written = findJsonObjectInText(answer, 'text')?.text
    if (typeof written !== 'string') return { problem: { path, message: 'must be the changed text' } }
    const message = findTextProblem(written)
    if (message) return { problem: { path, message } }
    const text = cleanMarkdown(written, 'text', isUrlAllowed).trim()
    return text ? { text } : { problem: { path, message: 'must not be empty' } }
  }
}
