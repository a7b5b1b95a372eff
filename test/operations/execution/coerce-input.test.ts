import fc, { type Arbitrary } from 'fast-check'
import {
  coerceInputValue,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import { expect, test } from 'vitest'
import { coerceInput } from '../../../src/operations/execution/coerce-input.ts'
import { graphqlSchema } from '../../../src/server/schema.ts'

const anything = fc.oneof(
  fc.constantFrom(null, undefined, true, 0, -1, 1.5, 2 ** 31, Number.NaN, '', 'x', '2026-01-01T00:00:00Z'),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Usually a value of a type, and sometimes any value at any place. */
function anyValueOf(type: GraphQLInputType, levels: number): Arbitrary<unknown> {
  const inner = getNullableType(type)
  const rare = isNonNullType(type) ? anything : fc.oneof(fc.constant(null), anything)
  return fc.oneof({ weight: 12, arbitrary: presentValueOf(inner, levels) }, { weight: 1, arbitrary: rare })
}

function presentValueOf(type: GraphQLInputType, levels: number): Arbitrary<unknown> {
  if (isListType(type))
    return levels > 0 ? fc.array(anyValueOf(type.ofType, levels - 1), { maxLength: 3 }) : fc.constant([])
  if (isInputObjectType(type)) return objectOf(type, levels)
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name))
  const values: Record<string, Arbitrary<unknown>> = {
    Int: fc.integer(),
    Float: fc.double(),
    Boolean: fc.boolean(),
    DateTime: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    JSONObject: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })),
  }
  return values[type.toString()] ?? fc.string()
}

function objectOf(type: GraphQLInputObjectType, levels: number): Arbitrary<unknown> {
  const fields = Object.values(type.getFields())
  const requiredKeys = fields.filter((field) => isNonNullType(field.type)).map(({ name }) => name)
  const members = Object.fromEntries(fields.map((field) => [field.name, anyValueOf(field.type, levels - 1)]))
  const unknownFields = fc.oneof(
    { weight: 12, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constantFrom({ constructor: 1 }, JSON.parse('{"__proto__":{"a":1}}'), { nme: 'x' }) },
  )
  return fc
    .tuple(fc.record(members, { requiredKeys }), unknownFields)
    .map(([record, unknown]) => Object.assign(Object.create(null), record, unknown))
    .map((object: object) => Object.defineProperties({}, Object.getOwnPropertyDescriptors(object)))
}

const invalid = Symbol('invalid')

/** Coerces a value with graphql-js. Returns `invalid` if the value is invalid. */
function coerceWithGraphqlJs(value: unknown, type: GraphQLInputType): unknown {
  let isValid = true
  const coerced = coerceInputValue(value, type, () => {
    isValid = false
  })
  return isValid ? coerced : invalid
}

function coerceAsGraphql(value: unknown, type: GraphQLInputType): unknown {
  const { value: coerced, problems } = coerceInput(value, type, { api: 'graphql' })
  return problems.length > 0 ? invalid : coerced
}

const inputTypes = Object.values(graphqlSchema.getTypeMap()).filter(isInputObjectType)

test('valid input of GraphQL is coerced as graphql-js coerces it, which takes every coerced value unchanged', () => {
  const seen = { valid: 0, invalid: 0 }
  const types = fc.constantFrom(...inputTypes)
  fc.assert(
    fc.property(
      types.chain((type) => fc.tuple(fc.constant(type), anyValueOf(type, 4))),
      ([type, value]) => {
        const expected = coerceWithGraphqlJs(value, type)
        const coerced = coerceAsGraphql(value, type)
        // What graphql-js refuses can be a value that the tolerances understand.
        if (expected !== invalid) expect(coerced).toEqual(expected)
        if (coerced !== invalid) expect(coerceWithGraphqlJs(coerced, type)).toEqual(coerced)
        seen[coerced === invalid ? 'invalid' : 'valid']++
      },
    ),
    { numRuns: 2000 },
  )
  // Both kinds occur often, so that the comparison means something.
  expect(Math.min(seen.valid, seen.invalid)).toBeGreaterThan(200)
})

test('the value of an enum is its name, so that graphql-js takes coerced values', () => {
  const enums = Object.values(graphqlSchema.getTypeMap()).filter(isEnumType)
  for (const { name, value } of enums.flatMap((type) => type.getValues())) expect(value).toBe(name)
})
