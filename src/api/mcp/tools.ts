import type { Tool as ToolListing } from '@modelcontextprotocol/sdk/types.js'
import type { Exchange } from '../../http/exchange.ts'
import { hasAccess } from '../../identity/access.ts'
import { allScopes, type Scope } from '../../identity/scopes.ts'
import type { Operation } from '../../operations/catalogue.ts'
import type { McpToolSettings, McpToolset } from '../../operations/operation.ts'
import { makeToolInputSchema } from './input.ts'
import { describeArgumentsOnce, dropRepeatedDescriptions } from './repeated-descriptions.ts'
import { makeToolSchemaShortener } from './repeated-summaries.ts'
import { listToolOperations, type ToolOperation } from './tool-operations.ts'
import { getToolsetsFromUrl } from './toolsets.ts'

/**
 * An MCP tool. If several operations share the tool, the tool argument `kind` selects the operation to run. `listing`
 * is the tool's entry in `tools/list`.
 */
type McpTool = {
  operations: readonly ToolOperation[]
  toolset: McpToolset | undefined
  /** Undefined for a tool that clients can call, but that is not listed. */
  listing: ToolListing | undefined
}
type ListedTool = McpTool & { listing: ToolListing }
export type McpToolsByName = ReadonlyMap<string, McpTool>

/** The tool argument that selects the workspace. Only a caller who uses the master key can send this argument. */
export const workspaceArgumentName = 'workspaceId'
const workspaceDescription = 'The workspace, from list_workspaces.'

/** Returns the annotations of a tool that differ from the defaults of MCP, to save tokens. */
const annotationsOf = ({ readOnly, destructive, idempotent, openWorld }: McpToolSettings) => ({
  ...(readOnly && { readOnlyHint: true }),
  // These two have a meaning only for tools that write.
  ...(!readOnly && !destructive && { destructiveHint: false }),
  ...(!readOnly && idempotent && { idempotentHint: true }),
  ...(!openWorld && { openWorldHint: false }),
})

function listingOf(
  operations: readonly ToolOperation[],
  alternatives: readonly ToolOperation[],
  shorten: ReturnType<typeof makeToolSchemaShortener>,
): ToolListing {
  const [{ tool, description }] = operations as [ToolOperation]
  const { required = [], ...schema } = makeToolInputSchema(operations)
  const optional = alternatives.map((one) => one.tool.runsWithout?.argument)
  const always = required.filter((name) => !optional.includes(name))
  const inputSchema = { ...schema, ...(always.length > 0 && { required: always }) }
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description ?? description,
    inputSchema: dropRepeatedDescriptions(shorten(inputSchema, tool.name)) as ToolListing['inputSchema'],
    annotations: annotationsOf(tool),
  }
}

/** Returns the MCP tools that operations declare. The keys are the names of the tools. */
export function makeMcpTools(operations: readonly Operation[]): McpToolsByName {
  const all = listToolOperations(operations)
  const shorten = makeToolSchemaShortener()
  const tools = [...Map.groupBy(all, ({ tool }) => tool.name)].map(([name, own]): [string, McpTool] => {
    const others = all.filter(({ tool }) => tool.runsWithout?.tool === name)
    const isListed = own.every(({ tool }) => tool.runsWithout === undefined)
    const listing = isListed ? listingOf(own, others, shorten) : undefined
    return [name, { operations: [...own, ...others], toolset: own[0]!.tool.toolset, listing }]
  })
  return new Map(tools)
}

/**
 * Returns the `tools/list` entries for the master key. The key belongs to no workspace, so tools get an argument for
 * the workspace.
 */
function makeMasterListings(tools: readonly ListedTool[]): ToolListing[] {
  return tools.map(({ operations, listing }) => {
    if (operations.some(({ access }) => access === 'master')) return listing
    const workspaceSchema = { type: 'string', description: workspaceDescription }
    const properties = { ...listing.inputSchema.properties, [workspaceArgumentName]: workspaceSchema }
    return { ...listing, inputSchema: { ...listing.inputSchema, properties } }
  })
}

/** Returns the id of the workspace that the URL of a request names, as in `/mcp?workspaceId=…`. */
export const getWorkspaceIdFromUrl = ({ query }: Exchange): string | undefined =>
  new URLSearchParams(query).get(workspaceArgumentName) ?? undefined

/** Returns the scopes that the listed tools of the given toolsets need. */
export function listScopesOfTools(tools: McpToolsByName, toolsets: ReadonlySet<McpToolset>): Scope[] {
  const selected = [...tools.values()].filter(({ toolset }) => toolset !== undefined && toolsets.has(toolset))
  const access = new Set(selected.flatMap(({ operations }) => operations.map((one) => one.access)))
  return allScopes.filter((scope) => access.has(scope))
}

/** Lists the tools that the caller may use. Other tools are left out, because they would use up the model's context. */
export function listToolsForCaller(exchange: Exchange, tools: McpToolsByName): ToolListing[] {
  const { caller } = exchange
  const isFixed = getWorkspaceIdFromUrl(exchange) !== undefined
  const mayUse = ({ access }: ToolOperation) =>
    hasAccess(access, { caller, api: 'mcp' }) && !(isFixed && access === 'master')
  const selected = getToolsetsFromUrl(exchange)
  const usable = [...tools.values()]
    .filter((tool): tool is ListedTool => tool.listing !== undefined)
    .filter(({ toolset }) => toolset === undefined || selected.has(toolset))
    .filter(({ operations }) => operations.some(mayUse))
  const isMaster = caller.kind === 'master' && !isFixed
  return describeArgumentsOnce(isMaster ? makeMasterListings(usable) : usable.map(({ listing }) => listing))
}
