import { APIError } from 'openai'
import { allCapabilities, type Capabilities, downgradeCapabilities, type OpenAiApiAdapter } from './adapter.ts'
import { chatCompletionsAdapter } from './chat.ts'
import { responsesAdapter } from './responses.ts'

const adapters = { chat: chatCompletionsAdapter, responses: responsesAdapter } satisfies Record<
  string,
  OpenAiApiAdapter
>
const otherApi = { chat: 'responses', responses: 'chat' } as const

/** The API that a request to the model uses, `chat` or `responses`, and the capabilities that it uses. */
export type ApiChoice = { api: keyof typeof adapters; capabilities: Capabilities }

export const makeFirstApiChoice = (api: ApiChoice['api']): ApiChoice => ({ api, capabilities: allCapabilities })
export const getOpenAiApiAdapter = ({ api }: ApiChoice): OpenAiApiAdapter => adapters[api]

/**
 * Returns the API and the capabilities to try after an error of the endpoint. If the endpoint lacks the current API,
 * the next attempt uses the other API. If the endpoint refuses a feature, the next attempt uses the same API with
 * weaker capabilities. Returns undefined if neither can help.
 */
export function findNextApiChoice(
  { api, capabilities }: ApiChoice,
  error: unknown,
  tried: ReadonlySet<ApiChoice['api']>,
): ApiChoice | undefined {
  if (!(error instanceof APIError)) return undefined
  const { status, param, code, message } = error
  if (status === 404 || status === 405) return tried.has(otherApi[api]) ? undefined : makeFirstApiChoice(otherApi[api])
  if (status !== 400 && status !== 422) return undefined
  const weaker = downgradeCapabilities(capabilities, `${param} ${code} ${message}`)
  return weaker && { api, capabilities: weaker }
}
