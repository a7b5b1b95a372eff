import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonSchema } from '../../../src/operations/json-schema.ts'
import { anyJson, invalidValuesOf, unusualText, valuesOf } from '../../support/arbitraries.ts'
import { createCourseTree } from '../../support/course-fixture.ts'
import { makeIdentityProvider } from '../../support/identity-provider.ts'
import { openApiDocument } from '../../support/openapi-contract.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
let token: string
let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
beforeAll(async () => {
  provider = await makeIdentityProvider()
  service = await startTestService({ env: provider.env })
  key = await service.key()
  token = await provider.token('ada')
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema }
type Told = {
  security: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } }
}
/** A value of a request, or `$id`: the identifier of something that is there when the request is sent. */
type Values = Record<string, unknown>
type Request = {
  method: string
  path: string
  person: boolean
  at: Values
  query: Values
  headers: Values
  body: unknown
}

const { schemas } = openApiDocument.components
const operations = Object.entries(openApiDocument.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, told]) => ({ method: method.toUpperCase(), path, told: told as Told })),
)

// Head and line of a request have 16 KB in all; what is longer never arrives at a route.
const short = (value: string) => value.slice(0, 500)

/** What a header can carry. */
const sendable = (value: string) => value.replace(/[^\x20-\x7e\x80-\xff]/g, '').trim()

function parameters(told: Told, place: Parameter['in']): Arbitrary<Values> {
  const own = (told.parameters ?? []).filter((parameter) => parameter.in === place)
  const made = own.map(({ name, schema }): [string, Arbitrary<unknown>] => {
    const text = fc.oneof(valuesOf(schema, schemas).map(String), unusualText).map(short)
    const known = { weight: 6, arbitrary: fc.constant('$id') }
    if (place === 'path') return [name, fc.oneof(known, text)]
    return [name, place === 'header' ? text.map(sendable) : text]
  })
  return fc.record<Values>(Object.fromEntries(made), {
    requiredKeys: place === 'path' ? own.map(({ name }) => name) : [],
  })
}

const requests: Arbitrary<Request>[] = operations.map(({ method, path, told }) => {
  const schema = told.requestBody?.content['application/json'].schema
  const good = schema && valuesOf(schema, schemas)
  return fc.record({
    method: fc.constant(method),
    path: fc.constant(path),
    person: fc.constant(told.security.some((one) => 'idToken' in one)),
    at: parameters(told, 'path'),
    query: parameters(told, 'query'),
    headers: parameters(told, 'header'),
    body: good
      ? fc.oneof(good, invalidValuesOf(good), invalidValuesOf(invalidValuesOf(good)), anyJson)
      : fc.constant(undefined),
  })
})

/** What is there now, so that requests can meet something: by the last noun of a path. */
const present = new Map<string, string[]>()
const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)

/** The request with identifiers of what is there, in its path and here and there in its body. */
function meeting(request: Request, turn: number) {
  const pick = (name: string) => {
    const ids = present.get(name) ?? []
    return ids[turn % ids.length] ?? 'none'
  }
  const path = request.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = request.at[name]
    return encodeURIComponent((value === '$id' ? pick(name) : String(value)).toWellFormed())
  })
  const query = new URLSearchParams(Object.entries(request.query).map(([name, value]) => [name, String(value)]))
  const { body } = request
  if (typeof body === 'object' && body !== null)
    for (const [name, value] of Object.entries(body))
      if (isId(value) && present.has(name) && turn % 2) Object.assign(body, { [name]: pick(name) })
  return { path: query.size ? `${path}?${query}` : path, body }
}

async function renew(): Promise<void> {
  const made = await createCourseTree(service, key)
  const keys = await service.rest('POST', '/api-keys', token, { name: 'k' })
  const found = { course: made.course.id, module: made.module.id, lesson: made.lesson.id, block: made.block.id }
  for (const [noun, id] of [...Object.entries(found), ['key', keys.body.data.keyId]])
    present.set(`${noun}Id`, [id, ...(present.get(`${noun}Id`) ?? [])].slice(0, 6))
}

test('no request that the document allows, or nearly allows, meets an accident', { timeout: 60_000 }, async () => {
  let turn = 0
  const statuses = new Map<number, number>()
  const once = async (request: Request) => {
    if (turn % 50 === 0) await renew()
    const { path, body } = meeting(request, turn++)
    // `rest` holds each answer against the document: the envelope, the status, the headers.
    const { status, text } = await service.rest(
      request.method,
      path,
      request.person ? token : key,
      body,
      request.headers as Record<string, string>,
    )
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    expect([status < 500, text]).toEqual([true, text])
  }
  await fc.assert(fc.asyncProperty(fc.oneof(...requests), once), {
    numRuns: 3000,
    interruptAfterTimeLimit: 15_000,
    endOnFailure: true,
  })
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 404]))
})
