import { expect, onTestFinished, test, vi } from 'vitest'
import { readRequestBodyText } from '../../src/http/body.ts'
import { makeFakeExchange } from '../support/exchanges.ts'

test('a body whose connection was closed before it is read is refused', async () => {
  const { exchange, req } = makeFakeExchange({ headers: { 'content-length': '10' } })
  Object.assign(req, { destroyed: true, resume: () => {} })
  const outcome = await Promise.race([
    readRequestBodyText(exchange, 100).catch((error: unknown) => error),
    new Promise((resolve) => setImmediate(resolve, 'nothing')),
  ])
  expect(outcome).toMatchObject({ code: 'invalid_request' })
})

test('a body that becomes too large needs no memory from then on, although its response is not sent yet', async () => {
  const { exchange, req } = makeFakeExchange({ headers: { 'transfer-encoding': 'chunked' } })
  Object.assign(req, { resume: () => {} })
  const read = readRequestBodyText(exchange, 100)
  const { smallBodies } = exchange.resourceLimits
  req.emit('data', Buffer.alloc(100))
  expect(smallBodies.state().used).toBe(65_536)
  req.emit('data', Buffer.alloc(1))
  await expect(read).rejects.toMatchObject({ status: 413 })
  expect(smallBodies.state().used).toBe(0)
})

test('the memory of a body of more than a megabyte is free as soon as its text is read', async () => {
  for (const bytes of [1_000_000, 1_000_001]) {
    const { exchange, req } = makeFakeExchange({ headers: { 'content-length': String(bytes) } })
    Object.assign(req, { resume: () => {} })
    const freed = vi.spyOn(ArrayBuffer.prototype, 'transfer')
    onTestFinished(() => freed.mockRestore())
    const read = readRequestBodyText(exchange, bytes)
    req.emit('data', Buffer.alloc(bytes, 'x'))
    req.emit('end')
    expect((await read).length).toBe(bytes)
    expect(freed.mock.calls).toEqual(bytes > 1_000_000 ? [[0]] : [])
    expect(freed.mock.contexts.map((buffer) => (buffer as ArrayBuffer).detached)).toEqual(
      bytes > 1_000_000 ? [true] : [],
    )
  }
})
