import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { expect, test } from 'vitest'
import { ApiError } from '../src/errors.ts'
import { type House, house } from './house.ts'
import { connect } from './mcp/client.ts'
import { problem } from './problems.ts'
import { sabotaged } from './sabotage.ts'

const secret = 'secret: SELECT * FROM vault'
const apology = 'Something went wrong on our side. Quote X-Request-Id.'

const throwing = () => {
  throw new Error(secret)
}
const unmasked = {
  data: null,
  errors: [new GraphQLError(secret, { path: ['course'], originalError: new Error(secret) })],
}

/** What a read of one course is answered over REST, MCP and GraphQL, which compiles a document that comes back. */
async function ask(one: House, times: number) {
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
  ['a resolver throws', sabotaged('Query.course', throwing)],
  ['a resolver throws what is no error', sabotaged('Query.course', () => Promise.reject(secret))],
  [
    'a resolver throws an error of a library that calls itself ours',
    sabotaged('Query.course', () => Promise.reject(new GraphQLError(secret, { extensions: { code: 'forbidden' } }))),
  ],
  ['a required value is not there', sabotaged('Course.name', () => null)],
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
])('where %s, it is told as an accident and nothing more', async (_case, plugin) => {
  const broken = await house({ plugins: [plugin] })
  const { rest, graphql, mcp } = await ask(broken, 4)
  expect([rest.status, rest.body]).toEqual([500, problem('internal_error', apology)])
  expect(rest.headers.get('x-request-id')).toBe('mine')
  expect(rest.headers.get('x-ratelimit-limit')).toBe('1000000')
  for (const { errors } of graphql)
    expect(errors).toEqual([
      expect.objectContaining({ message: apology, extensions: { code: 'internal_error', details: {} } }),
    ])
  if (mcp) expect(mcp).toEqual(problem('internal_error', apology).error)
  expect(JSON.stringify([rest, graphql, mcp])).not.toContain('secret')
  expect(broken.logged).toContainEqual(expect.objectContaining({ msg: 'accident' }))
})

test('each accident is counted once, by whichever face it came', async () => {
  const broken = await house({ plugins: [sabotaged('Query.course', throwing)] })
  const accidents = async () =>
    (await broken.app.metrics.registry.getSingleMetricAsString('accidents_total')).split(' ').at(-1)
  expect(await accidents()).toBe('0')
  await ask(broken, 4)
  expect(await accidents()).toBe('5')
})

test('a value that cannot be told is our fault and not the caller’s', async () => {
  const broken = await house({ plugins: [sabotaged('Course.version', () => secret)] })
  const key = await broken.key()
  const { status, body } = await broken.rest('POST', '/courses', key, { name: 'Botany' })
  expect([status, body]).toEqual([500, problem('internal_error', apology)])
  const { errors } = await broken.graphql('mutation { createCourse(input: { name: "Botany" }) { version } }', key)
  expect(errors).toEqual([
    expect.objectContaining({ path: ['createCourse', 'version'], extensions: { code: 'internal_error', details: {} } }),
  ])
  expect(JSON.stringify([body, errors])).not.toContain('secret')
})

test('an argument that is not there at run time is the caller’s fault, however often it is asked', async () => {
  const one = await house()
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
  ['a resolver', sabotaged('Query.course', () => Promise.reject(slow))],
  ['a plug-in that stops', stopping(slow)],
  ['a plug-in that throws', { onExecute: () => Promise.reject(slow) }],
])('what %s declares keeps its code on every face', async (_case, plugin) => {
  const one = await house({ plugins: [plugin] })
  const { rest, graphql, mcp } = await ask(one, 3)
  expect([rest.status, rest.body, rest.headers.get('retry-after')]).toEqual([
    429,
    problem('rate_limit_exceeded', 'Slower.', { reason: 'test' }),
    '7',
  ])
  if (mcp) expect(mcp).toEqual(rest.body.error)
  for (const { errors } of graphql)
    expect(errors[0]).toMatchObject({ message: 'Slower.', extensions: { code: 'rate_limit_exceeded' } })
})

const hooks = ['onEnveloped', 'onParse', 'onValidate', 'onContextBuilding', 'onExecute'] as const
const streamHooks = ['onRequest', 'onRequestParse', 'onParams', 'onResultProcess', 'onResponse', 'onSubscribe'] as const

/** One GraphQL request, as JSON or as a stream, and everything that came back. */
async function post(one: House, accept: string, query: string) {
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

test.each([...hooks, ...streamHooks])('a plug-in whose hook %s throws harms its own request alone', async (hook) => {
  let armed = true
  const plugin = {
    [hook]: () => {
      if (armed) throw new Error(secret)
    },
  } as Plugin
  const one = await house({ plugins: [plugin] })
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
    expect([status, body]).toEqual([500, problem('internal_error', apology)])
  }
  armed = false
  expect((await post(one, 'application/json', query)).text).toBe('{"data":{"viewer":{"kind":"key"}}}')
  expect((await post(one, 'text/event-stream', subscription)).text).toContain('started')
})
