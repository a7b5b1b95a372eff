import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestService, type TestService } from '../../test/support/service.ts'
import { type CoursewrightClient, CoursewrightError, createClient } from '../src/index.ts'

let service: TestService
let apiKey: string
let client: CoursewrightClient
beforeAll(async () => {
  service = await startTestService()
  apiKey = await service.key()
  client = createClient({ baseUrl: service.url, apiKey })
})
afterAll(() => service.close())

const thrownBy = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('nothing was thrown'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(CoursewrightError)
      return error as CoursewrightError
    },
  )

test('a course is created, read, changed at its version, and deleted', async () => {
  const { data: created } = await client.POST('/courses', {
    body: { name: 'Botany', modules: [{ name: 'Light', lessons: [{ name: 'The leaf' }] }] },
  })
  const path = { courseId: created!.data.id }
  const { data: read, response } = await client.GET('/courses/{courseId}', { params: { path } })
  expect(read!.data.name).toBe('Botany')
  const header = { 'If-Match': response.headers.get('etag')! }
  const { data: changed } = await client.PATCH('/courses/{courseId}', {
    params: { path, header },
    body: { name: 'Botany II' },
  })
  expect([changed!.data.name, changed!.data.version]).toEqual(['Botany II', 2])
  const late = await thrownBy(client.PATCH('/courses/{courseId}', { params: { path, header }, body: { name: 'Late' } }))
  expect([late.status, late.code]).toEqual([412, 'precondition_failed'])
  await client.DELETE('/courses/{courseId}', { params: { path } })
  const gone = await thrownBy(client.GET('/courses/{courseId}', { params: { path } }))
  expect([gone.status, gone.code]).toEqual([404, 'not_found'])
})

test('a conditional read of an unchanged record has no data and is no error', async () => {
  const { data } = await client.POST('/courses', { body: { name: 'Unchanged' } })
  const path = { courseId: data!.data.id }
  const { response: first } = await client.GET('/courses/{courseId}', { params: { path } })
  const header = { 'If-None-Match': first.headers.get('etag')! }
  const { data: again, response } = await client.GET('/courses/{courseId}', { params: { path, header } })
  expect([response.status, again]).toEqual([304, undefined])
})

test('an error has the code, the fields and the id of the request', async () => {
  const error = await thrownBy(client.POST('/courses', { body: { name: '', description: 'x'.repeat(10_001) } }))
  expect([error.status, error.fields.map(({ path }) => path).toSorted()]).toEqual([400, ['description', 'name']])
  expect(error.requestId).toMatch(/^\S+$/)
  expect((await thrownBy(createClient({ baseUrl: service.url, apiKey: 'no key' }).GET('/courses'))).code).toBe(
    'unauthorized',
  )
})

test('a list is read page by page, to its end', async () => {
  const own = createClient({ baseUrl: service.url, apiKey: async () => service.key() })
  const workspace = await service.workspace()
  const key = await service.key({ workspaceId: workspace })
  const lister = createClient({ baseUrl: service.url, apiKey: key })
  for (let number = 1; number <= 5; number++) await lister.POST('/courses', { body: { name: `Course ${number}` } })
  const names: string[] = []
  for await (const { name } of lister.list('/courses', { params: { query: { per_page: 2 } } })) names.push(name)
  expect(names).toEqual(['Course 5', 'Course 4', 'Course 3', 'Course 2', 'Course 1'])
  expect(await Array.fromAsync(own.list('/courses'))).toEqual([])
  const { data } = await lister.GET('/courses', {})
  const ids = data!.data.slice(1, 3).map(({ id }) => id)
  const some = await Array.fromAsync(lister.list('/courses', { params: { query: { ids, sort: 'name' } } }))
  expect(some.map(({ name }) => name)).toEqual(['Course 3', 'Course 4'])
  const params = { path: { courseId: data!.data[0]!.id } }
  expect(await Array.fromAsync(lister.list('/courses/{courseId}/modules', { params }))).toEqual([])
})

/** Passes a request on to the service. */
function forward(req: IncomingMessage, res: ServerResponse): void {
  const upstream = send(service.url + req.url, { method: req.method, headers: req.headers }, (answer) => {
    res.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(res)
  })
  req.pipe(upstream)
}

/** A server in front of the service that fails as each of `failures` says before it passes requests on. */
async function failing(...failures: ((req: IncomingMessage, res: ServerResponse) => void)[]) {
  const keys: unknown[] = []
  const server: Server = createServer((req, res) => {
    keys.push(req.headers['idempotency-key'])
    const fail = failures.shift() ?? forward
    fail(req, res)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, keys }
}

const refuse = (status: number) => (req: IncomingMessage, res: ServerResponse) => {
  req.resume()
  res.writeHead(status, { 'Retry-After': '0' }).end()
}

test('a write that is refused for the moment, or whose connection breaks, is repeated with one idempotency key', async () => {
  const cut = (req: IncomingMessage) => req.socket.destroy()
  const { url, keys } = await failing(refuse(429), refuse(503), cut)
  const { data } = await createClient({ baseUrl: url, apiKey }).POST('/courses', { body: { name: 'Once' } })
  expect(data!.data.name).toBe('Once')
  expect([keys.length, new Set(keys).size]).toEqual([4, 1])
})

test('a write whose answer is lost is done once', async () => {
  const loseAnswer = (req: IncomingMessage, res: ServerResponse) => {
    const upstream = send(service.url + req.url, { method: req.method, headers: req.headers }, (answer) => {
      answer.resume().once('end', () => res.destroy())
    })
    req.pipe(upstream)
  }
  const key = await service.key()
  const { url, keys } = await failing(loseAnswer)
  const one = createClient({ baseUrl: url, apiKey: key })
  await one.POST('/courses', { body: { name: 'Only one' } })
  expect(keys.length).toBe(2)
  expect((await Array.fromAsync(one.list('/courses'))).length).toBe(1)
})

test('a refusal that stays is thrown after the last attempt, and one that will not change at once', async () => {
  const busy = await failing(...Array.from({ length: 3 }, () => refuse(503)))
  const error = await thrownBy(createClient({ baseUrl: busy.url, apiKey, maxRetries: 2 }).GET('/courses'))
  expect([error.status, busy.keys.length]).toEqual([503, 3])
  const direct = await failing()
  await thrownBy(createClient({ baseUrl: direct.url, apiKey }).POST('/courses', { body: { name: '' } }))
  expect(direct.keys.length).toBe(1)
})
