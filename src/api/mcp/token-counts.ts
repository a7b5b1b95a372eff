import { mcpToolsets } from '../../operations/operation.ts'
import { describeArgumentsOnce } from './repeated-descriptions.ts'
import type { McpToolsByName } from './tools.ts'
import { defaultToolsets } from './toolsets.ts'

/** Returns the approximate number of tokens of a value: a token has about four bytes of such JSON. */
export const countTokens = (value: unknown): number => Math.ceil(Buffer.byteLength(JSON.stringify(value)) / 4)

/** Returns the number of tokens of the tool list for the default toolsets and for each toolset alone. */
export function measureToolsets(tools: McpToolsByName) {
  const lists = [
    { name: 'default', toolsets: defaultToolsets },
    ...mcpToolsets.map((name) => ({ name, toolsets: new Set([name]) })),
  ]
  return lists.map(({ name, toolsets }) => {
    const listings = [...tools.values()].flatMap(({ toolset, listing }) =>
      listing && toolset !== undefined && toolsets.has(toolset) ? [listing] : [],
    )
    return { name, count: listings.length, tokens: countTokens({ tools: describeArgumentsOnce(listings) }) }
  })
}
