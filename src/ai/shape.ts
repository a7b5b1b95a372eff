import { kinds } from '../block/kinds.ts'
import type { GenerationRequest } from './request.ts'

type Schema = { readonly [keyword: string]: unknown }

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
const object = (properties: Schema): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
const string = (description: string): Schema => ({ type: 'string', description })
const list = (items: Schema, maxItems: number): Schema => ({ type: 'array', items, maxItems })

/** A member that says no type can be what an answer to a question can be. */
const answer = { anyOf: [{ type: 'string' }, { type: 'boolean' }, { type: 'array', items: { type: 'string' } }] }

/**
 * A kind's schema as structured output takes it: closed objects whose members are all required, where an optional one may
 * be null; formats and patterns are left out here and checked on what comes back.
 */
function strict(schema: Schema, complete: readonly string[] = []): Schema {
  const { description, type, enum: values, properties, required = [], items } = schema
  const told = description === undefined ? {} : { description }
  if (isSchema(properties)) {
    const must = [...(required as string[]), ...complete]
    const inner = Object.entries(properties).map(([name, member]) => {
      const one = strict(member as Schema)
      return [name, must.includes(name) ? one : nullable(one)]
    })
    return { ...told, ...object(Object.fromEntries(inner)) }
  }
  if (isSchema(items)) return { ...told, type: 'array', items: strict(items) }
  if (values) return { ...told, type: 'string', enum: values }
  return type ? { ...told, type } : { ...told, ...answer }
}

const blockOf = (type: keyof typeof kinds): Schema => {
  const { schema, complete } = kinds[type]
  return object({ type: { type: 'string', enum: [type] }, content: strict(schema, complete) })
}

/** The JSON Schema of what the model is to write, made from the table of block kinds. */
export function outputSchema({ type, blockTypes, maxBlocks }: GenerationRequest): Schema {
  const name = string('A short name.')
  const description = string('One or two sentences on what it is about.')
  if (type === 'outline') {
    const lesson = object({ name, description })
    return object({ name, description, modules: list(object({ name, description, lessons: list(lesson, 12) }), 12) })
  }
  const blocks = list({ anyOf: blockTypes.map(blockOf) }, maxBlocks)
  return type === 'lesson' ? object({ name, description, blocks }) : object({ blocks })
}
