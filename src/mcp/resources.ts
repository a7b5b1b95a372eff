import type { ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/sdk/types.js'
import { refusalOf } from '../auth/access.ts'
import { type ErrorCode, maskError } from '../errors.ts'
import { mustHaveWorked } from '../graphql/run.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Parts } from './call.ts'
import type { Lister, Reader } from './library.ts'
import { RpcError, type rpcCodes } from './refusal.ts'

const perPage = 50
/** The protocol's names of the arguments that a client may get wrong. */
const names = new Map([['after', 'cursor']])

const codes: Partial<Record<ErrorCode, keyof typeof rpcCodes>> = {
  not_found: 'resourceNotFound',
  invalid_request: 'invalidParams',
  internal_error: 'internalError',
}

async function ask(
  exchange: Exchange,
  { run, enter }: Parts,
  { field, access, document }: Reader | Lister,
  values: Record<string, unknown>,
) {
  try {
    await enter(exchange)
    const refusal = refusalOf(access, { caller: exchange.caller, face: 'mcp' })
    if (refusal) throw refusal
    const { result } = await run(exchange, document, values)
    return mustHaveWorked(result, field, names)
  } catch (thrown) {
    const error = maskError(thrown, (accident) => exchange.log().error({ err: accident }, 'accident'))
    const { code, message, details } = error
    throw new RpcError(codes[code] ?? 'refused', message, { code, details })
  }
}

type Connection = {
  edges: { node: { id: string; name: string; description: string | null } }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

/** One page of the resources that have a list; its cursor is the connection's own. @throws RpcError */
export async function listResources(exchange: Exchange, parts: Parts, after?: string): Promise<ListResourcesResult> {
  const [lister] = parts.library.listers
  if (!lister) return { resources: [] }
  const { uri, mimeType } = lister.resources
  const { edges, pageInfo } = (await ask(exchange, parts, lister, { first: perPage, after })) as Connection
  const resources = edges.map(({ node: { id, name, description } }) => ({
    uri: uri.replace(/\{\w+\}/, id),
    name,
    mimeType,
    ...(description !== null && { description: description.slice(0, 300) }),
  }))
  const { hasNextPage, endCursor } = pageInfo
  return { resources, ...(hasNextPage && endCursor !== null && { nextCursor: endCursor }) }
}

/** @throws RpcError, for an address that is no resource's as for a resource that is not there */
export async function readResource(exchange: Exchange, parts: Parts, uri: string): Promise<ReadResourceResult> {
  for (const reader of parts.library.readers) {
    const value = uri.slice(reader.before.length)
    if (!uri.startsWith(reader.before) || /[/?#]/.test(value)) continue
    const { args, text, mimeType } = reader.resource
    const read = (await ask(exchange, parts, reader, { ...args, [reader.arg]: value })) as Record<string, unknown>
    return { contents: [{ uri, mimeType, text: String(read[text]) }] }
  }
  throw new RpcError('resourceNotFound', 'Resource not found.', { uri })
}
