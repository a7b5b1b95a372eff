import type { ExecutionResult } from 'graphql'
import type { Exchange } from '../../http/exchange.ts'
import { isJsonObject } from '../../operations/json-object.ts'
import type { ContentWarning } from '../../operations/operation.ts'
import { serializeToJsonChunks } from '../../platform/json.ts'

/** The field names of `meta` in a REST response. The keys are the names of the same fields in GraphQL's `pageInfo`. */
export const pageMetaFieldNames = {
  page: 'page',
  perPage: 'per_page',
  total: 'total',
  totalPages: 'total_pages',
} as const

const pageMetaEntries = Object.entries(pageMetaFieldNames)

type PageInfo = Record<keyof typeof pageMetaFieldNames, number>

/** One page of a list, as an operation returns it. `nextCursor` is null on the last page. */
export type Page = { items: unknown[]; pageInfo: PageInfo; nextCursor?: string | null }
/** Returns whether the result of an operation is one page of a list. */
export const isPageResult = (value: unknown): value is Page =>
  isJsonObject(value) && 'items' in value && 'pageInfo' in value

/** Serializes the REST response body `{ data, meta? }` (REST specification, section 4). */
export function makeEnvelopeChunks(
  { query }: Exchange,
  result: ExecutionResult,
  field: string,
  warnings: readonly ContentWarning[] = [],
): string[] {
  const value = result.data![field]
  if (!isPageResult(value))
    return serializeToJsonChunks({ data: value, ...(warnings.length > 0 && { meta: { warnings } }) })
  const { pageInfo, items, nextCursor } = value
  const meta: Record<string, unknown> = {}
  for (const [name, restName] of pageMetaEntries) meta[restName] = pageInfo[name as keyof PageInfo]
  // The REST specification does not define `meta.next_cursor`, so only requests with the parameter `cursor` get it.
  if (nextCursor !== undefined && query.includes('cursor') && new URLSearchParams(query).has('cursor'))
    meta.next_cursor = nextCursor
  return serializeToJsonChunks({ data: items, meta })
}
