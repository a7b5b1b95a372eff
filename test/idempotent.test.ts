import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type House, makeHouse } from './house.ts'
import { makeIdentityProvider } from './identity-provider.ts'

let house: House
let key: string
beforeAll(async () => {
  house = await makeHouse()
  key = await house.key()
})
afterAll(() => house.close())

const post = (body: object, idempotencyKey: string, auth = key) =>
  house.rest('POST', '/courses', auth, body, { 'Idempotency-Key': idempotencyKey })
const total = async (auth = key) => (await house.rest('GET', '/courses', auth)).body.meta.total

test('the same request again answers the first result and makes nothing', async () => {
  const auth = await house.key()
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
  const same = await house.graphql(query, key, { input: { name: 'One' } })
  expect(same.data.createCourse.id).toBeDefined()
  const deleted = await house.graphql(
    `mutation { deleteCourse(id: "${same.data.createCourse.id}", idempotencyKey: "other-1") { id } }`,
    key,
  )
  expect(deleted.errors[0].extensions.code).toBe('conflict')
})

test("a key is its caller's own", async () => {
  const stranger = await house.key()
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
      details: { fields: [{ path: 'idempotencyKey' }] },
    })
  }
})

test('twenty at once make one: the others are told to wait, or get its result', async () => {
  const auth = await house.key()
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
    const upstream = connect(Number(new URL(house.url).port), '127.0.0.1')
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
  const auth = await house.key()
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
  const listed = await house.rest('GET', '/courses?per_page=100', auth)
  expect(listed.body.data.map((one: { name: string }) => one.name).sort()).toEqual([...names].sort())
})

test('twenty writers with If-Match on one lesson: exactly one wins each round', async () => {
  const made = await house.rest('POST', '/courses', key, {
    name: 'C',
    modules: [{ name: 'M', lessons: [{ name: 'L' }] }],
  })
  const tree = await house.rest('GET', `/courses/${made.body.data.id}/tree`, key)
  const { id } = tree.body.data.modules[0].lessons[0]
  for (let round = 1; round <= 3; round++) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, writer) =>
        house.rest('PATCH', `/lessons/${id}`, key, { name: `by ${writer}` }, { 'If-Match': `"v${round}"` }),
      ),
    )
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19)
    expect((await house.rest('GET', `/lessons/${id}`, key)).body.data).toMatchObject({
      version: round + 1,
      name: won[0]!.body.data.name,
    })
  }
})

test('a repeated request for an API key makes no second one, and its value is told once', async () => {
  const provider = await makeIdentityProvider()
  const own = await makeHouse({ env: provider.env })
  const token = await provider.token('ada')
  const make = (name: string) => own.rest('POST', '/api-keys', token, { name }, { 'Idempotency-Key': 'key-1' })
  const first = await make('ci')
  expect(first.status).toBe(201)
  const again = await make('ci')
  expect([again.status, again.body.error.details]).toEqual([409, { keyId: first.body.data.keyId }])
  expect((await own.rest('GET', '/api-keys', token)).body.data).toHaveLength(1)
  const kept = await own.db.prisma.idempotencyKey.findMany()
  expect(JSON.stringify(kept)).not.toContain(first.body.data.key)
  await own.close()
  await provider.close()
})
