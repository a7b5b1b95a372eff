import type { paths } from './api.ts'
import type { JsonClient } from './http-client.ts'

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

/** A page of a list. `total` counts the records of the whole list. */
export type Page<Item> = { items: Item[]; total: number }

/**
 * A list that asks for each page when it is needed. It gives no record twice, and a loop may delete the records that it
 * gets. Each loop begins anew.
 */
export type List<Item> = AsyncIterable<Item, void> & {
  /** The records page by page. */
  pages(): AsyncIterable<Page<Item>, void>
  /** All records at once. */
  toArray(): Promise<Item[]>
}

/** The list at a path of the OpenAPI document. */
export type ListByPath = <Path extends ListPath>(path: Path, ...options: ListArguments<Path>) => List<PageOf<Path>>

type Item = { id?: string; number?: number }
type Meta = { total: number; total_pages: number; per_page: number; next_cursor?: string | null }
type AnyPage = { data: readonly Item[]; meta: Meta }
type AnyQuery = { search?: string; per_page?: number }
type AnyOptions = {
  params?: { query?: AnyQuery | undefined; path?: object }
  signal?: AbortSignal | undefined
  headers?: Record<string, string> | undefined
}
type AnyGet = (path: string, options: object) => Promise<{ data?: AnyPage }>
type GetPage = (position: { cursor: string } | { page: number }) => Promise<AnyPage | undefined>

async function* readByCursor(getPage: GetPage) {
  for (let cursor: string | null | undefined = '*'; cursor; ) {
    const page = await getPage({ cursor })
    if (!page) return
    yield page
    cursor = page.meta.next_cursor
  }
}

async function* readByPage(getPage: GetPage) {
  let pages = 1
  let total = 0
  for (let number = 1; number <= pages; number++) {
    const page = await getPage({ page: number })
    if (!page) return
    const { meta } = page
    const deleted = total - meta.total
    pages = meta.total_pages
    total = meta.total
    // The records after deleted ones have moved to earlier pages, which are read again.
    if (deleted > 0) number = Math.max(0, number - 1 - Math.ceil(deleted / meta.per_page))
    else yield page
  }
}

async function* withoutRepeats(pages: AsyncIterable<AnyPage>): AsyncGenerator<Page<Item>, void> {
  const seen = new Set<unknown>()
  for await (const { data, meta } of pages) {
    const items = data.filter((item) => {
      const key = item.id ?? item.number ?? item
      return !seen.has(key) && seen.add(key)
    })
    yield { items, total: meta.total }
  }
}

function makeList(readPages: () => AsyncIterable<AnyPage>): List<Item> {
  const pages = () => withoutRepeats(readPages())
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { items } of pages()) yield* items
    },
    async toArray() {
      const all: Item[] = []
      for await (const { items } of pages()) all.push(...items)
      return all
    },
  }
}

/** Makes the function that reads the list at any path. */
export function makeListByPath(client: JsonClient) {
  const get = client.GET as AnyGet
  return (path: string, { params = {}, signal, headers }: AnyOptions = {}): List<Item> => {
    const getPage: GetPage = async (position) => {
      const query = { per_page: 100, ...params.query, ...position }
      return (await get(path, { signal, headers, params: { ...params, query } })).data
    }
    // The cursor of a search is a page number too, because results have an order of their own.
    const hasCursor = Object.hasOwn(pathsWithCursor, path) && params.query?.search === undefined
    return makeList(() => (hasCursor ? readByCursor(getPage) : readByPage(getPage)))
  }
}
