import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/platform/db/database.ts'
import { ApiError } from '../../src/platform/errors.ts'
import { connect } from '../api/mcp/client.ts'
import { errorBody } from '../support/error-bodies.ts'
import { replaceResolver } from '../support/fault-injection.ts'
import { freshDatabase, serviceForTest, type TestService } from '../support/service.ts'

const secret = 'secret: SELECT * FROM vault'
const apology = 'Something went wrong on our side. Quote X-Request-Id.'

// Each test needs a service of its own, but only a workspace of its own in the database.
let db: Database
beforeAll(async () => {
  ;({ db } = await freshDatabase())
})
afterAll(() => db.close())

const serviceWith = (...plugins: Plugin[]) => serviceForTest({ plugins, db: { ...db, close: async () => {} } })

const throwing = () => {
  throw new Error(secret)
}
const unmasked = {
  data: null,
  errors: [new GraphQLError(secret, { path: ['course'], originalError: new Error(secret) })],
}

/** Reads one course over REST, MCP and GraphQL. GraphQL compiles a document that is repeated. */
async function ask(one: TestService, times: number) {
  const workspaceId = await one.workspace()
  const { id } = await one.db.prisma.course.create({ data: { id: workspaceId, workspaceId, name: 'Botany' } })
  const key = await one.key({ workspaceId })
  const graphql = []
  for (let time = 0; time < times; time++)
    graphql.push(await one.graphql('query ($id: ID!) { course(id: $id) { id name } }', key, { id }))
  const rest = await one.rest('GET', `/courses/${id}`, key, undefined, { 'X-Request-Id': 'mine' })
  const { error: mcp } = await (await connect(one, key)).tool('list_courses')
  return { rest, graphql, mcp }
}

test.each<[string, Plugin]>([
  ['a resolver throws', replaceResolver('Query.course', throwing)],
  ['a resolver throws a value that is not an error', replaceResolver('Query.course', () => Promise.reject(secret))],
  [
    'a resolver throws a library error with one of our codes',
    replaceResolver('Query.course', () =>
      Promise.reject(new GraphQLError(secret, { extensions: { code: 'forbidden' } })),
    ),
  ],
  ['a required value is missing', replaceResolver('Course.name', () => null)],
  ['a hook of a plug-in throws', { onExecute: throwing }],
  ['a later hook of a plug-in throws', { onExecute: () => ({ onExecuteDone: throwing }) }],
  [
    'a plug-in stops with errors of its own',
    { onExecute: ({ setResultAndStopExecution }) => setResultAndStopExecution(unmasked) },
  ],
  [
    'a plug-in puts errors of its own in the place of the result',
    { onExecute: () => ({ onExecuteDone: ({ setResult }) => setResult(unmasked) }) },
  ],
])('when %s, clients see an internal error without details', async (_case, plugin) => {
  const broken = await serviceWith(plugin)
  const { rest, graphql, mcp } = await ask(broken, 4)
  expect([rest.status, rest.body]).toEqual([500, errorBody('internal_error', apology)])
  expect(rest.headers.get('x-request-id')).toBe('mine')
  expect(rest.headers.get('x-ratelimit-limit')).toBe('1000000')
  for (const { errors } of graphql)
    expect(errors).toEqual([
      expect.objectContaining({ message: apology, extensions: { code: 'internal_error', details: {} } }),
    ])
  if (mcp) expect(mcp).toEqual(errorBody('internal_error', apology).error)
  expect(JSON.stringify([rest, graphql, mcp])).not.toContain('secret')
  expect(broken.logged).toContainEqual(expect.objectContaining({ msg: 'a request failed unexpectedly' }))
})

const accidentsOf = async (one: TestService) =>
  (await one.app.metrics.registry.getSingleMetricAsString('accidents_total')).split(' ').at(-1)

test('each internal error is counted once, over every API', async () => {
  const broken = await serviceWith(replaceResolver('Query.course', throwing))
  const accidents = () => accidentsOf(broken)
  expect(await accidents()).toBe('0')
  await ask(broken, 4)
  expect(await accidents()).toBe('5')
})

test('an internal error of an MCP tool or resource is counted once', async () => {
  const broken = await serviceWith({ onExecute: throwing })
  const agent = await connect(broken, await broken.key())
  expect((await agent.tool('list_courses')).isError).toBe(true)
  expect(await accidentsOf(broken)).toBe('1')
  await expect(agent.client.listResources()).rejects.toMatchObject({ code: -32603 })
  expect(await accidentsOf(broken)).toBe('2')
})

