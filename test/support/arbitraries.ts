import fc, { type Arbitrary } from 'fast-check'
import type { JsonSchema } from '../../src/operations/json-schema.ts'

/** Text that is likely to cause errors: NUL, lone surrogates, several scripts, escapes, long text. */
export const unusualText: Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('', ' ', '\0', '\ud800', 'e\u0301\u200d', '%00', '../..', "' OR 1=1--", '__proto__', 'null'),
  fc.nat(3).map((power) => 'x'.repeat(10 ** (power + 2))),
)

/** Any JSON value, also with unusual member names. */
export const anyJson: Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  unusualText,
  fc.constantFrom(-1, 0.5, 1e308, 2 ** 31, 2 ** 53, -(2 ** 31), {}, [], null, true),
  fc.dictionary(unusualText, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
)

const formats: Record<string, Arbitrary<string>> = {
  uuid: fc.uuid(),
  'date-time': fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  uri: fc.webUrl(),
}

function text({ format, pattern, minLength = 0, maxLength = 200, enum: values }: JsonSchema): Arbitrary<unknown> {
  if (Array.isArray(values)) return fc.constantFrom(...values)
  if (typeof format === 'string' && formats[format]) return formats[format]
  const size = { minLength: Number(minLength), maxLength: Math.min(Number(maxLength), 200) }
  const free = fc.string({ unit: 'grapheme', ...size })
  return typeof pattern === 'string' ? free.map((value) => value.trim() || 'x') : free
}

const whole = ({ minimum = -1000, maximum = 1000 }: JsonSchema) =>
  fc.integer({ min: Number(minimum), max: Math.min(Number(maximum), 2 ** 31 - 1) })

/** Generates values that are valid for a schema of the OpenAPI document. `refs` are the schemas for its `$ref`s. */
export function valuesOf(schema: JsonSchema, refs: Readonly<Record<string, JsonSchema>>): Arbitrary<unknown> {
  const { $ref, oneOf, anyOf, type } = schema as { [keyword in '$ref' | 'type']?: string } & Record<string, unknown>
  if ($ref) return valuesOf(refs[$ref.split('/').at(-1)!]!, refs)
  if (schema.const !== undefined) return fc.constant(schema.const)
  const options = (oneOf ?? anyOf) as JsonSchema[] | undefined
  if (options) return fc.oneof(...options.map((option) => valuesOf(option, refs)))
  if (Array.isArray(type)) return fc.oneof(...type.map((one: string) => valuesOf({ ...schema, type: one }, refs)))
  switch (type) {
    case 'string':
      return text(schema)
    case 'integer':
      return whole(schema)
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true, min: Number(schema.minimum ?? -1e6) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valuesOf(schema.items as JsonSchema, refs), { maxLength: 3 })
    case 'object':
      return members(schema, refs)
    default:
      return Array.isArray(schema.enum) ? fc.constantFrom(...schema.enum) : anyJson
  }
}

function members({ properties = {}, required = [] }: JsonSchema, refs: Readonly<Record<string, JsonSchema>>) {
  const made = Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, inner]): [string, Arbitrary<unknown>] => [name, valuesOf(inner, refs)],
  )
  return fc.record<Record<string, unknown>>(Object.fromEntries(made), { requiredKeys: required as string[] })
}

/** Generates values with one part that the schema does not allow. */
export const invalidValuesOf = (values: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc.tuple(values, fc.nat(), fc.oneof(anyJson, fc.constant(undefined)), unusualText).map(([value, at, other, name]) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return other
    const names = [...Object.keys(value), name]
    return { ...value, [names[at % names.length]!]: other }
  })
