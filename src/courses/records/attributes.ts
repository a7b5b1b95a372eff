import { z } from 'zod'
import type { JsonObject } from '../../operations/json-object.ts'
import { isStorableText } from '../../operations/validation.ts'
import type { FieldDefinition } from './field.ts'

/** The maximum size of a record's attributes as JSON text: 16 KB. */
const maxBytes = 16 * 1024
const maxNameChars = 200

const single = [{ type: 'string', maxLength: maxBytes }, { type: 'number' }, { type: 'boolean' }]

/** The JSON Schema of attributes, for OpenAPI. */
const jsonSchema = {
  additionalProperties: { anyOf: [...single, { type: 'array', maxItems: maxBytes / 2, items: { anyOf: single } }] },
}

const kinds = 'must be a string, a number, a boolean, or a list of these'

function problemOfSingleValue(value: unknown): string | undefined {
  if (typeof value === 'string') return isStorableText(value) ? undefined : 'must not contain NUL or lone surrogates'
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'must be a finite number'
  return typeof value === 'boolean' ? undefined : kinds
}

type Problem = { path: (string | number)[]; message: string }

function problemOfAttribute(name: string, value: unknown): Problem | undefined {
  if (!isStorableText(name) || name === '' || name.length > maxNameChars)
    return { path: [], message: `must have property names of 1 to ${maxNameChars} characters, without NUL` }
  const values = Array.isArray(value) ? value : [value]
  for (const [index, one] of values.entries()) {
    const message = problemOfSingleValue(one)
    if (message) return { path: Array.isArray(value) ? [name, index] : [name], message }
  }
  return undefined
}

const tooLarge: Problem = { path: [], message: 'must have at most 16 KB as JSON' }

/** Returns the first problem of attributes. An attribute cannot be an object, so the nesting depth needs no limit. */
function findProblem(attributes: JsonObject): Problem | undefined {
  const names = Object.keys(attributes)
  // An attribute takes at least five bytes of JSON, such as `"a":1`.
  // So this check refuses very many attributes before the loop looks at each attribute.
  if (5 * names.length > maxBytes) return tooLarge
  for (const name of names) {
    const problem = problemOfAttribute(name, attributes[name])
    if (problem) return problem
  }
  return Buffer.byteLength(JSON.stringify(attributes)) > maxBytes ? tooLarge : undefined
}

/** The Zod schema that checks attributes and converts them to the JSON text that the database stores. */
const attributesSchema = z.custom<JsonObject>().transform((attributes, context) => {
  const problem = findProblem(attributes)
  if (!problem) return JSON.stringify(attributes)
  context.addIssue({ code: 'custom', ...problem, input: attributes })
  return z.NEVER
})

type Options = { about: string; inputAbout: string }

/**
 * Defines a field for a JSON object, or null, with properties that the client chooses. The stored JSON text keeps the
 * order of the properties.
 */
export const defineAttributesField = (options: Options): FieldDefinition<string, 'nullable'> => ({
  ...options,
  presence: 'nullable',
  rule: attributesSchema,
  columnType: 'json',
  graphql: { scalar: 'JSONObject', isList: false },
  jsonSchema,
  // Some vendors of language models accept only objects with known properties.
  // The arguments of the MCP tools therefore do not have this field.
  isForTools: false,
  searched: false,
  courseText: false,
  aiWrites: false,
})
