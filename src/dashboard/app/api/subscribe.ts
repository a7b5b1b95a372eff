import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { TypedDocumentString } from '../generated/operations.ts'
import { ApiError } from './api-error.ts'
import { makeRequestBody } from './graphql-request.ts'
import { convertGraphqlErrorToApiError, type GraphqlResponse, postToGraphqlApi } from './request.ts'

/**
 * Returns the data of a GraphQL response.
 * @throws ApiError if the response contains an error
 */
function dataOf<Result>({ data, errors }: GraphqlResponse<Result>, response: Response): Result | undefined {
  const [error] = errors ?? []
  if (error) throw convertGraphqlErrorToApiError(error, response)
  return data
}

/**
 * Runs a GraphQL subscription over server-sent events. Yields the data of each event.
 * @throws ApiError if the API returns an error or the connection is lost
 */
export async function* runGraphqlSubscription<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal: AbortSignal,
): AsyncGenerator<Result> {
  const response = await postToGraphqlApi(makeRequestBody(document, variables), signal, 'text/event-stream')
  if (!response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
    const result = (await response.json().catch(() => ({}))) as GraphqlResponse<Result>
    dataOf(result, response)
    throw new ApiError('unreachable', `The service answered with status ${response.status}.`)
  }
  const events = response.body!.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  const reader = events.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        if (signal.aborted) throw error
        throw new ApiError('unreachable', 'The connection to the service was lost.')
      })
      if (done || value.event === 'complete') return
      if (value.event !== 'next' && value.event !== undefined) continue
      const data = dataOf(JSON.parse(value.data) as GraphqlResponse<Result>, response)
      if (data) yield data
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
