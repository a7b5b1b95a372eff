import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOperationSettings } from '../../src/operations/operation.ts'
import { graphqlSchema } from '../../src/server/schema.ts'
import { connect } from '../api/mcp/client.ts'
import { goodLesson } from '../support/ai-requests.ts'
import { missingId } from '../support/course-fixture.ts'
import { errorBody } from '../support/error-bodies.ts'
import { startFakeModel } from '../support/language-model.ts'
import { serviceForTest, startTestService, type TestService } from '../support/service.ts'

let service: TestService
let model: Awaited<ReturnType<typeof startFakeModel>>
beforeAll(async () => {
  model = await startFakeModel()
  model.behave(goodLesson)
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test', OPENAI_MODEL: 'stand-in', RATE_LIMIT_AI: '3' }
  service = await startTestService({ env })
})
afterAll(async () => {
  await service.close()
  await model.close()
})

const body = { prompt: 'Light', type: 'lesson' }
const exceeded = errorBody('rate_limit_exceeded', 'At most 3 calls per minute: wait for Retry-After seconds.', {
  reason: 'field_limit',
  limit: 3,
})

test('results and streams of every API share the limit that their operations declare together', async () => {
  const key = await service.key()
  const generate = (accept?: string) =>
    service.rest('POST', '/ai/generate-content', key, body, accept ? { Accept: accept } : {})
  expect((await generate()).status).toBe(200)
  expect((await generate('text/event-stream')).status).toBe(200)
  expect((await (await connect(service, key)).tool('generate_content', body)).error).toBeUndefined()
  for (const accept of [undefined, 'text/event-stream', undefined]) {
    const { status, headers, body: refused } = await generate(accept)
    expect([status, refused]).toEqual([429, exceeded])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expectLimitOfOperation(headers)
  }
  const other = await service.rest('POST', '/ai/generate-content', await service.key(), body)
  expect(other.status).toBe(200)
})

test('Retry-After is the time until the next minute, in every API', async () => {
  const key = await service.key()
  const started = Date.now()
  for (let time = 0; time < 3; time++)
    expect((await service.rest('POST', '/ai/generate-content', key, body)).status).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 2100))
  const limits = await Promise.all([
    service.rest('POST', '/ai/generate-content', key, body),
    service.rest('POST', '/ai/generate-content', key, body, { Accept: 'text/event-stream' }),
  ])
  const elapsed = Math.floor((Date.now() - started) / 1000)
  for (const { headers } of limits) {
    const seconds = Number(headers.get('retry-after'))
    expect(seconds).toBeLessThanOrEqual(58)
    expect(seconds).toBeGreaterThanOrEqual(60 - elapsed - 1)
  }
})

function expectLimitOfOperation(headers: Headers) {
  const told = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'ratelimit-policy'].map((name) => headers.get(name))
  expect(told).toEqual(['3', '0', '"generations";q=3;w=60'])
  expect(headers.get('ratelimit')).toMatch(/^"generations";r=0;t=[1-9]\d?$/)
  const secondsLeft = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000
  expect(secondsLeft).toBeGreaterThan(-1)
  expect(secondsLeft).toBeLessThanOrEqual(61)
}

test('the rate limit headers tell of the limit that was hit, in every API', async () => {
  const key = await service.key()
  const document = 'mutation ($input: GenerateContentInput!) { generateContent(input: $input) { type } }'
  const post = (path: string, sent: object, accept = 'application/json') =>
    service.http(path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Accept: accept },
      body: JSON.stringify(sent),
    })
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'generate_content', arguments: body } }
  for (let time = 0; time < 3; time++) {
    const { headers } = await post('/graphql', { query: document, variables: { input: body } })
    expect(headers.get('x-ratelimit-limit')).toBe('1000000')
  }
  for (const { headers } of [
    await post('/graphql', { query: document, variables: { input: body } }),
    await post('/api/v1/ai/generate-content', body),
    await post('/api/v1/ai/generate-content', body, 'text/event-stream'),
    await post('/mcp', call, 'application/json, text/event-stream'),
  ])
    expectLimitOfOperation(headers)
  expect((await service.rest('GET', '/courses', key)).headers.get('x-ratelimit-limit')).toBe('1000000')
})

