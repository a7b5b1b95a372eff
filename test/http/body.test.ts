import { expect, test } from 'vitest'
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
