import type { Tool as ToolListing } from '@modelcontextprotocol/sdk/types.js'
import type { Exchange } from '../../http/exchange.ts'
import { findAccessError } from '../../identity/access.ts'
import type { Operation } from '../../operations/catalogue.ts'
import { makeToolInputSchema } from './input.ts'
import { makeToolOutputSchema } from './output.ts'
import { dropRepeatedDescriptions } from './repeated-descriptions.ts'
import { makeToolSchemaShortener } from './repeated-summaries.ts'
import { listToolOperations, type ToolOperation } from './tool-operations.ts'

/**
 * An MCP tool. If several operations share the tool, the tool argument `kind` selects the operation to run. `listing`
 * is the tool's entry in `tools/list`.
 */
type McpTool = { operations: readonly ToolOperation[]; listing: ToolListing }
export type McpToolsByName = ReadonlyMap<string, McpTool>

/** The tool argument that selects the workspace. Only a caller who uses the master key can send this argument. */
export const workspaceArgumentName = 'workspaceId'
const workspaceDescription = 'The workspace, from list_workspaces.'

function listingOf(
  operations: readonly ToolOperation[],
  shorten: ReturnType<typeof makeToolSchemaShortener>,
): ToolListing {
  const [{ tool, description }] = operations as [ToolOperation]
  const outputSchema = makeToolOutputSchema(operations)
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description ?? description,
    inputSchema: dropRepeatedDescriptions(
      shorten(makeToolInputSchema(operations), tool.name),
    ) as ToolListing['inputSchema'],
    ...(outputSchema && { outputSchema }),
    annotations: {
      readOnlyHint: tool.readOnly ?? false,
      destructiveHint: tool.destructive ?? false,
      idempotentHint: tool.readOnly ?? tool.idempotent ?? false,
      openWorldHint: tool.openWorld ?? false,
    },
  }
}

/** Returns the MCP tools that operations declare. The keys are the names of the tools. */
export function makeMcpTools(operations: readonly Operation[]): McpToolsByName {
  const byName = Map.groupBy(listToolOperations(operations), ({ tool }) => tool.name)
  const shorten = makeToolSchemaShortener()
  return new Map([...byName].map(([name, those]) => [name, { operations: those, listing: listingOf(those, shorten) }]))
}

/**
 * Returns the `tools/list` entries for the master key. The key belongs to no workspace, so tools get an argument for
 * the workspace.
 */
function makeMasterListings(tools: readonly McpTool[]): ToolListing[] {
  let description: string | undefined = workspaceDescription
  return tools.map(({ operations, listing }) => {
    if (operations.some(({ access }) => access === 'master')) return listing
    const workspaceSchema = { type: 'string', ...(description && { description }) }
    // Only the first tool describes the argument `workspaceId`, to save tokens.
    description = undefined
    const properties = { ...listing.inputSchema.properties, [workspaceArgumentName]: workspaceSchema }
    return { ...listing, inputSchema: { ...listing.inputSchema, properties } }
  })
}

/** Returns the id of the workspace that the URL of a request names, as in `/mcp?workspaceId=…`. */
export const getWorkspaceIdFromUrl = ({ query }: Exchange): string | undefined =>
  new URLSearchParams(query).get(workspaceArgumentName) ?? undefined

/** Lists the tools that the caller may use. Other tools are left out, because they would use up the model's context. */
export function listToolsForCaller(exchange: Exchange, tools: McpToolsByName): ToolListing[] {
  const { caller } = exchange
  const isFixed = getWorkspaceIdFromUrl(exchange) !== undefined
  const mayUse = ({ access }: ToolOperation) =>
    findAccessError(access, { caller, api: 'mcp' }) === undefined && !(isFixed && access === 'master')
  const usable = [...tools.values()].filter(({ operations }) => operations.some(mayUse))
  return caller.kind === 'master' && !isFixed ? makeMasterListings(usable) : usable.map(({ listing }) => listing)
}
