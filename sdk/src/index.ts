import createOpenapiClient, { type Middleware } from 'openapi-fetch'
import type { paths } from './api.ts'
import { namesEventStream } from './event-stream.ts'
import { makeStreamContent, type StreamContent } from './generation.ts'
import type { HttpClient } from './http-client.ts'
import { makeListByPath } from './list.ts'
import { makeMethods } from './methods.ts'
import type { Methods } from './operations.ts'
import { type RetryOptions, retryingFetch } from './retry.ts'

export type * from './api.ts'
export { ConflictError, CoursewrightError, type FieldProblem, VersionConflictError } from './errors.ts'
export type { GeneratedBlock, GenerationEvent } from './generation.ts'
export type { List, Page } from './list.ts'
export type * from './references.ts'
export type * from './request-options.ts'
export { type UploadFileOptions, type UploadSource, uploadFile } from './upload-file.ts'

export type ClientOptions = RetryOptions & {
  /** The address of the service, such as `https://courses.example.com`. It can end with `/api/v1`. */
  baseUrl: string
  /** An API key, or an ID token where the API asks for one. A function is called for each request. */
  apiKey: string | (() => string | Promise<string>)
}

/**
 * A client with a group of methods for each kind of record. A method returns the record itself, and takes a record or its
 * id. A response with a status of 400 or more is thrown as a `CoursewrightError`.
 */
export type CoursewrightClient = Methods & {
  ai: { streamContent: StreamContent }
  /** Requests by HTTP method and path, such as `http.GET('/courses')`, whose result has the headers and `meta` too. */
  http: HttpClient
}

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
  const http = createOpenapiClient<paths, 'application/json'>({
    baseUrl: `${baseUrl.replace(/\/+$/, '').replace(/\/+api\/v1$/, '')}/api/v1`,
    fetch: retryingFetch(retry),
    // The members of a list in a query, such as `ids`, are separated by commas.
    querySerializer: { array: { style: 'form', explode: false } },
  })
  http.use(requestHeaders(apiKey))
  const list = makeListByPath(http)
  const methods = makeMethods(http, list)
  return {
    ...methods,
    ai: { ...methods.ai, streamContent: makeStreamContent(http) },
    http: Object.assign(http, { list }) as unknown as HttpClient,
  }
}
