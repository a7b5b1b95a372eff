import type { ResourceTemplate } from '@modelcontextprotocol/sdk/types.js'
import type { Operation } from '../../operations/catalogue.ts'
import type { McpResourceListSettings, McpResourceSettings } from '../../operations/operation.ts'

/**
 * An operation that reads an MCP resource. The URI of the resource is `prefix`, followed by the value of one argument.
 */
export type ResourceReadOperation = Operation & {
  resource: McpResourceSettings
  /** The beginning of the resource's URI, such as `course://`. The value of the argument follows. */
  prefix: string
  /** The name of the operation's argument whose value is the end of the URI. */
  argument: string
  selection: string
}

/** An operation that lists MCP resources. */
export type ResourceListOperation = Operation & { resources: McpResourceListSettings; selection: string }

export type ResourceCatalogue = { readers: readonly ResourceReadOperation[]; listers: readonly ResourceListOperation[] }

function readerOf(operation: Operation): ResourceReadOperation[] {
  const { resource } = operation
  if (!resource) return []
  const [, prefix = '', argument = ''] = /^(.*)\{(\w+)\}$/.exec(resource.uri) ?? []
  return [{ ...operation, resource, prefix, argument, selection: `{ ${resource.text} }` }]
}

const listSelection = '{ edges { node { id name description } } pageInfo { hasNextPage endCursor } }'

export const makeResourceCatalogue = (operations: readonly Operation[]): ResourceCatalogue => ({
  readers: operations.flatMap(readerOf),
  listers: operations.flatMap((operation) =>
    operation.resources ? [{ ...operation, resources: operation.resources, selection: listSelection }] : [],
  ),
})

/** Returns the resource templates that `resources/templates/list` sends. */
export const listMcpResourceTemplates = ({ readers }: ResourceCatalogue): ResourceTemplate[] =>
  readers.map(({ resource: { name, title, uri, mimeType }, description }) => ({
    name,
    title,
    uriTemplate: uri,
    mimeType,
    description,
  }))
