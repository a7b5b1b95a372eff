import { buildClientSchema, getIntrospectionQuery, printSchema } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { graphqlSchema } from '../../../src/server/schema.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let production: TestService
let development: TestService
beforeAll(async () => {
  production = await startTestService({ env: { NODE_ENV: 'production', HOST: '127.0.0.1' } })
  development = await startTestService()
})
afterAll(() => Promise.all([production.close(), development.close()]))

const whole = getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, schemaDescription: true })
const closed = {
  errors: [{ message: 'Introspection needs an API key.', extensions: { code: 'unauthorized', details: {} } }],
}

test('a caller with a key reads the whole schema, in production too', async () => {
  for (const service of [production, development]) {
    const { data, errors } = await service.graphql(whole, await service.key())
    expect(errors).toBeUndefined()
    expect(printSchema(buildClientSchema(data)).length).toBe(printSchema(graphqlSchema).length)
  }
})

test('in production callers without a credential cannot read the schema', async () => {
  for (const query of [
    whole,
    '{ __schema { types { name } } }',
    '{ __type(name: "Course") { name } }',
    '{ a: __type(name: "Course") { name } }',
    '{ ...F } fragment F on Query { __schema { types { name } } }',
    '{ ... on Query { ... on Query { __type(name: "Query") { name } } } }',
    'query ($no: Boolean = false) { __schema @skip(if: $no) { types { name } } }',
  ]) {
    expect(await production.graphql(query)).toEqual(closed)
  }
})

test('the caller decides about an introspection, whatever an earlier caller was answered', async () => {
  const query = '{ __type(name: "Course") { name } }'
  const key = await production.key()
  expect(await production.graphql(query, key)).toEqual({ data: { __type: { name: 'Course' } } })
  expect(await production.graphql(query)).toEqual(closed)
  expect(await production.graphql(query, key)).toEqual({ data: { __type: { name: 'Course' } } })
})

test('in production nobody else is told what the schema has that is like a mistyped name', async () => {
  const query = '{ cours(idd: "x") { nam } viewr { kind } }'
  const key = await production.key()
  const hints = async (auth?: string) => JSON.stringify(await production.graphql(query, auth)).match(/Did you mean/g)
  for (let time = 0; time < 2; time++) {
    expect(await hints()).toBeNull()
    expect(await hints(key)).toHaveLength(2)
  }
  const headers = { 'Content-Type': 'application/json', Accept: 'text/event-stream' }
  const { text } = await production.http('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) })
  expect(text).toContain('Cannot query field')
  expect(text).not.toContain('Did you mean')
})

test('outside production every caller can read the schema', async () => {
  expect((await development.graphql(whole)).errors).toBeUndefined()
})

test('every caller can read __typename in production', async () => {
  expect(await production.graphql('{ __typename }')).toEqual({ data: { __typename: 'Query' } })
})
