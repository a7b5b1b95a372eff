import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { joinSmallChunks } from '../../../src/http/pipeline/small-chunks.ts'

test('a body with too many small chunks is refused once, and none of its later chunks are kept', () => {
  const req = new IncomingMessage(new Socket())
  req.headers['transfer-encoding'] = 'chunked'
  const refuse = vi.fn()
  joinSmallChunks(req, refuse)
  const chunk = Buffer.from('x')
  let accepted = 0
  while (refuse.mock.calls.length === 0 && accepted < 100_000) {
    req.push(chunk)
    accepted++
  }
  const { readableLength } = req
  expect(readableLength).toBeLessThan(accepted)
  for (let later = 0; later < 100; later++) expect(req.push(chunk)).toBe(false)
  expect(req.push(Buffer.alloc(2000))).toBe(false)
  expect([refuse.mock.calls.length, req.readableLength]).toEqual([1, readableLength])
})
