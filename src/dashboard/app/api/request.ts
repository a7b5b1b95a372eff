import type { TypedDocumentString } from '../generated/operations.ts'
import { setServiceStatus } from '../service-status/service-status.ts'
import { getIdToken, renewRejectedIdToken } from '../session/sign-in.ts'
import { ApiError, type InputFieldError } from './api-error.ts'
import { takeEarlyResponse } from './early-requests.ts'
import { makeRequestBody, sendGraphqlRequest } from './graphql-request.ts'

type GraphqlError = {
  message: string
  extensions?: { code?: string; details?: { fields?: InputFieldError[]; reason?: string } }
}
export type GraphqlResponse<Result> = { data?: Result; errors?: GraphqlError[] }

const defaultRetrySeconds = 60

/**
 * Sends a POST request to the GraphQL API as the signed-in user.
 * @throws ApiError `unreachable` if the service does not respond
 */
export async function postToGraphqlApi(
  body: string,
  signal: AbortSignal | undefined,
  accept?: string,
): Promise<Response> {
  const idToken = await getIdToken()
  try {
    return await (takeEarlyResponse(body, idToken) ?? sendGraphqlRequest(body, idToken, { accept, signal }))
  } catch (error) {
    if (signal?.aborted) throw error
    setServiceStatus({ state: 'unreachable' })
    throw new ApiError('unreachable', 'The service cannot be reached.')
  }
}

/** Converts a GraphQL error to an `ApiError`. If the rate limit is exceeded, the page then shows how long to wait. */
export function convertGraphqlErrorToApiError({ message, extensions }: GraphqlError, response: Response): ApiError {
  const retryAfterSeconds = Number(response.headers.get('Retry-After')) || undefined
  const code = response.status === 413 ? 'too_large' : (extensions?.code ?? 'internal_error')
  // An error with `details.reason` is about another limit than the request rate, such as a limit on the use of AI.
  if (code === 'rate_limit_exceeded' && response.status === 429 && extensions?.details?.reason === undefined)
    setServiceStatus({
      state: 'rateLimited',
      until: Date.now() + (retryAfterSeconds ?? defaultRetrySeconds) * 1000,
    })
  return new ApiError(code, message, {
    fields: extensions?.details?.fields,
    details: extensions?.details,
    retryAfterSeconds,
    requestId: response.headers.get('X-Request-Id') ?? undefined,
  })
}

async function execute<Result>(body: string, signal: AbortSignal | undefined): Promise<Result> {
  const response = await postToGraphqlApi(body, signal)
  const result = (await response.json().catch(() => undefined)) as GraphqlResponse<Result> | undefined
  if (response.status === 413 && !result?.errors)
    throw new ApiError('too_large', 'A proxy has refused the size of the request.')
  const [error] = result?.errors ?? []
  if (error) throw convertGraphqlErrorToApiError(error, response)
  if (!result?.data) {
    // The response is not a complete GraphQL response: a proxy has answered, or the connection broke.
    setServiceStatus({ state: 'unreachable' })
    throw new ApiError('unreachable', `The service answered with status ${response.status}.`)
  }
  setServiceStatus({ state: 'available' })
  return result.data
}

/**
 * Runs one GraphQL query or mutation as the signed-in user.
 * @throws ApiError if the API returns an error or does not respond
 */
export async function runGraphqlOperation<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables?: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  const body = makeRequestBody(document, variables)
  try {
    return await execute<Result>(body, signal)
  } catch (error) {
    const isUnauthorized = error instanceof ApiError && error.code === 'unauthorized'
    if (isUnauthorized && (await renewRejectedIdToken())) return execute<Result>(body, signal)
    throw error
  }
}
