import type { TypedDocumentString } from '../generated/operations.ts'
import { token, tokenRefused } from '../session/session.ts'
import { Failure, type FieldProblem } from './failure.ts'
import { noteService } from './service.ts'

type Refusal = { message: string; extensions?: { code?: string; details?: { fields?: FieldProblem[] } } }
export type Answer<Result> = { data?: Result; errors?: Refusal[] }

/** Posts to the service as the signed-in person. @throws Failure `unreachable` */
export async function send(
  body: string,
  signal: AbortSignal | undefined,
  accept = 'application/json',
): Promise<Response> {
  const idToken = await token()
  const headers = {
    'Content-Type': 'application/json',
    Accept: accept,
    ...(idToken && { Authorization: `Bearer ${idToken}` }),
  }
  try {
    return await fetch('/graphql', { method: 'POST', headers, body, signal })
  } catch (error) {
    if (signal?.aborted) throw error
    noteService({ state: 'away' })
    throw new Failure('unreachable', 'The service cannot be reached.')
  }
}

export function failureOf({ message, extensions }: Refusal, response: Response): Failure {
  const retryAfterSeconds = Number(response.headers.get('Retry-After')) || undefined
  const code = extensions?.code ?? 'internal_error'
  if (code === 'rate_limit_exceeded' && response.status === 429)
    noteService({ state: 'limited', until: Date.now() + (retryAfterSeconds ?? 60) * 1000 })
  return new Failure(code, message, {
    fields: extensions?.details?.fields,
    details: extensions?.details,
    retryAfterSeconds,
    requestId: response.headers.get('X-Request-Id') ?? undefined,
  })
}

async function ask<Result>(body: string, signal: AbortSignal | undefined): Promise<Result> {
  const response = await send(body, signal)
  const answer = (await response.json().catch(() => undefined)) as Answer<Result> | undefined
  if (!answer) {
    // What stands between us and the service answered in its place.
    noteService({ state: 'away' })
    throw new Failure('unreachable', `The service answered ${response.status}.`)
  }
  const [refusal] = answer.errors ?? []
  if (refusal) throw failureOf(refusal, response)
  noteService({ state: 'fine' })
  return answer.data as Result
}

/**
 * Runs one operation as the signed-in person.
 * @throws Failure with the API's code and the fields that it refused
 */
export async function request<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables?: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  const body = JSON.stringify({ query: document.toString(), variables })
  try {
    return await ask<Result>(body, signal)
  } catch (error) {
    const refused = error instanceof Failure && error.code === 'unauthorized'
    if (refused && (await tokenRefused())) return ask<Result>(body, signal)
    throw error
  }
}
