import type { ServerResponse } from 'node:http'
import type { Exchange, ResponseHeaders } from './exchange.ts'
import { prepareConnectionForUnreadBody } from './unread-body.ts'

const noHeaders: ResponseHeaders = {}

/**
 * Sends the status line and the headers of a response. `writeHead` is fastest with one flat list of names and values.
 */
export function sendResponseHead(
  exchange: Exchange,
  status: number,
  extraHeaders: ResponseHeaders = noHeaders,
): ServerResponse {
  const headers = prepareConnectionForUnreadBody(exchange)
  const flatHeaders: string[] = []
  for (const name in headers) if (extraHeaders[name] === undefined) flatHeaders.push(name, headers[name]!)
  for (const name in extraHeaders) flatHeaders.push(name, extraHeaders[name]!)
  return exchange.res.writeHead(status, flatHeaders)
}
