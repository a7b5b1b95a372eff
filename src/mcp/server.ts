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
import about from '../../package.json' with { type: 'json' }
import type { Exchange } from '../http/exchange.ts'
import { callTool, type Parts } from './call.ts'
import { getPrompt, instructions, prompts } from './guide.ts'
import { templatesOf } from './library.ts'
import { withProgress } from './progress.ts'
import { listResources, readResource } from './resources.ts'
import { listingFor } from './tools.ts'

const info = { name: about.name, title: 'Coursewright', version: about.version, description: about.description }

const capabilities = { tools: {}, resources: {}, prompts: {} }
// The SDK would make one for every server; it is for answers to questions that this server does not ask.
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/** A server for one request: what the protocol asks, answered for the caller of that exchange. */
export function makeServer(exchange: Exchange, parts: Parts): Server {
  const server = new Server(info, { capabilities, instructions, jsonSchemaValidator })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listingFor(exchange.caller, parts.tools) }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    withProgress(extra, () => callTool(exchange, parts, extra.requestId, params.name, params.arguments ?? {})),
  )
  server.setNotificationHandler(CancelledNotificationSchema, ({ params: { requestId } }) => {
    if (requestId !== undefined) parts.underWay.cancel(exchange, requestId)
  })
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) => listResources(exchange, parts, params?.cursor))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: templatesOf(parts.library),
  }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => readResource(exchange, parts, params.uri))
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts }))
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => getPrompt(params.name, params.arguments ?? {}))
  return server
}
