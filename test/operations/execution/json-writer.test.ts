import fc, { type Arbitrary } from 'fast-check'
import type { ExecutionResult } from 'graphql'
import { buildSchema, getOperationAST, parse } from 'graphql'
import { expect, test } from 'vitest'
import { compileJsonWriter, type JsonWriter } from '../../../src/operations/execution/json-writer.ts'
import {
  attachJsonWriterToResult,
  serializeResultToJsonChunks,
  serializeRootFieldAsData,
} from '../../../src/operations/execution/serialize-result.ts'
import { RawJson, serializeToJsonChunks } from '../../../src/platform/json.ts'
import { anyJson, unusualText } from '../../support/arbitraries.ts'

const schema = buildSchema(`
  scalar JSONObject
  scalar DateTime
  enum Kind { text, code }
  interface Named { name: String }
  type Other implements Named { name: String, content: JSONObject }
  type Node implements Named {
    id: ID!, name: String, kind: Kind!, order: Int!, share: Float, open: Boolean, at: DateTime
    content: JSONObject, lists: [[Int!]], inner: Node, nodes: [Node!]!, some: [Node], named: Named
  }
  type Query { node: Node, nodes: [Node!]! }
  type Mutation { change: Node }
`)

function writer(text: string): JsonWriter | undefined {
  const document = parse(text)
  return compileJsonWriter(schema, document, getOperationAST(document)!)
}

const leaves = 'id name kind order share open at content lists'
const told = `
  query { node { ...Node again: name constructor: order } nodes { inner { content } } }
  fragment Node on Node { ${leaves} named { name __typename } inner { __typename ${leaves} } some { ...Leaf } ...on Node { nodes { ...Leaf } } nodes { order id } }
  fragment Leaf on Node { id content name }`

const orNull = <T>(values: Arbitrary<T>) => fc.option(values, { nil: null })
const content = fc.oneof(
  anyJson.map((value) => new RawJson(JSON.stringify(value))),
  fc.constant(new RawJson('{ "a":1.50,\n"b":"\\u0041"}')),
  fc.dictionary(unusualText, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
)
const leafValues = {
  id: unusualText,
  name: orNull(unusualText),
  kind: fc.constantFrom('text', 'code'),
  order: fc.integer(),
  share: orNull(fc.double()),
  open: orNull(fc.boolean()),
  at: orNull(fc.constantFrom('2026-11-21T03:44:29.120Z', new Date(0))),
  content: orNull(content),
  lists: orNull(fc.array(orNull(fc.array(fc.integer(), { maxLength: 3 })), { maxLength: 3 })),
}
const leaf = { id: leafValues.id, content: leafValues.content, name: leafValues.name }
const data = fc.record({
  node: orNull(
    fc.record({
      ...leafValues,
      named: orNull(fc.record({ name: leafValues.name, __typename: fc.constant('Other') })),
      inner: orNull(fc.record({ __typename: fc.constant('Node'), ...leafValues })),
      some: orNull(fc.array(orNull(fc.record(leaf)), { maxLength: 3 })),
      nodes: fc.array(fc.record({ ...leaf, order: fc.integer() }), { maxLength: 3 }),
      again: leafValues.name,
      constructor: leafValues.order,
    }),
  ),
  nodes: fc.array(fc.record({ inner: orNull(fc.record({ content: leafValues.content })) }), { maxLength: 3 }),
})

test('writes what JSON.stringify would, whatever the values are', () => {
  const write = writer(told)!
  fc.assert(
    fc.property(data, (value) => {
      expect(write(value, '<', '>').join('')).toBe(`<${serializeToJsonChunks(value).join('')}>`)
    }),
  )
})

test('a result and its root field are written by the serializer of the result, but not if the result has errors or extensions', () => {
  const write = writer('{ node { name content } }')!
  const value = { node: { name: 'Leaf', content: new RawJson('{"a":1.50}') } }
  const text = '{"name":"Leaf","content":{"a":1.50}}'
  const seen: object[] = []
  const withSerializer = (result: ExecutionResult) => {
    attachJsonWriterToResult(result, (...given) => {
      seen.push(given[0])
      return write(...given)
    })
    return result
  }
  expect(serializeResultToJsonChunks(withSerializer({ data: value })).join('')).toBe(`{"data":{"node":${text}}}`)
  expect(serializeRootFieldAsData(withSerializer({ data: value }), 'node').join('')).toBe(`{"data":${text}}`)
  expect(seen).toEqual([value, value])

  const withErrors = withSerializer({ errors: [], data: value })
  expect(serializeResultToJsonChunks(withErrors).join('')).toBe(`{"errors":[],"data":{"node":${text}}}`)
  const withExtensions = withSerializer({ data: value, extensions: { a: 1 } })
  expect(serializeResultToJsonChunks(withExtensions).join('')).toBe(`{"data":{"node":${text}},"extensions":{"a":1}}`)
  expect(serializeRootFieldAsData({ data: value }, 'node').join('')).toBe(`{"data":${text}}`)
  expect(serializeResultToJsonChunks(withSerializer({ data: null })).join('')).toBe('{"data":null}')
  expect(seen).toHaveLength(2)
})

test.each([
  ['no content is asked for', '{ node { name nodes { id } } }'],
  ['a directive decides what is told', 'query ($no: Boolean!) { node { name content @include(if: $no) } }'],
  [
    'the code would be very long',
    `{ ${Array.from({ length: 400 }, (_, index) => `n${index}: node { content }`).join(' ')} }`,
  ],
])('is not made where %s', (_name, text) => {
  expect(writer(text)).toBeUndefined()
})

test('is settled at once for a document that would double at every level', () => {
  const levels = Array.from({ length: 30 }, (_, level) => level)
  const spread = levels.map((level) => `fragment F${level} on Node { ...F${level + 1} ...F${level + 1} }`).join(' ')
  const again = writer(`{ node { ...F0 } } ${spread} fragment F30 on Node { content }`)!
  expect(again({ node: { content: null } }, '', '')).toEqual(['{"node":{"content":null}}'])

  const inner = levels.map(
    (level) => `fragment F${level} on Node { a: inner { ...F${level + 1} } b: inner { ...F${level + 1} } }`,
  )
  expect(writer(`{ node { ...F0 } } ${inner.join(' ')} fragment F30 on Node { content }`)).toBeUndefined()
})

test('is made for a mutation', () => {
  expect(writer('mutation { change { content } }')!({ change: null }, '', '')).toEqual(['{"change":null}'])
})