test.each(['application/json', 'text/event-stream'])(
  'an internal error in a stream after its first event is counted once, asked for by %s',
  async (accept) => {
    const broken = await serviceWith()
    broken.app.services.model = { name: 'broken', stream: throwing }
    const answer = await broken.rest(
      'POST',
      '/ai/generate-content',
      await broken.key(),
      { prompt: 'Light' },
      { Accept: accept },
    )
    expect(answer.text).toContain('internal_error')
    expect(answer.text).not.toContain('secret')
    expect(await accidentsOf(broken)).toBe('1')
  },
)

test('a result that cannot be serialized is an internal error', async () => {
  const broken = await serviceWith(replaceResolver('Course.version', () => secret))
  const key = await broken.key()
  const { status, body } = await broken.rest('POST', '/courses', key, { name: 'Botany' })
  expect([status, body]).toEqual([500, errorBody('internal_error', apology)])
  const { errors } = await broken.graphql('mutation { createCourse(input: { name: "Botany" }) { version } }', key)
  expect(errors).toEqual([
    expect.objectContaining({ path: ['createCourse', 'version'], extensions: { code: 'internal_error', details: {} } }),
  ])
  expect(JSON.stringify([body, errors])).not.toContain('secret')
})

test('a missing argument is an invalid request, however often the document is repeated', async () => {
  const one = await serviceWith()
  const key = await one.key()
  for (let time = 0; time < 4; time++) {
    const { errors } = await one.graphql('query ($no: Boolean!) { viewer { kind @skip(if: $no) } }', key)
    expect(errors[0].extensions.code).toBe('invalid_request')
    const { errors: missing } = await one.graphql(
      'query ($size: Int) { coursePage(perPage: $size) { items { id } } }',
      key,
      { size: 'x' },
    )
    expect(missing[0].extensions.code).toBe('invalid_request')
  }
})

const slow = new ApiError('rate_limit_exceeded', 'Slower.', {
  details: { reason: 'test' },
  headers: { 'Retry-After': '7' },
})
const stopping = (error: ApiError): Plugin => ({
  onExecute: ({ setResultAndStopExecution }) => setResultAndStopExecution({ errors: [error] }),
})

test.each<[string, Plugin]>([
  ['a resolver', replaceResolver('Query.course', () => Promise.reject(slow))],
  ['a plug-in that stops', stopping(slow)],
  ['a plug-in that throws', { onExecute: () => Promise.reject(slow) }],
])('a declared error of %s keeps its code over every API', async (_case, plugin) => {
  const one = await serviceWith(plugin)
  const { rest, graphql, mcp } = await ask(one, 3)
  expect([rest.status, rest.body, rest.headers.get('retry-after')]).toEqual([
    429,
    errorBody('rate_limit_exceeded', 'Slower.', { reason: 'test' }),
    '7',
  ])
  if (mcp) expect(mcp).toEqual(rest.body.error)
  for (const { errors } of graphql)
    expect(errors[0]).toMatchObject({ message: 'Slower.', extensions: { code: 'rate_limit_exceeded' } })
})

const hooks = ['onEnveloped', 'onParse', 'onValidate', 'onContextBuilding', 'onExecute'] as const
const streamHooks = ['onRequest', 'onRequestParse', 'onParams', 'onResultProcess', 'onResponse', 'onSubscribe'] as const

/** Sends one GraphQL request, as JSON or as a stream, and returns the whole response. */
async function post(one: TestService, accept: string, query: string) {
  const headers = {
    'Content-Type': 'application/json',
    'X-API-Key': await one.key(),
    Accept: accept,
    'X-Request-Id': 'mine',
  }
  const {
    status,
    headers: told,
    text,
  } = await one.http('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) })
  expect([told.get('x-request-id'), told.get('x-ratelimit-limit')]).toEqual(['mine', '1000000'])
  return { status, text }
}

test.each([...hooks, ...streamHooks])('a plug-in whose hook %s throws fails only its own request', async (hook) => {
  let armed = true
  const plugin = {
    [hook]: () => {
      if (armed) throw new Error(secret)
    },
  } as Plugin
  const one = await serviceWith(plugin)
  const query = '{ viewer { kind } }'
  const subscription = 'subscription { generation(input: { prompt: "Light" }) { event } }'
  const answers = [await post(one, 'application/json', query), await post(one, 'text/event-stream', subscription)]
  for (const { text } of answers) {
    expect(text).not.toContain('secret')
    expect(text).not.toMatch(/\bat .*\.[jt]s:\d+/)
  }
  if ((hooks as readonly string[]).includes(hook) && hook !== 'onExecute') {
    for (const { text } of answers) expect(text).toContain('internal_error')
    const { status, body } = await one.rest('GET', '/courses', await one.key())
    expect([status, body]).toEqual([500, errorBody('internal_error', apology)])
  }
  armed = false
  expect((await post(one, 'application/json', query)).text).toBe('{"data":{"viewer":{"kind":"key"}}}')
  expect((await post(one, 'text/event-stream', subscription)).text).toContain('started')
})
