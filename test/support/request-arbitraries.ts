import fc, { type Arbitrary } from 'fast-check'
import type { JsonSchema } from '../../src/operations/json-schema.ts'
import { anyJson, invalidValuesOf, unusualText, valuesOf } from './arbitraries.ts'

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema }

/** An operation of the OpenAPI document. */
export type DocumentedOperation = {
  operationId: string
  security: Record<string, unknown>[]
  parameters?: Parameter[]
  /** The body of an upload is bytes, and has no JSON. */
  requestBody?: { content: { 'application/json'?: { schema: JsonSchema } } }
}

type Pairs = [name: string, value: string][]

/** A generated request. A path value `$id` stands for the identifier of a record that exists when the request is sent. */
export type GeneratedRequest = {
  /** The values in the path by parameter name, escaped except for `$id`. */
  at: Record<string, string>
  query: Pairs
  headers: Pairs
  credential: 'right' | 'none' | 'unknown' | 'wrongKind'
  /** The JSON value of the body, and what makes the sent bytes of its text. */
  body?: { value: unknown; encode: (text: string) => string | Uint8Array<ArrayBuffer> }
}

// The request line and the headers have 16 KB together. A longer request reaches no route.
const short = (value: string) => value.slice(0, 500)
const sendable = (value: string) => value.replace(/[^\x20-\x7e\x80-\xff]/g, '').trim()

/** Numbers and other texts that programs convert in different ways. */
const unusualNumbers = [
  '1e999',
  '9'.repeat(400),
  '-1',
  '0x10',
  '2147483648',
  '9007199254740993',
  'NaN',
  '1.5',
  ' 1',
  '01',
]
const rawPathValues = ['%00', '%ff', '%C0%AF', '%zz', '%', '%2e%2e%2f', '%ed%a0%80', ';a=b', '1%2F2', '+']

const text = (schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>) =>
  fc.oneof(
    { weight: 4, arbitrary: valuesOf(schema, schemas).map(String) },
    unusualText,
    fc.constantFrom(...unusualNumbers),
  )

const tags = [
  '*',
  '"v1"',
  '"v2", "v1"',
  'W/"v1"',
  '"v1-1-gzip"',
  'v1',
  '"',
  '"v99999999999"',
  Array(200).fill('"v1"').join(),
]
const headerValues: Readonly<Record<string, readonly string[]>> = {
  'If-Match': tags,
  'If-None-Match': tags,
  'Idempotency-Key': ['a', 'b', 'c', 'x'.repeat(255), 'x'.repeat(256), 'caf\u00e9', 'a, b', '""'],
}
const contentTypes = [
  'application/json; charset=utf-8',
  'application/json; charset=latin1',
  'application/json;;',
  'application/merge-patch+json',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'json',
]
const otherHeaders: Arbitrary<Pairs[number]> = fc.oneof(
  fc.constantFrom(...contentTypes).map((type): Pairs[number] => ['Content-Type', type]),
  fc
    .constantFrom('text/event-stream', 'text/html;q=0', '*/*;q=0', ';;;')
    .map((type): Pairs[number] => ['Accept', type]),
  fc
    .constantFrom('gzip;q=nan', 'br, *;q=0', 'identity;q=0')
    .map((coding): Pairs[number] => ['Accept-Encoding', coding]),
  fc.constantFrom('a b', 'x'.repeat(300), '').map((id): Pairs[number] => ['X-Request-Id', id]),
)

const maybe = <Value>(pairs: Arbitrary<Value>, weight: number) =>
  fc.oneof({ weight, arbitrary: fc.constant<Value[]>([]) }, { weight: 1, arbitrary: pairs.map((pair) => [pair]) })

