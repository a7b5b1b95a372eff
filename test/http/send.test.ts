import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { compressResponseBody } from '../../src/http/compression.ts'
import type { Exchange } from '../../src/http/exchange.ts'
import { sendHttpResponse } from '../../src/http/send.ts'
import { type CourseTree, createCourseTree } from '../support/course-fixture.ts'
import { errorBody } from '../support/error-bodies.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { openAndSend, requestHead } from '../support/sockets.ts'

let service: TestService
let key: string
let outline: CourseTree
beforeAll(async () => {
  service = await startTestService({ resourceLimits: { responses: { total: 100_000, perTenant: 100_000 } } })
  key = await service.key()
  outline = await createCourseTree(service, key)
})
afterAll(() => service.close())

const held = () => service.app.resourceLimits.responses.state().used
const text = 'A long text. '.repeat(12_000)
const reason = { reason: 'answer too large', maxBytes: 100_000 }

test('a change whose response exceeds the memory limit is saved, and the error says that it must not be repeated', async () => {
  const path = `/blocks/${outline.block.id}`
  const { status, headers, body } = await service.rest('PATCH', path, key, { content: { text } })
  expect([status, headers.get('retry-after'), body]).toEqual([
    500,
    null,
    errorBody(
      'internal_error',
      'The change was saved, but the response cannot be sent now. Read the record again later.',
      {
        ...reason,
        done: true,
      },
    ),
  ])
  const told = await service.graphql(
    'mutation ($id: ID!, $input: UpdateBlockInput!) { updateBlock(id: $id, input: $input) { content } }',
    key,
    { id: outline.block.id, input: { content: { text: `${text}!` } } },
  )
  expect(told.errors[0].extensions.details).toEqual({ ...reason, done: true })
  const { content } = (await service.db.prisma.block.findFirstOrThrow({ where: { id: outline.block.id } })) as {
    content: unknown
  }
  expect(content).toEqual({ text: `${text}!` })
})

test('a read whose response is too large is refused, and the error says what to do', async () => {
  const { status, body } = await service.rest('GET', `/blocks/${outline.block.id}`, key)
  expect([status, body]).toEqual([
    400,
    errorBody('invalid_request', 'The response is larger than 100,000 bytes. Request parts of it.', reason),
  ])
  expect(held()).toBe(0)
})

test('a stream that exceeds the memory limit with a long chunk is closed', async () => {
  const query = encodeURIComponent(`{ block(id: "${outline.block.id}") { content } }`)
  const path = `/graphql?query=${query}`
  const stream = await openAndSend(service.url, requestHead({ path, key, headers: { Accept: 'text/event-stream' } }))
  await stream.untilClosed()
  expect(stream.told()).not.toContain('A long text')
})

test('text counts by its bytes, not by its characters', async () => {
  const path = `/blocks/${outline.block.id}`
  await service.rest('PATCH', path, key, { content: { text: '文'.repeat(40_000) } })
  expect((await service.rest('GET', path, key, undefined, { 'Accept-Encoding': 'identity' })).status).toBe(400)
  expect(held()).toBe(0)
})

test('garbage during compression is answered once, and the memory is released', async () => {
  const path = `/blocks/${outline.block.id}`
  await service.rest('PATCH', path, key, { content: { text: 'abcd '.repeat(18_000) } })
  const head = requestHead({ path: `/api/v1${path}`, key, headers: { 'Accept-Encoding': 'br' } })
  for (let time = 0; time < 5; time++) {
    const broken = await openAndSend(service.url, `${head}garbage\r\n\r\n`)
    await broken.untilClosed()
    expect(broken.told().match(/HTTP\/1\.1/g)).toHaveLength(1)
  }
  await vi.waitFor(() => expect(held()).toBe(0), 20_000)
  expect(service.logged.filter(({ msg }) => msg === 'a response could not be sent')).toEqual([])
})

test('long responses are compressed on the thread pool, short ones on the event loop', async () => {
  for (const [bytes, isAtOnce] of [
    [60_000, true],
    [70_000, false],
  ] as const) {
    for (const coding of ['br', 'gzip'] as const) {
      const { promise, resolve } = Promise.withResolvers<number>()
      let length = 0
      compressResponseBody(Buffer.alloc(bytes, 'text '), coding, (_error, result) => {
        length = result.length
        resolve(length)
      })
      expect([bytes, coding, length > 0]).toEqual([bytes, coding, isAtOnce])
      expect(await promise).toBeLessThan(1000)
    }
  }
})

test('a response that cannot be sent after its compression closes its connection, and the log says why', async () => {
  const { resourceLimits, services } = service.app
  const limit = { policy: 'anonymous', limit: 0, remaining: 0, resetAt: 0, isExceeded: false }
  const common = { requestId: 'broken', path: '/', query: '', ipAddress: '127.0.0.1', headers: {}, route: 'none' }
  const server = createServer((req, res) => {
    const exchange: Exchange = {
      ...{ ...common, req, res, resourceLimits, limit },
      caller: { kind: 'anonymous' },
      waitForClient: (work) => work(),
      onHandled: () => {},
      log: () => services.log,
    }
    // Node refuses this header when the head of the response is written.
    sendHttpResponse(exchange, 200, 'text/plain', 'x'.repeat(70_000), { 'X-Broken': 'a\nb' })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const broken = await openAndSend(url, requestHead({ path: '/', headers: { 'Accept-Encoding': 'br' } }))
  await vi.waitFor(() => expect(broken.isClosed()).toBe(true), 10_000)
  expect(broken.told()).toBe('')
  expect(service.logged.at(-1)).toMatchObject({
    msg: 'a response could not be sent',
    err: { code: 'ERR_INVALID_CHAR' },
  })
  expect(held()).toBe(0)
})
