import { makeInvalidRequestError } from '../../../../platform/errors.ts'
import type { QuestionResponse } from './definition.ts'

/** The maximum length of a response in characters, but for an essay. */
export const maxResponseChars = 1000

export const makeInvalidResponseError = (message: string) => makeInvalidRequestError([{ path: 'response', message }])

const isList = (response: QuestionResponse): response is readonly string[] => Array.isArray(response)

/** Returns the only value of a response as text. Forms send each value in a list. */
export function readOnlyText(response: QuestionResponse, maxChars = maxResponseChars): string {
  const sent = isList(response) ? response : [response]
  const [only] = sent
  if (sent.length !== 1 || typeof only === 'object')
    throw makeInvalidResponseError('must be one value, because this question has one answer')
  const text = String(only)
  if (text.length > maxChars)
    throw makeInvalidResponseError(`must have at most ${maxChars.toLocaleString('en')} characters`)
  return text
}

type Named = { id: string }
const list = (all: readonly Named[]) => all.map(({ id }) => id).join(', ')

/** Returns the ids in a response, each once. */
export function readIds(response: QuestionResponse, options: readonly Named[]): string[] {
  if (typeof response === 'object' && !isList(response))
    throw makeInvalidResponseError(`must be a list of ids of the question's options, which are ${list(options)}`)
  const sent = (isList(response) ? response : [response]).map(String)
  const known = new Set(options.map(({ id }) => id))
  if (!sent.every((id) => known.has(id)))
    throw makeInvalidResponseError(`must only contain ids of the question's options, which are ${list(options)}`)
  return [...new Set(sent)]
}

/** Returns a response that is an object. `parts` are what its members must name. */
export function readParts(response: QuestionResponse, parts: readonly Named[], what: string): Map<string, string> {
  const expected = `must be an object whose members are ids of the question's ${what}, which are ${list(parts)}`
  if (typeof response !== 'object' || isList(response)) throw makeInvalidResponseError(expected)
  const known = new Set(parts.map(({ id }) => id))
  const entries = Object.entries(response)
  if (!entries.every(([id]) => known.has(id))) throw makeInvalidResponseError(expected)
  return new Map(entries.map(([id, text]) => [id, readOnlyText(text)]))
}
