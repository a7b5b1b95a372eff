import { APIError } from 'openai'
import { chat } from './chat.ts'
import { allCapabilities, type Capabilities, type Dialect, downgradeCapabilities } from './dialect.ts'
import { responses } from './responses.ts'

const dialects = { chat, responses } satisfies Record<string, Dialect>
const otherApi = { chat: 'responses', responses: 'chat' } as const

/** The API and the capabilities that a request to the endpoint uses. */
export type ApiChoice = { api: keyof typeof dialects; can: Capabilities }

export const firstApiChoice = (api: ApiChoice['api']): ApiChoice => ({ api, can: allCapabilities })
export const getApiDialect = ({ api }: ApiChoice): Dialect => dialects[api]

/**
 * Returns what to try after an error: the other API if the endpoint lacks the current API, or else weaker capabilities.
 * Returns undefined if nothing else is left to try.
 */
export function nextApiChoice(
  { api, can }: ApiChoice,
  error: unknown,
  tried: ReadonlySet<ApiChoice['api']>,
): ApiChoice | undefined {
  if (!(error instanceof APIError)) return undefined
  const { status, param, code, message } = error
  if (status === 404 || status === 405) return tried.has(otherApi[api]) ? undefined : firstApiChoice(otherApi[api])
  if (status !== 400 && status !== 422) return undefined
  const left = downgradeCapabilities(can, `${param} ${code} ${message}`)
  return left && { api, can: left }
}
