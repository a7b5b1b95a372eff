import { type BlockType, kinds } from '../block/kinds.ts'
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

/** How many modules an outline has, and how many lessons each, at most. */
export const mostInOutline = 12

/** A member that says no type can be what an answer to a question can be. */
const answer = { anyOf: [{ type: 'string' }, { type: 'boolean' }, { type: 'array', items: { type: 'string' } }] }

/** Whether a schema is of an address, or of a list of such. */
function isOfAddress({ format, items }: Schema): boolean {
  if (format === 'uri') return true
  const properties = isSchema(items) ? items.properties : undefined
  return isSchema(properties) && Object.values(properties).some((one) => isOfAddress(one as Schema))
}

/** What is left of dotted paths after their first name. */
const below = (paths: readonly string[], name: string) =>
  paths.flatMap((path) => (path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : []))

/**
 * A kind's schema as structured output takes it: closed objects whose members are all required, where one that a finished
 * block need not have may be null; formats and patterns are left out here and checked on what comes back. An address can
 * only be one of the known ones: where there is none, a model has no place to invent one.
 */
function strict(schema: Schema, complete: readonly string[], addresses: readonly string[]): Schema {
  const { description, type, enum: values, properties, items } = schema
  const told = description === undefined ? {} : { description }
  if (isSchema(properties)) {
    const inner = Object.entries(properties as Record<string, Schema>).flatMap(([name, member]) => {
      if (isOfAddress(member) && addresses.length === 0) return []
      const one = strict(member, below(complete, name), addresses)
      return [[name, complete.includes(name) ? one : nullable(one)]]
    })
    return { ...told, ...object(Object.fromEntries(inner)) }
  }
  if (isSchema(items)) return { ...told, type: 'array', items: strict(items, complete, addresses) }
  if (schema.format === 'uri') return { ...told, type: 'string', enum: addresses }
  if (values) return { ...told, type: 'string', enum: values }
  return type ? { ...told, type } : { ...told, ...answer }
}

/** What a finished block has that a model can write: no addresses. */
export function completeOf(type: BlockType): string[] {
  const { schema, complete } = kinds[type]
  const properties = schema.properties as Record<string, Schema>
  return complete.filter((path) => !isOfAddress(properties[path] ?? {}))
}

const blockOf = (type: BlockType, addresses: readonly string[]): Schema =>
  object({
    type: { type: 'string', enum: [type] },
    content: strict(kinds[type].schema, completeOf(type), addresses),
  })

/** The JSON Schema of what the model is to write, made from the table of block kinds. */
export function outputSchema({ type, blockTypes, maxBlocks, addresses }: GenerationRequest): Schema {
  const name = string('A short name.')
  const description = string('One or two sentences on what it is about.')
  if (type === 'outline') {
    const lessons = list(object({ name, description }), mostInOutline)
    return object({ name, description, modules: list(object({ name, description, lessons }), mostInOutline) })
  }
  const blocks = list({ anyOf: blockTypes.map((one) => blockOf(one, addresses)) }, maxBlocks)
  return type === 'lesson' ? object({ name, description, blocks }) : object({ blocks })
}
