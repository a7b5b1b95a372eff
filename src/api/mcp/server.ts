import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  CancelledNotificationSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import about from '../../../package.json' with { type: 'json' }
import type { Exchange } from '../../http/exchange.ts'
import { callTool, type McpServices } from './call.ts'
import { runWithProgressNotifications } from './progress.ts'
import { getPrompt, listPrompts } from './prompts.ts'
import { listMcpResourceTemplates } from './resource-catalogue.ts'
import { listResources, readResource } from './resources.ts'
import { listToolsForCaller } from './tools.ts'

const info = { name: about.name, title: 'Coursewright', version: about.version, description: about.description }

const capabilities = { tools: {}, resources: {}, prompts: {} }
/**
 * One validator for all MCP servers, because otherwise the SDK makes one for each server. The SDK would use it to check
 * the responses to a server's requests, but these servers send no requests.
 */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/** Makes an MCP server that handles one request of one caller. */
export function makeMcpServer(exchange: Exchange, services: McpServices): Server {
  const server = new Server(info, {
    capabilities,
    instructions: services.guide.instructions,
    jsonSchemaValidator,
  })
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: listToolsForCaller(exchange, services.tools),
  }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    runWithProgressNotifications(extra, () =>
      callTool(exchange, services, extra.requestId, params.name, params.arguments ?? {}),
    ),
  )
  server.setNotificationHandler(CancelledNotificationSchema, ({ params: { requestId } }) => {
    if (requestId !== undefined) services.inFlightCalls.cancel(exchange, requestId)
  })
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) =>
    listResources(exchange, services, params?.cursor),
  )
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: listMcpResourceTemplates(services.resources),
  }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => readResource(exchange, services, params.uri))
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: listPrompts(services.guide.prompts) }))
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
    getPrompt(services.guide.prompts, params.name, params.arguments ?? {}),
  )
  return server
}
