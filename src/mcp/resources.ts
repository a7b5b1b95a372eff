import {
  ErrorCode,
  type ListResourcesResult,
  McpError,
  type ReadResourceResult,
  type ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js'
import type { GraphQLField, GraphQLSchema } from 'graphql'
import { refusalOf } from '../auth/access.ts'
import { type ApiError, maskError } from '../errors.ts'
import { exposureOf, type Resource, type Resources } from '../expose.ts'
import type { Exchange } from '../gate/exchange.ts'
import { mustHaveWorked } from '../graphql/run.ts'
import type { Parts } from './call.ts'
import { documentOf } from './operations.ts'

/** MCP's own code for a resource that is not there. */
const resourceNotFound = -32002
const perPage = 50

type Reader = {
  field: string
  access: string
  document: string
  resource: Resource
  /** What an address begins with; the rest is the argument. */
  before: string
  arg: string
  description: string
}
type Lister = { field: string; access: string; document: string; resources: Resources }

/** The operations that read resources, and those that list them. */
export type Library = { readers: Reader[]; listers: Lister[] }

function readerOf(field: GraphQLField<unknown, unknown>): Reader[] {
  const exposure = exposureOf(field)
  if (!exposure?.resource) return []
  const { resource, access } = exposure
  const [, before = '', arg = ''] = /^(.*)\{(\w+)\}$/.exec(resource.uri) ?? []
  const document = documentOf('query', field, `{ ${resource.text} }`)
  return [{ field: field.name, access, document, resource, before, arg, description: field.description ?? '' }]
}

function listerOf(field: GraphQLField<unknown, unknown>): Lister[] {
  const exposure = exposureOf(field)
  if (!exposure?.resources) return []
  const selection = '{ edges { node { id name description } } pageInfo { hasNextPage endCursor } }'
  const { access, resources } = exposure
  return [{ field: field.name, access, document: documentOf('query', field, selection), resources }]
}

export function libraryOf(schema: GraphQLSchema): Library {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {})
  return { readers: fields.flatMap(readerOf), listers: fields.flatMap(listerOf) }
}

export const templatesOf = ({ readers }: Library): ResourceTemplate[] =>
  readers.map(({ resource: { name, title, uri, mimeType }, description }) => ({
    name,
    title,
    uriTemplate: uri,
    mimeType,
    description,
  }))

const codes: Partial<Record<ApiError['code'], number>> = {
  not_found: resourceNotFound,
  invalid_request: ErrorCode.InvalidParams,
  internal_error: ErrorCode.InternalError,
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
    return mustHaveWorked(result, field, new Map())
  } catch (thrown) {
    const error = maskError(thrown, (accident) => exchange.log.error({ err: accident }, 'accident'))
    const { code, message, details } = error
    throw new McpError(codes[code] ?? ErrorCode.InvalidRequest, message, { code, details })
  }
}

type Connection = {
  edges: { node: { id: string; name: string; description: string | null } }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

/** One page of the resources that have a list; its cursor is the connection's own. @throws McpError */
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

/** @throws McpError, for an address that is no resource's as for a resource that is not there */
export async function readResource(exchange: Exchange, parts: Parts, uri: string): Promise<ReadResourceResult> {
  for (const reader of parts.library.readers) {
    const value = uri.slice(reader.before.length)
    if (!uri.startsWith(reader.before) || /[/?#]/.test(value)) continue
    const { args, text, mimeType } = reader.resource
    const read = (await ask(exchange, parts, reader, { ...args, [reader.arg]: value })) as Record<string, unknown>
    return { contents: [{ uri, mimeType, text: String(read[text]) }] }
  }
  throw new McpError(resourceNotFound, 'Resource not found.', { uri })
}
