import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pino } from 'pino'
import { type ClientResourceLimitOverrides, makeClientResourceLimits } from '../../src/http/client-resource-limits.ts'
import type { Exchange } from '../../src/http/exchange.ts'
import type { Caller } from '../../src/identity/caller.ts'

type Options = {
  headers?: Record<string, string>
  caller?: Caller
  resourceLimits?: ClientResourceLimitOverrides
  /** How much of the request has arrived. */
  complete?: boolean
  readableLength?: number
  ipAddress?: string
}

const limit = { policy: 'anonymous', limit: 0, remaining: 0, resetAt: 0, isExceeded: false }
const keyCaller = { kind: 'key', workspaceId: 'ann', keyId: 'k', plan: 'enterprise', scopes: [] } as unknown as Caller

/** Makes an exchange without a connection. `finish` ends its response, and `hangUp` closes its connection. */
export function makeFakeExchange({
  headers = {},
  caller = keyCaller,
  resourceLimits,
  complete = false,
  readableLength = 0,
  ipAddress = '203.0.113.7',
}: Options = {}) {
  const socket = Object.assign(new EventEmitter(), {
    destroyed: false,
    destroy: () => {
      socket.destroyed = true
      socket.emit('close')
    },
  })
  const rawHeaders = Object.entries(headers).flat()
  const req = Object.assign(new EventEmitter(), {
    headers,
    rawHeaders,
    complete,
    readableLength,
    socket,
    method: 'GET',
  })
  const res = Object.assign(new EventEmitter(), { closed: false, destroyed: false, headersSent: false })
  const exchange: Exchange = {
    ...{ requestId: 'id', path: '/', query: '', route: 'none', headers: {}, limit, ipAddress, caller },
    req: req as unknown as IncomingMessage,
    res: res as unknown as ServerResponse,
    resourceLimits: makeClientResourceLimits(resourceLimits),
    waitForClient: (work) => work(),
    onHandled: () => {},
    log: () => pino({ level: 'silent' }),
  }
  return {
    exchange,
    req,
    res,
    socket,
    finish: () => {
      res.closed = true
      res.emit('close')
    },
    hangUp: () => socket.destroy(),
  }
}
