import type { ResourceTemplate } from '@modelcontextprotocol/sdk/types.js'
import type { Operation } from '../../operations/catalogue.ts'
import type { McpResourceListSettings, McpResourceSettings } from '../../operations/operation.ts'

/**
 * An operation that reads an MCP resource. The URI of the resource is `prefix`, followed by the value of one argument.
 */
export type ResourceReadOperation = Operation & {
  resource: McpResourceSettings
  /** The part of the URI before the value of the argument, such as `course://`. */
  prefix: string
  /** The name of the argument whose value is part of the URI. */
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
