import type { ExecutionResult } from 'graphql'
import { valuePieces } from '../graphql/pieces.ts'
import { mustHaveWorked } from '../graphql/run.ts'
import { type Exchange, type Headers, sendHead, sendJson } from '../http/exchange.ts'
import { jsonPieces } from '../json.ts'
import type { Operation } from './view.ts'

/** Where a page stands in its list, as `meta` tells it. */
export const metaNames = { page: 'page', perPage: 'per_page', total: 'total', totalPages: 'total_pages' } as const

type Data = Record<string, unknown>
type PageInfo = Record<keyof typeof metaNames, number>

const isObject = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value)
const isPage = (value: unknown): value is { items: unknown[]; pageInfo: PageInfo } =>
  isObject(value) && 'items' in value && 'pageInfo' in value

/** `{ data, meta? }`: specification, section 4. */
function envelope(result: ExecutionResult, field: string): string[] {
  const value = result.data![field]
  if (!isPage(value)) return valuePieces(result, field)
  const { pageInfo, items } = value
  const meta = Object.entries(metaNames).map(([name, told]) => [told, pageInfo[name as keyof PageInfo]])
  return jsonPieces({ data: items, meta: Object.fromEntries(meta) })
}

/** A record's strong validator: its version (RFC 9110, section 8.8.3). */
function tagOf(value: unknown, path = 'version'): string | undefined {
  const version = path.split('.').reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)
  return typeof version === 'number' ? `"v${version}"` : undefined
}

/** Whether the client has this very record: weak comparison (RFC 9110, section 13.1.2). */
const hasTag = (sent: string, tag: string) =>
  sent.trim() === '*' || sent.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)

const locationOf = (template: string, value: Data) =>
  `/api/v1${template.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(value[name])))}`

/** A result of GraphQL as REST tells it: status, envelope, `Location`, `ETag`, 304. */
export function answer(exchange: Exchange, operation: Operation, result: ExecutionResult, replayed: boolean): void {
  const { route } = operation
  const value = mustHaveWorked(result, operation.field, operation.names)
  const tag = tagOf(value, route.etag)
  const headers: Headers = {}
  if (tag !== undefined) headers.ETag = tag
  if (replayed) headers['Idempotency-Replayed'] = 'true'
  if (route.location && isObject(value)) headers.Location = locationOf(route.location, value)
  const sent = exchange.req.headers['if-none-match']
  if (route.method === 'GET' && tag !== undefined && sent !== undefined && hasTag(sent, tag)) {
    sendHead(exchange, 304, headers).end()
    return
  }
  sendJson(exchange, route.status ?? 200, envelope(result, operation.field), headers)
}
