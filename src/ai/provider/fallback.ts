import { APIError } from 'openai'
import {
  allEndpointCapabilities,
  downgradeCapabilities,
  type EndpointCapabilities,
  type OpenAiApiAdapter,
} from './adapter.ts'
import { chatCompletionsApiAdapter } from './chat.ts'
import { responsesApiAdapter } from './responses.ts'

const adapters = { chat: chatCompletionsApiAdapter, responses: responsesApiAdapter } satisfies Record<
  string,
  OpenAiApiAdapter
>
const otherApi = { chat: 'responses', responses: 'chat' } as const

/**
 * The OpenAI API that a request uses, `chat` or `responses`, and the features that it uses (`EndpointCapabilities`).
 */
export type OpenAiApiChoice = { api: keyof typeof adapters; capabilities: EndpointCapabilities }

export const makeFirstOpenAiApiChoice = (api: OpenAiApiChoice['api']): OpenAiApiChoice => ({
  api,
  capabilities: allEndpointCapabilities,
})
export const getChosenOpenAiApiAdapter = ({ api }: OpenAiApiChoice): OpenAiApiAdapter => adapters[api]

/**
 * Returns what the next attempt uses after an error: the other API, or weaker capabilities. Returns undefined if
 * neither can help.
 */
export function findOpenAiFallbackAfterError(
  { api, capabilities }: OpenAiApiChoice,
  error: unknown,
  tried: ReadonlySet<OpenAiApiChoice['api']>,
): OpenAiApiChoice | undefined {
  if (!(error instanceof APIError)) return undefined
  const { status, param, code, message } = error
  // The status 404 or 405 means that the endpoint does not have the OpenAI API which the request used.
  if (status === 404 || status === 405)
    return tried.has(otherApi[api]) ? undefined : makeFirstOpenAiApiChoice(otherApi[api])
  // With the status 400 or 422, the endpoint can have refused a feature.
  if (status !== 400 && status !== 422) return undefined
  const weaker = downgradeCapabilities(capabilities, `${param} ${code} ${message}`)
  return weaker && { api, capabilities: weaker }
}
