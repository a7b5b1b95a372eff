import createOpenapiClient, { type Middleware } from 'openapi-fetch'
import type { paths } from './api.ts'
import { namesEventStream } from './event-stream.ts'
import { makeStreamGeneration, type StreamGeneration } from './generation.ts'
import type { JsonClient } from './json-client.ts'
import { type List, makeList } from './list.ts'
import { type RetryOptions, retryingFetch } from './retry.ts'

export type * from './api.ts'
export { CoursewrightError, type FieldProblem } from './errors.ts'
export type { GeneratedBlock, GenerationEvent } from './generation.ts'

export type ClientOptions = RetryOptions & {
  /** The address of the service, such as `https://courses.example.com`. It can end with `/api/v1`. */
  baseUrl: string
  /** An API key, or an ID token where the API asks for one. A function is called for each request. */
  apiKey: string | (() => string | Promise<string>)
}

/**
 * A client with a method for each HTTP method (`GET`, `POST`, …) that takes a path of the OpenAPI document and knows its
 * parameters, body and result. A response with a status of 400 or more is thrown as a `CoursewrightError`.
 */
export type CoursewrightClient = JsonClient & { list: List; streamGeneration: StreamGeneration }

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** `crypto.randomUUID` is missing in web pages without HTTPS. */
const makeIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

function requestHeaders(apiKey: ClientOptions['apiKey']): Middleware {
  return {
    async onRequest({ request }) {
      const key = typeof apiKey === 'function' ? await apiKey() : apiKey
      request.headers.set('Authorization', `Bearer ${key}`)
      // The service refuses a key with an event stream, which cannot be replayed.
      const takesKey = writes.has(request.method) && !namesEventStream(request.headers.get('Accept'))
      if (takesKey && !request.headers.has('Idempotency-Key'))
        request.headers.set('Idempotency-Key', makeIdempotencyKey())
    },
  }
}

/** Creates a client. It holds no connection and needs no closing. */
export function createClient({ baseUrl, apiKey, ...retry }: ClientOptions): CoursewrightClient {
  const client = createOpenapiClient<paths, 'application/json'>({
    baseUrl: `${baseUrl.replace(/\/+$/, '').replace(/\/+api\/v1$/, '')}/api/v1`,
    fetch: retryingFetch(retry),
    // The members of a list in a query, such as `ids`, are separated by commas.
    querySerializer: { array: { style: 'form', explode: false } },
  })
  client.use(requestHeaders(apiKey))
  return Object.assign(client, { list: makeList(client), streamGeneration: makeStreamGeneration(client) })
}
