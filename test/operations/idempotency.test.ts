import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { deleteExpiredIdempotencyKeys } from '../../src/operations/idempotency-store.ts'
import { openPostgresDatabase } from '../../src/platform/db/database.ts'
import { makeTenantConnectionLimiter } from '../../src/platform/db/tenant-connection-limiter.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'
import { freshDatabase, serviceForTest as houseOf, startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

const post = (body: object, idempotencyKey: string, auth = key) =>
  service.rest('POST', '/courses', auth, body, { 'Idempotency-Key': idempotencyKey })
const total = async (auth = key) => (await service.rest('GET', '/courses', auth)).body.meta.total

test('the same request again answers the first result and makes nothing', async () => {
  const auth = await service.key()
  const first = await post({ name: 'Once', language: 'en' }, 'again-1', auth)
  const again = await post({ language: 'en', name: 'Once' }, 'again-1', auth)
  expect(first.headers.get('idempotency-replayed')).toBeNull()
  expect([again.status, again.body]).toEqual([201, first.body])
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(again.headers.get('location')).toBe(first.headers.get('location'))
  expect(await total(auth)).toBe(1)
})

test('the same key with another body is a conflict, on another operation too', async () => {
  await post({ name: 'One' }, 'other-1')
  const other = await post({ name: 'Two' }, 'other-1')
  expect([other.status, other.body.error.code]).toEqual([409, 'conflict'])
  const query =
    'mutation ($input: CreateCourseInput!) { createCourse(input: $input, idempotencyKey: "other-1") { id } }'
  const same = await service.graphql(query, key, { input: { name: 'One' } })
  expect(same.data.createCourse.id).toBeDefined()
  const deleted = await service.graphql(
    `mutation { deleteCourse(id: "${same.data.createCourse.id}", idempotencyKey: "other-1") { id } }`,
    key,
  )
  expect(deleted.errors[0].extensions.code).toBe('conflict')
})

test('the same key with the same arguments of another operation is a conflict', async () => {
  const { id } = (await service.rest('POST', '/courses', key, { name: 'Kept' })).body.data
  const run = (field: string) =>
    service.graphql(`mutation ($id: ID!) { ${field}(id: $id, idempotencyKey: "other-2") { id } }`, key, { id })
  expect((await run('duplicateCourse')).errors).toBeUndefined()
  expect((await run('deleteCourse')).errors[0].extensions.code).toBe('conflict')
  expect((await service.rest('GET', `/courses/${id}`, key)).status).toBe(200)
})

test('a key may have 255 characters', async () => {
  expect((await post({ name: 'x' }, 'k'.repeat(255))).status).toBe(201)
})

test("a key is its caller's own", async () => {
  const stranger = await service.key()
  await post({ name: 'Mine' }, 'own-1')
  const theirs = await post({ name: 'Theirs' }, 'own-1', stranger)
  expect([theirs.status, theirs.body.data.name]).toEqual([201, 'Theirs'])
})

test('a request that failed keeps no key', async () => {
  const failed = await post({ name: ' ' }, 'failed-1')
  expect(failed.status).toBe(400)
  expect((await post({ name: 'Good' }, 'failed-1')).status).toBe(201)
})

test('an empty key and one that is too long are refused', async () => {
  for (const idempotencyKey of ['', 'x'.repeat(256)]) {
    const answer = await post({ name: 'x' }, idempotencyKey)
    expect(answer.body.error).toMatchObject({
      code: 'invalid_request',
      details: { fields: [{ path: 'Idempotency-Key' }] },
    })
  }
})

test('twenty at once make one: the others are told to wait, or get its result', async () => {
  const auth = await service.key()
  const answers = await Promise.all(Array.from({ length: 20 }, () => post({ name: 'Race' }, 'race-1', auth)))
  const made = answers.filter(({ status }) => status === 201)
  const busy = answers.filter(({ status }) => status === 409)
  expect(made.length + busy.length).toBe(20)
  expect(new Set(made.map(({ body }) => body.data.id)).size).toBe(1)
  for (const { headers, body } of busy) expect([headers.get('retry-after'), body.error.code]).toEqual(['1', 'conflict'])
  expect(await total(auth)).toBe(1)
})

/** A way to the service that cuts each connection after a number of bytes of the answer. */
async function cuttingProxy(bytes: () => number): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(service.url).port), '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    let left = bytes()
    client.pipe(upstream)
    upstream.on('data', (chunk: Buffer) => {
      client.write(chunk.subarray(0, left))
      left -= chunk.length
      if (left <= 0) client.destroy()
    })
    upstream.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

