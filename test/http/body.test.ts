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
