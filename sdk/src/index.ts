import createOpenapiClient, { type Client, type Middleware } from 'openapi-fetch'
import type { paths } from './api.ts'
import { type List, makeList } from './list.ts'
import { type RetryOptions, retryingFetch } from './retry.ts'

export type * from './api.ts'
export { CoursewrightError, type FieldProblem } from './errors.ts'

export type ClientOptions = RetryOptions & {
  /** The address of the service, such as `https://courses.example.com`. */
  baseUrl: string
  /** An API key, or an ID token where the API asks for one. A function is called for each request. */
  apiKey: string | (() => string | Promise<string>)
}

/**
 * A client with a method for each HTTP method (`GET`, `POST`, …) that takes a path of the OpenAPI document and knows its
 * parameters, body and result. A response with a status of 400 or more is thrown as a `CoursewrightError`.
 */
export type CoursewrightClient = Client<paths> & { list: List }

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

function requestHeaders(apiKey: ClientOptions['apiKey']): Middleware {
  return {
    async onRequest({ request }) {
      const key = typeof apiKey === 'function' ? await apiKey() : apiKey
      request.headers.set('Authorization', `Bearer ${key}`)
      if (writes.has(request.method) && !request.headers.has('Idempotency-Key'))
        request.headers.set('Idempotency-Key', crypto.randomUUID())
    },
  }
}

/** Creates a client. It holds no connection and needs no closing. */
export function createClient({ baseUrl, apiKey, ...retry }: ClientOptions): CoursewrightClient {
  const client = createOpenapiClient<paths>({
    baseUrl: `${baseUrl.replace(/\/+$/, '')}/api/v1`,
    fetch: retryingFetch(retry),
    // The members of a list in a query, such as `ids`, are separated by commas.
    querySerializer: { array: { style: 'form', explode: false } },
  })
  client.use(requestHeaders(apiKey))
  return Object.assign(client, { list: makeList(client) })
}
