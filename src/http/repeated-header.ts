import type { IncomingMessage } from 'node:http'

/** Returns whether the request sends a header more than once. In `req.headers`, Node joins the values or keeps one. */
export function isHeaderRepeated(req: IncomingMessage, name: string): boolean {
  let count = 0
  for (let index = 0; index < req.rawHeaders.length; index += 2) {
    const header = req.rawHeaders[index]!
    if (header.length === name.length && header.toLowerCase() === name) count++
  }
  return count > 1
}
