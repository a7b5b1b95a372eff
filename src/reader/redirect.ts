import type { Exchange } from '../http/exchange.ts'
import { sendResponseHead } from '../http/response-head.ts'

/** Returns a path without the slashes at its end. A loop takes linear time, which a regular expression does not. */
function removeTrailingSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

/** Sends the browser to another path of the service, with the same method and query string. */
export function sendRedirect(exchange: Exchange, path: string): void {
  exchange.req.resume()
  const location = exchange.query === '' ? path : `${path}?${exchange.query}`
  // A browser may keep a permanent redirect for ever, but another course can take the slug later.
  const headers = { Location: location, 'Cache-Control': 'public, max-age=60', 'Content-Length': '0' }
  sendResponseHead(exchange, 308, headers).end()
}

/** Sends the browser to the same address without slashes at its end. */
export const redirectWithoutTrailingSlash = (exchange: Exchange): void =>
  sendRedirect(exchange, removeTrailingSlashes(exchange.path))
