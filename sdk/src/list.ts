import type { Client } from 'openapi-fetch'
import type { paths } from './api.ts'

/** The paths whose GET answers a page of a list. */
type PageOf<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Page } } } }
}
  ? Page extends { data: readonly (infer Item)[]; meta: { total_pages: number } }
    ? Item
    : never
  : never
export type ListPath = { [Path in keyof paths]: [PageOf<Path>] extends [never] ? never : Path }[keyof paths]

type Parameters<Path extends ListPath> = paths[Path] extends { get: { parameters: infer P } }
  ? (P extends { query?: infer Query } ? { query?: Omit<NonNullable<Query>, 'page' | 'cursor'> } : object) &
      (P extends { path: infer InPath } ? { path: InPath } : object)
  : never

/** `params` is needed where the path or the query has a required parameter. */
type ListArguments<Path extends ListPath> =
  Record<never, never> extends Parameters<Path>
    ? [options?: { params?: Parameters<Path> }]
    : [options: { params: Parameters<Path> }]

/** Goes through a list from the first page to the last, and asks for each page when it is needed. */
export type List = <Path extends ListPath>(
  path: Path,
  ...options: ListArguments<Path>
) => AsyncGenerator<PageOf<Path>, void>

type AnyPage = { data: readonly unknown[]; meta: { total_pages: number } }
type AnyGet = (path: string, options: object) => Promise<{ data?: AnyPage }>

export function makeList(client: Client<paths>): List {
  const get = client.GET as unknown as AnyGet
  async function* list(path: string, options: { params?: { query?: object; path?: object } } = {}) {
    const { params = {} } = options
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { data } = await get(path, { params: { ...params, query: { per_page: 100, ...params.query, page } } })
      if (!data) return
      yield* data.data
      pages = data.meta.total_pages
    }
  }
  return list as unknown as List
}
