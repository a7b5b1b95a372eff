import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOperationSettings } from '../../src/operations/operation.ts'
import { graphqlSchema } from '../../src/server/schema.ts'
import { connect } from '../api/mcp/client.ts'
import { errorBody } from '../support/error-bodies.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMIT_AI: '3' } })
})
afterAll(() => service.close())

const body = { prompt: 'Light', type: 'quiz' }
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

test('a request with invalid input, or without the scope, does not count towards the limit', async () => {
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  const forbidden = await service.key({ workspaceId, scopes: ['courses:read'] })
  const document = 'mutation ($input: GenerateContentInput!) { generateContent(input: $input) { type } }'
  for (let time = 0; time < 5; time++) {
    const { status, body: refused } = await service.rest('POST', '/ai/generate-content', key, { prompt: 5 })
    expect([status, refused.error.details.fields]).toEqual([400, [{ path: 'prompt', message: 'must be a string' }]])
    const { errors } = await service.graphql(document, forbidden, { input: body })
    expect(errors[0].extensions.code).toBe('forbidden')
  }
  expect((await service.rest('POST', '/ai/generate-content', key, body)).status).toBe(200)
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
      return perMinute === undefined
        ? []
        : [[field.name, typeof perMinute === 'number' ? perMinute : perMinute.sharedAs]]
    }),
  )
  expect(Object.fromEntries(limits)).toMatchInlineSnapshot(`
    {
      "applyFixes": 60,
      "checkAnswer": 600,
      "checkLinks": 30,
      "courseChecks": 60,
      "generateContent": "generations",
      "generation": "generations",
    }
  `)
})