test('only calls that reach the model count towards the limit', async () => {
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  const forbidden = await service.key({ workspaceId, scopes: ['courses:read'] })
  const document = 'mutation ($input: GenerateContentInput!) { generateContent(input: $input) { type } }'
  const agent = await connect(service, key)
  const refusals = [{ prompt: 5 }, { prompt: '' }, { prompt: 'x', type: 'poem' }, { prompt: 'x', mode: 'append' }]
  for (const refused of refusals) {
    expect((await service.rest('POST', '/ai/generate-content', key, refused)).status).toBe(400)
    expect((await agent.tool('generate_content', refused)).error.code).toBe('invalid_request')
    const { errors } = await service.graphql(document, forbidden, { input: body })
    expect(errors[0].extensions.code).toBe('forbidden')
  }
  const unknown = { ...body, mode: 'append', moduleId: missingId }
  for (let time = 0; time < 4; time++)
    expect((await service.rest('POST', '/ai/generate-content', key, unknown)).status).toBe(404)
  const asked = model.requests.length
  for (let time = 0; time < 3; time++)
    expect((await service.rest('POST', '/ai/generate-content', key, body)).status).toBe(200)
  expect((await service.rest('POST', '/ai/generate-content', key, body)).status).toBe(429)
  expect(model.requests.length).toBe(asked + 3)
})

test('the example writer, which needs no model, has no limit of its own', async () => {
  const offline = await serviceForTest({ env: { RATE_LIMIT_AI: '1' } })
  const key = await offline.key()
  for (let time = 0; time < 3; time++)
    expect((await offline.rest('POST', '/ai/generate-content', key, body)).status).toBe(200)
})

test('refused input of checks, fixes, link checks and answers does not count, and valid input does', async () => {
  const key = await service.key()
  const { body: made } = await service.rest('POST', '/courses', key, { name: 'C' })
  const path = `/courses/${made.data.id}`
  for (let time = 0; time < 31; time++)
    expect((await service.rest('POST', `${path}/link-checks`, key, { offset: -1 })).status).toBe(400)
  for (let time = 0; time < 61; time++)
    expect((await service.rest('GET', `${path}/checks?limit=0`, key)).status).toBe(400)
  const calls: [string, string, object | undefined, number][] = [
    ['POST', `${path}/link-checks`, {}, 30],
    ['GET', `${path}/checks`, undefined, 60],
    ['POST', `${path}/fixes`, { findings: [missingId], dryRun: true }, 60],
    ['POST', `/delivery/${missingId}/blocks/${missingId}/check`, { questionId: 'q', response: 'a' }, 600],
  ]
  for (const [method, route, sent, limit] of calls) {
    for (let time = 0; time < limit; time++) expect((await service.rest(method, route, key, sent)).status).not.toBe(429)
    const { status, headers } = await service.rest(method, route, key, sent)
    expect([route, status, headers.get('x-ratelimit-limit')]).toEqual([route, 429, String(limit)])
  }
})

test('a stream with invalid input is refused before it begins, with REST’s names of the fields', async () => {
  const { status, body: refused } = await service.rest(
    'POST',
    '/ai/generate-content',
    await service.key(),
    { prompt: 5 },
    { Accept: 'text/event-stream' },
  )
  expect([status, refused]).toEqual([
    400,
    errorBody('invalid_request', 'prompt: must be a string', {
      fields: [{ path: 'prompt', message: 'must be a string' }],
    }),
  ])
})

test('the operations with a limit per minute of their own are these', () => {
  const roots = [graphqlSchema.getQueryType(), graphqlSchema.getMutationType(), graphqlSchema.getSubscriptionType()]
  const limits = roots.flatMap((root) =>
    Object.values(root?.getFields() ?? {}).flatMap((field) => {
      const { perMinute } = readOperationSettings(field) ?? {}
      return perMinute === undefined ? [] : [[field.name, `${perMinute.sharedAs} ${perMinute.max(service.config)}`]]
    }),
  )
  expect(Object.fromEntries(limits)).toMatchInlineSnapshot(`
    {
      "applyFixes": "applyFixes 60",
      "checkAnswer": "checkAnswer 600",
      "checkLinks": "checkLinks 30",
      "courseChecks": "courseChecks 60",
      "generateContent": "generations 3",
      "generation": "generations 3",
      "suggestAltText": "generations 3",
      "suggestText": "generations 3",
    }
  `)
})
