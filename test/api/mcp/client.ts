import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { TestService } from '../../support/service.ts'

export const masterKey = 'a master key of more than 32 characters'.replaceAll(' ', '-')

type Members = Record<string, unknown>
type Item = Members & { id: string; name: string }
type Lesson = Item & { blocks: Item[] }
type Module = Item & { lessons: Lesson[] }

/** The members that tests read of the tools' answers. Each tool returns some of them. */
type ToolData = Members & {
  id: string
  items: Item[]
  modules: Module[]
  pageInfo: { page: number; perPage: number; total: number; totalPages: number }
  counts: Record<string, number>
  release: { hash: string }
  diff: { counts: Record<string, number> }
  checks: { counts: Record<string, number>; findings: object[]; omitted: number }
}

type ToolError = { code: string; message: string; details: Members & { fields: { path: string; message: string }[] } }

/** The answer of a tool: `data` is the JSON in its text. If `isError` is true, `error` is the error in the text. */
export type ToolAnswer = {
  isError: boolean
  text: string
  data: ToolData
  error: ToolError
  meta: CallToolResult['_meta']
}

/** The JSON of an answer, or undefined for the answer of a tool that returns text. */
function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An agent: the official client, connected over HTTP with a key. */
export type Agent = Awaited<ReturnType<typeof connect>>

export async function connect(service: TestService, key: string, query = '') {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const requestInit = { headers: { Authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp${query}`), { requestInit }))
  let calls = 0
  return {
    client,
    calls: () => calls,
    tool: async (name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> => {
      calls++
      const result = (await client.callTool({ name, arguments: args })) as CallToolResult
      const [content] = result.content
      const text = content?.type === 'text' ? content.text : ''
      const isError = result.isError === true
      return {
        isError,
        text,
        data: parseAnswer(text) as ToolData,
        error: isError ? JSON.parse(text).error : undefined,
        meta: result._meta,
      }
    },
  }
}

/** One JSON-RPC message, without the client. */
export const post = (service: TestService, message: unknown, headers: Record<string, string> = {}, query = '') =>
  service.http(`/mcp${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  })

export const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
}
