import { measureToolsets } from '../src/api/mcp/token-counts.ts'
import { makeMcpTools } from '../src/api/mcp/tools.ts'
import { operationCatalogue } from '../src/server/operations.ts'

/** Prints how many tokens the list of MCP tools takes up in a conversation, for each toolset. */
console.table(measureToolsets(makeMcpTools(operationCatalogue.operations)))
