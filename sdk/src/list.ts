import type { paths } from './api.ts'
import type { JsonClient } from './json-client.ts'

/** The paths whose GET answers a page of a list. */
type PageOf<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Page } } } }
}
  ? Page extends { data: readonly (infer Item)[]; meta: { total_pages: number } }
    ? Item
    : never
  : never
export type ListPath = { [Path in keyof paths]: [PageOf<Path>] extends [never] ? never : Path }[keyof paths]

type QueryOf<Path extends ListPath> = paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? NonNullable<Query>
  : never
type PathWithCursor = { [Path in ListPath]: 'cursor' extends keyof QueryOf<Path> ? Path : never }[ListPath]

/** The compiler compares this table with the OpenAPI document. The service refuses a parameter that it does not know. */
const pathsWithCursor: { readonly [Path in PathWithCursor]: true } = { '/courses': true }

type Parameters<Path extends ListPath> = paths[Path] extends { get: { parameters: infer P } }
  ? (P extends { query?: infer Query } ? { query?: Omit<NonNullable<Query>, 'page' | 'cursor'> } : object) &
      (P extends { path: infer InPath } ? { path: InPath } : object)
  : never

type Options<Params> = {
  /** Ends the walk through the list. */
  signal?: AbortSignal
} & Params

/** `params` is needed where the path or the query has a required parameter. */
type ListArguments<Path extends ListPath> =
  Record<never, never> extends Parameters<Path>
    ? [options?: Options<{ params?: Parameters<Path> }>]
    : [options: Options<{ params: Parameters<Path> }>]

/**
 * Goes through a list to its end, and asks for each page when it is needed. Gives no record twice. A loop may delete the
 * records that it gets.
 */
export type List = <Path extends ListPath>(
  path: Path,
  ...options: ListArguments<Path>
) => AsyncGenerator<PageOf<Path>, void>

type Item = { id?: string; number?: number }
type Meta = { total: number; total_pages: number; per_page: number; next_cursor?: string | null }
type AnyPage = { data: readonly Item[]; meta: Meta }
type AnyQuery = { search?: string; per_page?: number }
type AnyOptions = { params?: { query?: AnyQuery; path?: object }; signal?: AbortSignal }
type AnyGet = (path: string, options: object) => Promise<{ data?: AnyPage }>
type GetPage = (position: { cursor: string } | { page: number }) => Promise<AnyPage | undefined>

async function* readByCursor(getPage: GetPage) {
  for (let cursor: string | null | undefined = '*'; cursor; ) {
    const page = await getPage({ cursor })
    if (!page) return
    yield* page.data
    cursor = page.meta.next_cursor
  }
}

async function* readByPage(getPage: GetPage) {
  let pages = 1
  let total = 0
  for (let number = 1; number <= pages; number++) {
    const page = await getPage({ page: number })
    if (!page) return
    const { meta, data } = page
    const deleted = total - meta.total
    pages = meta.total_pages
    total = meta.total
    // The records after deleted ones have moved to earlier pages, which are read again.
    if (deleted > 0) number = Math.max(0, number - 1 - Math.ceil(deleted / meta.per_page))
    else yield* data
  }
}

async function* withoutRepeats(items: AsyncIterable<Item>) {
  const seen = new Set<unknown>()
  for await (const item of items) {
    const key = item.id ?? item.number ?? item
    if (seen.has(key)) continue
    seen.add(key)
    yield item
  }
}

export function makeList(client: JsonClient): List {
  const get = client.GET as AnyGet
  function list(path: string, { params = {}, signal }: AnyOptions = {}) {
    const getPage: GetPage = async (position) => {
      const query = { per_page: 100, ...params.query, ...position }
      return (await get(path, { signal, params: { ...params, query } })).data
    }
    // The cursor of a search is a page number too, because results have an order of their own.
    const hasCursor = Object.hasOwn(pathsWithCursor, path) && params.query?.search === undefined
    return withoutRepeats(hasCursor ? readByCursor(getPage) : readByPage(getPage))
  }
  return list as List
}
