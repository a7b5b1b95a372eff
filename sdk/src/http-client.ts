import type { Client, FetchResponse, MaybeOptionalInit } from 'openapi-fetch'
import type { PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers'
import type { paths } from './api.ts'
import type { ListByPath } from './list.ts'

/** A client whose `data` is the parsed JSON, also of a path that can answer with an event stream. */
export type JsonClient = Client<paths, 'application/json'>

type Open<Init> = Init & { [option: string]: unknown }
type InitArgument<Init> = RequiredKeysOf<Init> extends never ? [init?: Open<Init>] : [init: Open<Init>]

/**
 * A method that takes a path of the OpenAPI document. For another path, TypeScript names the paths that there are, because
 * then nothing is asked of the other argument.
 */
type HttpMethod<Method extends 'get' | 'post' | 'put' | 'patch' | 'delete'> = <
  const Path extends string,
  Init extends MaybeOptionalInit<paths[Path & PathsWithMethod<paths, Method>], Method>,
>(
  path: Path extends PathsWithMethod<paths, Method> ? Path : PathsWithMethod<paths, Method>,
  ...init: Path extends PathsWithMethod<paths, Method> ? InitArgument<Init> : [init?: unknown]
) => Promise<FetchResponse<NonNullable<paths[Path & PathsWithMethod<paths, Method>][Method]>, Init, 'application/json'>>

/** Requests by HTTP method and path, with `params`, `body`, and the whole response as result. */
export type HttpClient = {
  GET: HttpMethod<'get'>
  POST: HttpMethod<'post'>
  PUT: HttpMethod<'put'>
  PATCH: HttpMethod<'patch'>
  DELETE: HttpMethod<'delete'>
  list: ListByPath
}
