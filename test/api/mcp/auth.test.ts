import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createCourseTree } from '../../support/course-fixture.ts'
import { makeIdentityProvider } from '../../support/identity-provider.ts'
import { serviceForTest as aHouse, startTestService, type TestService } from '../../support/service.ts'
import { connect, initialize, masterKey, post } from './client.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { MCP_MASTER_API_KEY: masterKey } })
  key = await service.key()
})
afterAll(() => service.close())

/** A service with another configuration on the same database. */
const another = (env: Record<string, string> = {}) => aHouse({ db: { ...service.db, close: async () => {} }, env })

const unauthorized = (message: string) => ({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32000, message, data: { code: 'unauthorized', details: {} } },
})
const idOf = ({ id }: { id: string }) => id
const none = 'An API key is required: Authorization: Bearer <API_KEY>.'

describe('without a usable key', () => {
  test.for([
    ['no key', {}, none],
    ['a mistyped key', { Authorization: 'Bearer cw_prod_nothing' }, 'The API key is not valid.'],
    ['another scheme', { Authorization: 'Basic YTpi' }, 'Authorization must be: Bearer <API_KEY>.'],
    ['part of the master key', { Authorization: `Bearer ${masterKey.slice(0, -1)}` }, 'The API key is not valid.'],
  ] as const)('%s is 401 with the challenge', async ([, headers, message]) => {
    for (const answer of [
      await post(service, initialize, headers),
      await service.http('/mcp', { headers }),
      await service.http('/mcp', { method: 'DELETE', headers }),
    ]) {
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect(answer.body).toEqual(unauthorized(message))
    }
  })

  test('an ID token is 401: the dashboard has GraphQL', async () => {
    const provider = await makeIdentityProvider()
    onTestFinished(async () => void (await provider.close()))
    const signedIn = await another(provider.env)
    const token = await provider.token('somebody', { plan: 'enterprise' })
    const answer = await post(signedIn, initialize, { Authorization: `Bearer ${token}` })
    expect([answer.status, answer.body]).toEqual([
      401,
      unauthorized(`The access token is not valid for ${signedIn.url}/mcp.`),
    ])
  })

  test('a revoked key is refused on the next request', async () => {
    const workspaceId = await service.workspace()
    const revoked = await service.key({ workspaceId })
    const auth = { Authorization: `Bearer ${revoked}` }
    expect((await post(service, initialize, auth)).status).toBe(200)
    await service.db.prisma.apiKey.updateMany({ where: { workspaceId }, data: { revokedAt: new Date() } })
    await service.app.services.keyring.invalidate(workspaceId)
    const answer = await post(service, initialize, auth)
    expect([answer.status, answer.body]).toEqual([401, unauthorized('The API key has been revoked.')])
  })
})

test.for([
  ['Authorization', (value: string) => ({ Authorization: `Bearer ${value}` })],
  ['X-API-Key', (value: string) => ({ 'X-API-Key': value })],
] as const)('a key and the master key are taken as %s', async ([, headers]) => {
  for (const value of [key, masterKey]) expect((await post(service, initialize, headers(value))).status).toBe(200)
})

test('limit headers and the request id stand on every answer', async () => {
  const answers = [
    await post(service, initialize),
    await post(service, initialize, { Authorization: `Bearer ${key}` }),
    await post(service, initialize, { Authorization: `Bearer ${masterKey}` }),
  ]
  for (const { headers } of answers) {
    for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-request-id'])
      expect(headers.get(name)).not.toBeNull()
  }
})

test("a workspace's limit counts its calls of tools, and the master has a limit of its own, from all addresses", async () => {
  const limited = await another({
    TRUST_PROXY: '1',
    MCP_MASTER_API_KEY: masterKey,
    RATE_LIMIT_ENTERPRISE: '1',
    RATE_LIMIT_MASTER: '2',
    // The master's count is one for all services that share a Redis.
    REDIS_URL: '',
  })
  const ordinary = { Authorization: `Bearer ${await limited.key()}` }
  const master = { Authorization: `Bearer ${masterKey}` }
  expect((await post(limited, initialize, ordinary)).status).toBe(200)
  const refused = await post(limited, initialize, ordinary)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(refused.body.error.data.code).toBe('rate_limit_exceeded')
  const statuses = []
  for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
    const headers = { ...master, 'X-Forwarded-For': address }
    statuses.push((await post(limited, initialize, headers)).status)
  }
  expect(statuses).toEqual([200, 200, 429])
})

test('a key cannot name a workspace', async () => {
  const agent = await connect(service, key)
  const { error } = await agent.tool('list_courses', { workspaceId: await service.workspace() })
  expect(error.details.fields).toEqual([
    { path: 'workspaceId', message: expect.stringContaining('is not an argument here') },
  ])
})

const refusal = (message: string) => ({
  code: 'invalid_request',
  message: `workspaceId: ${message}`,
  details: { fields: [{ path: 'workspaceId', message }] },
})

