import type { Exchange } from '../../http/exchange.ts'
import { type McpToolset, mcpToolsets } from '../../operations/operation.ts'
import { makeInvalidRequestError } from '../../platform/errors.ts'

const parameterName = 'tools'

/** The toolsets that are listed if the address names none: what an author needs. */
export const defaultToolsets: ReadonlySet<McpToolset> = new Set(['read', 'write', 'publish'])

const isToolset = (name: string): name is McpToolset => mcpToolsets.some((known) => known === name)

/** Returns the toolsets that the URL of a request names. Returns undefined if it names an unknown one. */
function findToolsets({ query }: Pick<Exchange, 'query'>): ReadonlySet<McpToolset> | undefined {
  const sent = new URLSearchParams(query).getAll(parameterName)
  if (sent.length === 0) return defaultToolsets
  const names = sent
    .join(',')
    .split(',')
    .map((name) => name.trim().toLowerCase())
  const toolsets = names.filter(isToolset)
  return toolsets.length === names.length ? new Set(toolsets) : undefined
}

/** Returns the toolsets that the URL of a request names, or the default toolsets if it names an unknown one. */
export function getToolsetsFromUrlOrDefault(exchange: Pick<Exchange, 'query'>): ReadonlySet<McpToolset> {
  return findToolsets(exchange) ?? defaultToolsets
}

/**
 * Returns the toolsets that the URL of a request names, as in `/mcp?tools=read,history`.
 * @throws ApiError `invalid_request` for an unknown toolset
 */
export function getToolsetsFromUrl(exchange: Pick<Exchange, 'query'>): ReadonlySet<McpToolset> {
  const toolsets = findToolsets(exchange)
  if (toolsets) return toolsets
  throw makeInvalidRequestError([{ path: parameterName, message: `must only list ${mcpToolsets.join(', ')}` }])
}
