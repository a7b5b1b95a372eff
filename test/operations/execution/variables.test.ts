import {
  GraphQLError,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLScalarType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  parse,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { coerceInput } from '../../../src/operations/execution/coerce-input.ts'
import { coerceVariables } from '../../../src/operations/execution/variables.ts'
import { graphqlSchema } from '../../../src/server/schema.ts'
import { startTestService, type TestService } from '../../support/service.ts'

const inputProblemsOf = (value: unknown, type: GraphQLInputType, at?: string[]) =>
  coerceInput(value, type, { api: 'graphql' }, at).problems
const operationOf = (text: string) => parse(text).definitions[0] as OperationDefinitionNode
const coerce = (definitions: string, sent: object, of: GraphQLSchema = graphqlSchema) =>
  coerceVariables(of, operationOf(`query (${definitions}) { __typename }`), sent as Record<string, unknown>, {
    api: 'graphql',
  })

describe('variables that fit', () => {
  test.each([
    ['$a: Int', {}, {}],
    ['$a: Int', { a: null }, { a: null }],
    ['$a: Int', { a: undefined }, { a: null }],
    ['$a: Int = 3', {}, { a: 3 }],
    ['$a: Int = 3', { a: null }, { a: null }],
    ['$a: Int! = 3', { a: 4 }, { a: 4 }],
    ['$a: ID!', { a: 5 }, { a: '5' }],
    ['$a: [ID!]', { a: 'x' }, { a: ['x'] }],
    ['$a: JSONObject', { a: { b: [1] } }, { a: { b: [1] } }],
    ['$a: DateTime', { a: '2026-01-01T00:00:00Z' }, { a: new Date('2026-01-01T00:00:00Z') }],
    ['$a: UpdateCourseInput', { a: { name: 'x' } }, { a: { name: 'x' } }],
    ['$a: Int', { b: 1 }, {}],
    ['$constructor: Int', {}, {}],
  ])('%s of %j are %j', (definitions, sent, values) => {
    const coerced = coerce(definitions, sent)
    expect('values' in coerced && { ...coerced.values }).toEqual(values)
  })
})

/** A scalar that takes nothing, and counts how often it is asked. */
function stubborn() {
  let asked = 0
  const type = new GraphQLScalarType({
    name: 'Stubborn',
    parseValue: () => {
      asked++
      throw new GraphQLError('is never right')
    },
  })
  return { type, asked: () => asked }
}

describe('variables that do not fit', () => {
  test('are looked at until fifty problems are found, and no further', () => {
    const { type, asked } = stubborn()
    const lists = new GraphQLList(new GraphQLList(type))
    const problems = inputProblemsOf(Array(20).fill(Array(20_000).fill(1)), lists, ['a'])
    expect([problems.length, problems[49], asked()]).toEqual([50, { path: 'a.0.49', message: 'is never right' }, 50])
  })

  test('name the definition of the first one that is wrong', () => {
    const coerced = coerce('$a: Int $b: Int! $c: ID!', { a: 1 })
    if (!('error' in coerced)) throw new Error('They fit.')
    expect(coerced.error.locations).toEqual([{ line: 1, column: 16 }])
    const fields = ['b', 'c'].map((path) => ({ path, message: 'is required' }))
    expect(coerced.error.extensions).toEqual({ code: 'invalid_request', details: { fields } })
  })

  test('wrong entries are counted over all variables together', () => {
    const names = Array.from({ length: 200 }, (_, index) => `v${index}`)
    const { type, asked } = stubborn()
    const definitions = names.map((name) => `$${name}: [Stubborn]`).join(' ')
    const withStubborn = { getType: () => type } as unknown as GraphQLSchema
    coerce(definitions, Object.fromEntries(names.map((name) => [name, [1, 2, 3]])), withStubborn)
    // The three entries of 17 variables.
    expect(asked()).toBe(51)
  })

  test('with a list of more than 25,000 entries are refused before any of them is looked at', () => {
    const { type, asked } = stubborn()
    const problem = (path: string) => [{ path, message: 'must have at most 25,000 entries' }]
    const list = new GraphQLNonNull(new GraphQLList(type))
    const many = Array(25_001).fill(1)
    expect(inputProblemsOf(many, list, ['a'])).toEqual(problem('a'))
    const inner = new GraphQLInputObjectType({ name: 'Inner', fields: { b: { type: list }, c: { type } } })
    expect(inputProblemsOf({ c: 1, b: many }, inner, ['a'])).toEqual(problem('a.b'))
    expect(inputProblemsOf([{}, { b: many }], new GraphQLList(inner), ['a'])).toEqual(problem('a.1.b'))
    expect(asked()).toBe(0)
    inputProblemsOf(many.slice(1), list, ['a'])
    expect(asked()).toBe(50)
  })
})

test.each([
  ['modules', { modules: 'Leaves' }, 'must be a list'],
  ['modules.1', { modules: [{ name: 'Leaves' }, 5] }, 'must be an object'],
  ['modules.0.lessons', { modules: [{ name: 'Leaves', lessons: 5 }] }, 'must be a list'],
])('a value at %s that is no list or object says what it must be', (path, input, message) => {
  const problems = inputProblemsOf(
    { name: 'Botany', ...input },
    graphqlSchema.getType('CreateCourseInput') as GraphQLInputType,
  )
  expect(problems).toEqual([{ path, message }])
})

describe('a request whose variables are hostile', () => {
  let service: TestService
  let key: string
  beforeAll(async () => {
    service = await startTestService()
    key = await service.key()
    for (let time = 0; time < 3; time++) await service.graphql(create, key, { input: { name: 'x' } })
  })
  afterAll(() => service.close())

  // The first is compiled, the second is not.
  const create = 'mutation ($input: CreateCourseInput!) { createCourse(input: $input) { id } }'
  const documents = [create, create.replace('id', 'name')]
  const json = JSON.stringify
  const modules = (count: number, one: unknown) => json({ name: 'x', modules: Array(count).fill(one) })
  const wide = (keys: number) =>
    json(Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, index])))
  const lessons = { name: 'x', lessons: Array(10_000).fill(1) }
  const deep = `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  const long = 'x'.repeat(900_000)

  // MCP's own library leaves out members of that name.
  const prototype = 'a field named __proto__'
  const hostile: [name: string, input: string, path: string, count: number][] = [
    ['hundreds of thousands of wrong members', modules(330_000, 1), 'input.modules', 1],
    ['many lists of wrong members', modules(30, lessons), 'input.modules.0.lessons.0', 50],
    ['tens of thousands of unknown fields', wide(60_000), 'input.name', 50],
    ['values nested a hundred thousand levels deep', deep, 'input.name', 1],
    ['a string of nearly a megabyte for an enum', json({ name: 'x', difficulty: long }), 'input.difficulty', 1],
    [prototype, '{"name":"x","__proto__":{"name":"y"}}', 'input.__proto__', 1],
    ['a name of nearly a megabyte', json({ name: 'x', [long]: 1 }), `${`input.${long}`.slice(0, 300)}…`, 1],
  ]

  test.each(hostile)('with %s is refused, however it comes', async (name, input, path, count) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` }
    const send = (address: string, body: string) => service.http(address, { method: 'POST', headers, body })
    for (const query of documents) {
      const { data, errors } = (await send('/graphql', `{"query":${json(query)},"variables":{"input":${input}}}`)).body
      expect([data, errors.length, errors[0].extensions.code]).toEqual([undefined, 1, 'invalid_request'])
      const { fields } = errors[0].extensions.details
      expect([fields[0].path === path, fields.length]).toEqual([true, count])
    }
    const rest = await send('/api/v1/courses', input)
    expect([rest.status, rest.body.error.details.fields.length]).toEqual([400, count])
    if (name === prototype) return
    const params = `{"name":"create_course","arguments":${input}}`
    const mcp = await send('/mcp', `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`)
    expect(mcp.body.error ?? mcp.body.result.isError).toBeTruthy()
  })

  test('a document that was refused runs with variables that fit', async () => {
    for (const query of documents)
      expect((await service.graphql(query, key, { input: { name: 'x' } })).errors).toBeUndefined()
  })
})