describe('the master key', () => {
  test('is no key of REST or GraphQL', async () => {
    expect((await service.rest('GET', '/courses', masterKey)).status).toBe(401)
    const { errors } = await service.graphql('{ coursePage { items { id } } }', masterKey)
    expect(errors[0].extensions.code).toBe('unauthorized')
    const listed = await service.graphql('{ workspacePage { items { id } } }', key)
    expect(listed.errors[0].extensions.code).toBe('forbidden')
  })

  test('opens every tool in every workspace, by its name', async () => {
    const workspaces = [await service.workspace(), await service.workspace()]
    const agent = await connect(service, masterKey)
    const listed = await agent.tool('list_workspaces', { perPage: 100 })
    expect(listed.data.items.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(workspaces))
    for (const workspaceId of workspaces) {
      const made = await agent.tool('create_course', { workspaceId, name: `Of ${workspaceId}` })
      const own = await service.key({ workspaceId })
      expect((await service.rest('GET', '/courses', own)).body.data.map(idOf)).toEqual([made.data.id])
    }
  })

  test('takes an optional workspaceId on every tool but the one that lists them', async () => {
    const { client } = await connect(service, masterKey)
    const { tools } = await client.listTools()
    const taking = tools.filter(({ inputSchema }) => inputSchema.properties?.workspaceId)
    expect(taking.map(({ name }) => name)).toEqual(
      tools.map(({ name }) => name).filter((name) => name !== 'list_workspaces'),
    )
    for (const { inputSchema } of tools) expect(inputSchema.required ?? []).not.toContain('workspaceId')
    const schemas = taking.map(({ inputSchema }) => inputSchema.properties!.workspaceId)
    // One description is enough, because an agent reads all tools together.
    const described = { type: 'string', description: 'The workspace, from list_workspaces.' }
    expect(schemas).toEqual([described, ...schemas.slice(1).map(() => ({ type: 'string' }))])
  })

  test('must name a workspace where there are several, and one that there is', async () => {
    await Promise.all([service.workspace(), service.workspace()])
    const agent = await connect(service, masterKey)
    expect((await agent.tool('list_courses')).error).toEqual(
      refusal('is required, because there are several workspaces. list_workspaces lists them'),
    )
    for (const workspaceId of ['nowhere', '00000000-0000-7000-8000-000000000000']) {
      const { error } = await agent.tool('list_courses', { workspaceId })
      expect(error).toEqual(refusal('is not the id of a workspace. list_workspaces lists them'))
    }
    expect((await agent.tool('list_courses', { workspaceId: 5 })).error).toEqual(refusal('must be a string'))
    expect((await agent.tool('list_block_types')).isError).toBe(false)
  })

  test('works only in the workspace that the address names', async () => {
    const [one, other] = [await service.workspace(), await service.workspace()]
    const agent = await connect(service, masterKey, `?workspaceId=${one}`)
    const { data } = await agent.tool('create_course', { name: 'Here' })
    expect((await agent.tool('list_courses')).data.items.map(idOf)).toEqual([data.id])
    expect((await agent.tool('list_courses', { workspaceId: one })).data.items.map(idOf)).toEqual([data.id])
    const { error } = await agent.tool('create_course', { name: 'There', workspaceId: other })
    expect(error).toEqual(refusal('must be left out, because the address of this server names a workspace'))
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name)).not.toContain('list_workspaces')
    expect(tools.filter(({ inputSchema }) => inputSchema.properties?.workspaceId)).toEqual([])
    const { resources } = await agent.client.listResources()
    expect(resources.map(({ name }) => name)).toEqual(['Here'])
  })

  test('lists the workspaces newest first, in pages', async () => {
    const own = await aHouse({ env: { MCP_MASTER_API_KEY: masterKey } })
    const made: string[] = []
    for (let count = 0; count < 3; count++) made.unshift(await own.workspace())
    const agent = await connect(own, masterKey)
    const page = async (number: number) => (await agent.tool('list_workspaces', { page: number, perPage: 2 })).data
    const [first, second] = [await page(1), await page(2)]
    expect([first.items.map(idOf), second.items.map(idOf)]).toEqual([made.slice(0, 2), made.slice(2)])
    expect(first.pageInfo).toMatchObject({ total: 3, totalPages: 2 })
  })

  test('needs to name none where there is one', async () => {
    const small = await aHouse({ env: { MCP_MASTER_API_KEY: masterKey } })
    const { course } = await createCourseTree(small, await small.key())
    const agent = await connect(small, masterKey)
    const { createdBy: _creator, updatedBy: _editor, ...answered } = course
    expect((await agent.tool('list_courses')).data.items).toEqual([answered])
  })

  test('repeats with an idempotency key within a workspace, not across', async () => {
    const workspaces = [await service.workspace(), await service.workspace()]
    const agent = await connect(service, masterKey)
    const sent = { name: 'Once', idempotencyKey: 'once' }
    const [one, other] = await Promise.all(
      workspaces.map((workspaceId) => agent.tool('create_course', { ...sent, workspaceId })),
    )
    expect(one?.data.id).not.toBe(other?.data.id)
    const again = await agent.tool('create_course', { ...sent, workspaceId: workspaces[0] })
    expect(again.data).toEqual(one?.data)
  })

  test('is none where none is configured', async () => {
    const closed = await another()
    expect((await post(closed, initialize, { Authorization: `Bearer ${masterKey}` })).status).toBe(401)
  })

  test('is not written to the log', async () => {
    const agent = await connect(service, masterKey)
    await agent.tool('list_workspaces')
    expect(JSON.stringify(service.logged)).not.toContain(masterKey)
    expect(service.logged.at(-1)).toMatchObject({ path: '/mcp', status: 200, master: true })
  })
})
