import type { GraphQLSchema } from 'graphql'
import { refusalOf } from '../auth/access.ts'
import type { Master } from '../auth/master.ts'
import type { Services } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { Engine } from '../graphql/engine.ts'
import { makeRun } from '../graphql/run.ts'
import { type Exchange, type Face, readBody, sendHead } from '../http/exchange.ts'
import type { Enter } from './call.ts'
import { makeGuard } from './guard.ts'
import { libraryOf } from './library.ts'
import { operationsOf } from './operations.ts'
import { refuse } from './refusal.ts'
import { makeServer } from './server.ts'
import { toolsOf } from './tools.ts'
import { converse } from './transport.ts'
import { type Broadcast, makeUnderWay } from './under-way.ts'

const usualMaxBytes = 1_000_000

function mustBeKnown({ caller }: Exchange): void {
  const refusal = refusalOf('known', { caller, face: 'mcp' })
  if (refusal) throw refusal
}

/** Whether there is a message to read. A stateless server has no stream to open and no session to end. */
function isMessage(exchange: Exchange): boolean {
  const { req, headers } = exchange
  if (req.method === 'POST') return true
  headers.Allow = 'POST, OPTIONS'
  if (req.method !== 'OPTIONS') throw new ApiError('invalid_request', 'This address takes POST.', { status: 405 })
  sendHead(exchange, 204).end()
  return false
}

/** MCP, Streamable HTTP without sessions: every request stands for itself, so any process can answer it. */
export function makeMcp(
  schema: GraphQLSchema,
  engine: Engine,
  services: Services,
  { master, broadcast }: { master: Master; broadcast: Broadcast },
): Face {
  const guard = makeGuard(services.config)
  const run = makeRun(engine, services, 'mcp')
  const operations = operationsOf(schema)
  const tools = toolsOf(operations)
  const library = libraryOf(schema)
  const underWay = makeUnderWay(broadcast)
  const maxBytes = Math.max(usualMaxBytes, ...operations.map((operation) => operation.maxBytes ?? 0))

  const enter: Enter = async (exchange, workspaceId) => {
    if (exchange.caller.kind !== 'master') return
    const named = workspaceId ?? new URLSearchParams(exchange.query).get('workspaceId') ?? undefined
    exchange.caller = await master.enter(named)
  }

  return {
    counted: true,
    master,
    refuse,
    answer: async (exchange) => {
      exchange.route = '/mcp'
      guard(exchange)
      mustBeKnown(exchange)
      if (!isMessage(exchange)) return
      const body = await readBody(exchange, maxBytes)
      await converse(exchange, body, makeServer(exchange, { tools, library, run, enter, underWay }))
    },
  }
}