test('a client that repeats every request over a connection that is cut makes no doubles and loses nothing', async () => {
  const auth = await service.key()
  let seed = 7
  const url = await cuttingProxy(() => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed % 3 === 0 ? 4000 : seed % 700
  })
  const send = (name: string) =>
    fetch(`${url}/api/v1/courses`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${auth}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': name,
        Connection: 'close',
      },
      body: JSON.stringify({ name }),
    })
      .then(async (response) =>
        response.status === 201 ? ((await response.json()) as { data: { id: string } }).data.id : undefined,
      )
      .catch(() => undefined)
  const names = Array.from({ length: 15 }, (_, index) => `course-${index}`)
  for (const name of names) for (let time = 0; time < 3; time++) await send(name)
  // Whatever was cut before it arrived is sent a last time over a whole connection.
  for (const name of names) expect((await post({ name }, name, auth)).status).toBe(201)
  const listed = await service.rest('GET', '/courses?per_page=100', auth)
  expect(listed.body.data.map((one: { name: string }) => one.name).sort()).toEqual([...names].sort())
})

test('twenty writers with If-Match on one lesson: exactly one wins each round', async () => {
  const made = await service.rest('POST', '/courses', key, {
    name: 'C',
    modules: [{ name: 'M', lessons: [{ name: 'L' }] }],
  })
  const tree = await service.rest('GET', `/courses/${made.body.data.id}/tree`, key)
  const { id } = tree.body.data.modules[0].lessons[0]
  for (let round = 1; round <= 3; round++) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, writer) =>
        service.rest('PATCH', `/lessons/${id}`, key, { name: `by ${writer}` }, { 'If-Match': `"v${round}"` }),
      ),
    )
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19)
    expect((await service.rest('GET', `/lessons/${id}`, key)).body.data).toMatchObject({
      version: round + 1,
      name: won[0]!.body.data.name,
    })
  }
})

test('a repeated request for an API key makes no second one, and its value is told once', async () => {
  const provider = await makeIdentityProvider()
  const own = await startTestService({ env: provider.env })
  const token = await provider.token('ada')
  const make = (name: string) => own.rest('POST', '/api-keys', token, { name }, { 'Idempotency-Key': 'key-1' })
  const first = await make('ci')
  expect(first.status).toBe(201)
  const again = await make('ci')
  expect([again.status, again.body.error.details]).toEqual([409, { keyId: first.body.data.keyId }])
  expect((await own.rest('GET', '/api-keys', token)).body.data).toHaveLength(1)
  // After 24 hours, it counts as a new request, also before the old result is deleted.
  await own.db.prisma.idempotencyKey.updateMany({ data: { createdAt: new Date(Date.now() - 24.02 * 3_600_000) } })
  expect((await make('ci')).status).toBe(201)
  const kept = await own.db.prisma.idempotencyKey.findMany()
  expect(JSON.stringify(kept)).not.toContain(first.body.data.key)
  await own.close()
  await provider.close()
})

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000 })

