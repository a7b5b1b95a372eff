import { APIError } from 'openai'
import { chatCompletionsDialect } from './chat.ts'
import { type ApiDialect, allCapabilities, type Capabilities, downgradeCapabilities } from './dialect.ts'
import { responsesDialect } from './responses.ts'

const dialects = { chat: chatCompletionsDialect, responses: responsesDialect } satisfies Record<string, ApiDialect>
const otherApi = { chat: 'responses', responses: 'chat' } as const

/** The API and the capabilities that a request to the endpoint uses. */
export type ApiChoice = { api: keyof typeof dialects; can: Capabilities }

export const makeFirstApiChoice = (api: ApiChoice['api']): ApiChoice => ({ api, can: allCapabilities })
export const getApiDialect = ({ api }: ApiChoice): ApiDialect => dialects[api]

/**
 * Returns what to try after an error: the other API if the endpoint lacks the current API, or else weaker capabilities.
 * Returns undefined if nothing else is left to try.
 */
export function findNextApiChoice(
  { api, can }: ApiChoice,
  error: unknown,
  tried: ReadonlySet<ApiChoice['api']>,
): ApiChoice | undefined {
  if (!(error instanceof APIError)) return undefined
  const { status, param, code, message } = error
  if (status === 404 || status === 405) return tried.has(otherApi[api]) ? undefined : makeFirstApiChoice(otherApi[api])
  if (status !== 400 && status !== 422) return undefined
  const left = downgradeCapabilities(can, `${param} ${code} ${message}`)
  return left && { api, can: left }
}