const firstValue = /"(?:[^"\\]|\\.)*"(?=[,}\]])/
const inFirstValue = (value: string) => (json: string) => json.replace(firstValue, () => value)
const inFirstNumber = (value: string) => (json: string) => json.replace(/(?<=[:[])-?\d[\d.e+-]*/, () => value)
const nested = (open: string, close: string) => inFirstValue(open.repeat(3000) + close.repeat(3000))

const broken = (json: string) => {
  const bytes = Uint8Array.from(Buffer.from(json))
  bytes[bytes.length >> 1] = 0xff
  return bytes
}

/** Ways to spoil the text of a JSON body. Each is a function of the text. */
const spoilers: ((json: string) => string | Uint8Array<ArrayBuffer>)[] = [
  (json) => json.slice(0, -1),
  (json) => `\ufeff${json}`,
  (json) => `${json}${json}`,
  (json) => json.replace(/^\{(.+)\}$/s, '{$1,$1}'),
  (json) => json.replace(/^\{/, '{"__proto__":{"name":"x"},'),
  () => '',
  broken,
  inFirstValue('"\\ud800"'),
  inFirstValue('"\\u0000"'),
  inFirstValue('1e400'),
  inFirstNumber('1e400'),
  inFirstNumber('9'.repeat(400)),
  inFirstNumber('1.0'),
  inFirstNumber('-0'),
  nested('[', ']'),
  nested('{"a":[', ']}'),
]

function pathValues(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): Arbitrary<string> {
  const escaped = text(schema, schemas).map((value) => encodeURIComponent(short(value).toWellFormed()))
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant('$id') },
    { weight: 2, arbitrary: escaped },
    fc.constantFrom(...rawPathValues),
  )
}

/** Generates requests to an operation that its description allows, nearly allows, or does not allow at all. */
export function requestsTo(
  { parameters = [], requestBody }: DocumentedOperation,
  schemas: Readonly<Record<string, JsonSchema>>,
): Arbitrary<GeneratedRequest> {
  const inPlace = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place)
  const query = inPlace('query').map(({ name, schema, required }) =>
    maybe(
      text(schema, schemas).map((value): Pairs[number] => [name, short(value)]),
      required ? 0 : 2,
    ),
  )
  const headers = inPlace('header').map(({ name }) =>
    maybe(
      fc
        .oneof({ weight: 4, arbitrary: fc.constantFrom(...(headerValues[name] ?? ['1'])) }, unusualText)
        .map((value): Pairs[number] => [name, sendable(short(value))]),
      2,
    ),
  )
  const unknown = fc.tuple(unusualText.map(short), unusualText.map(short))
  const repeated =
    query.length > 0 ? fc.tuple(...query).map((pairs) => pairs.flat().slice(0, 1)) : fc.constant<Pairs>([])
  const schema = requestBody?.content['application/json']?.schema
  const valid = schema && valuesOf(schema, schemas)
  const value = valid
    ? fc.oneof(
        { weight: 3, arbitrary: valid },
        invalidValuesOf(valid),
        invalidValuesOf(invalidValuesOf(valid)),
        anyJson,
      )
    : fc.constant({ a: 1 })
  const encode = fc.oneof(
    { weight: 6, arbitrary: fc.constant((json: string) => json) },
    { weight: 1, arbitrary: fc.constantFrom(...spoilers) },
  )
  const body = fc.record({ value, encode })
  return fc.record(
    {
      at: fc.record(Object.fromEntries(inPlace('path').map(({ name, schema }) => [name, pathValues(schema, schemas)]))),
      query: fc
        .tuple(
          fc.tuple(...query),
          maybe(unknown, 20),
          fc.oneof({ weight: 20, arbitrary: fc.constant<Pairs>([]) }, repeated),
        )
        .map(([known, other, again]) => [...known.flat(), ...other, ...again]),
      headers: fc
        .tuple(fc.tuple(...headers), maybe(otherHeaders, 8))
        .map(([known, other]) => [...known.flat(), ...other]),
      credential: fc.oneof(
        { weight: 20, arbitrary: fc.constant('right' as const) },
        fc.constantFrom('none' as const, 'unknown' as const, 'wrongKind' as const),
      ),
      // Operations without a body get one now and then too.
      body: valid ? body : fc.option(body, { nil: undefined, freq: 10 }),
    },
    { requiredKeys: valid ? undefined : ['at', 'query', 'headers', 'credential'] },
  ) as Arbitrary<GeneratedRequest>
}