test('of two processes that are asked with one key at once, one writes; the other is told to wait', async () => {
  const { db, url } = await freshDatabase()
  const first = await houseOf({ db })
  const second = await houseOf({
    db: url
      ? openPostgresDatabase(url, { size: 2, connectionLimiter: makeTenantConnectionLimiter(2) })
      : { ...db, close: async () => {} },
  })
  const auth = await first.key()
  const { id } = (await first.rest('POST', '/courses', auth, { name: 'C' })).body.data
  const copy = ({ rest }: TestService) =>
    rest('POST', `/courses/${id}/duplicate`, auth, undefined, { 'Idempotency-Key': 'two' })
  const total = async () => (await first.rest('GET', '/courses', auth)).body.meta.total
  if (!url) {
    // The embedded database has one connection: whoever comes second finds the result.
    const answers = await Promise.all([copy(first), copy(second)])
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect(await total()).toBe(2)
    return
  }
  // The first is held in its transaction: it waits for a lock on what it writes.
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('BEGIN; LOCK TABLE courses IN SHARE MODE')
  const one = copy(first)
  await until(async () => {
    const { rows } = await holder.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted`)
    expect(rows.length).toBeGreaterThan(0)
  })
  const other = await copy(second)
  expect([other.status, other.body.error.code, other.headers.get('retry-after')]).toEqual([409, 'conflict', '1'])
  await holder.query('ROLLBACK')
  await holder.end()
  expect((await one).status).toBe(201)
  expect((await copy(second)).body).toEqual((await one).body)
  expect(await total()).toBe(2)
})

test('results are forgotten after 24 hours, and not before', async () => {
  const auth = await service.key()
  const keptKeys = async () =>
    (await service.db.prisma.idempotencyKey.findMany({ where: { key: { startsWith: 'age-' } } })).map(({ key }) => key)
  for (const name of ['age-old', 'age-young']) await post({ name }, name, auth)
  const setAge = (key: string, hours: number) =>
    service.db.prisma.idempotencyKey.updateMany({
      where: { key },
      data: { createdAt: new Date(Date.now() - hours * 3_600_000) },
    })
  await setAge('age-old', 24.02)
  await setAge('age-young', 23.98)
  expect((await post({ name: 'another body' }, 'age-young', auth)).status).toBe(409)
  await deleteExpiredIdempotencyKeys(service.db.sql)
  expect(await keptKeys()).toEqual(['age-young'])
})

test('a result that is past its time is no result, swept or not', async () => {
  const auth = await service.key()
  await post({ name: 'old' }, 'past', auth)
  await service.db.prisma.idempotencyKey.updateMany({
    where: { key: 'past' },
    data: { createdAt: new Date(Date.now() - 24.02 * 3_600_000) },
  })
  const again = await post({ name: 'new' }, 'past', auth)
  expect([again.status, again.body.data.name]).toEqual([201, 'new'])
  expect((await post({ name: 'new' }, 'past', auth)).body).toEqual(again.body)
})

test('a scheduled job deletes the stored results that have expired', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const own = await houseOf()
  const auth = await own.key()
  await own.rest('POST', '/courses', auth, { name: 'x' }, { 'Idempotency-Key': 'timed' })
  const keptKeys = () => own.db.prisma.idempotencyKey.count()
  await own.db.prisma.idempotencyKey.updateMany({ data: { createdAt: new Date(Date.now() - 25 * 3_600_000) } })
  vi.advanceTimersByTime(600_000)
  await until(async () => expect(await keptKeys()).toBe(0))
})

test('content of the deepest allowed nesting is taken in a course tree, with an Idempotency-Key', async () => {
  const nested = JSON.parse(`${'['.repeat(63)}${']'.repeat(63)}`)
  const blocks = [{ type: 'text', content: { text: 'x', a: nested } }]
  const course = { name: 'Deep', modules: [{ name: 'M', lessons: [{ name: 'L', blocks }] }] }
  const { status, body } = await post(course, 'deepest')
  expect([status, body.error]).toEqual([201, undefined])
})

test('what is nested too deeply is refused by name, with an Idempotency-Key and without one', async () => {
  const made = await service.rest('POST', '/courses', key, {
    name: 'C',
    modules: [{ name: 'M', lessons: [{ name: 'L' }] }],
  })
  const { modules } = (await service.rest('GET', `/courses/${made.body.data.id}/tree`, key)).body.data
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const variants: Record<string, string>[] = [{}, { 'Idempotency-Key': 'deep' }]
  for (const headers of variants) {
    const { status, body } = await service.http(`/api/v1/lessons/${modules[0].lessons[0].id}/blocks`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
      body: `{"type":"text","content":{"text":"x","a":${deep}}}`,
    })
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    expect(body.error.details.fields[0].path).toMatch(/^content\.a\.0\.0/)
    expect(body.error.details.fields[0].message).toMatch(/levels deep/)
  }
})
