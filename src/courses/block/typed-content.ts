import { GraphQLScalarType } from 'graphql'
import { builder } from '../../operations/builder.ts'
import { graphqlOnlyFieldOptions } from '../../operations/field-options.ts'
import { isJsonObject, type JsonObject } from '../../operations/json-object.ts'
import { type JsonSchema, withJsonSchema } from '../../operations/json-schema.ts'
import { getDeclaredNames } from './definition/reader.ts'
import { isSecretForLearners } from './learner.ts'
import { type BlockType, blockTypeDefinitionByName, blockTypeNames } from './types.ts'

declare module '../../operations/builder.ts' {
  interface ScalarTypes {
    JSON: { Input: unknown; Output: unknown }
  }
}

builder.addScalarType(
  'JSON',
  new GraphQLScalarType({
    name: 'JSON',
    description: 'A JSON value of any type.',
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
    ...withJsonSchema({}),
  }),
)

/** The content of a block in the documented shape, or an object in it. Only a whole content has the type of its block. */
export type TypedContent = { type?: BlockType; members: JsonObject }

/** Who reads a content. The names of the types for learners begin with `prefix` if authors have other members. */
type Reader = { prefix: string; isSecret(type: BlockType, name: string): boolean }

const author: Reader = { prefix: '', isSecret: () => false }
const learner: Reader = { prefix: 'Delivered', isSecret: isSecretForLearners }

const capitalize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const propertiesOf = ({ properties = {} }: JsonSchema) => properties as Readonly<Record<string, JsonSchema>>
const itemsOf = ({ items = {} }: JsonSchema) => items as JsonSchema
const isObjectSchema = (schema: JsonSchema) => getDeclaredNames(schema).size > 0

/** Returns whether learners get fewer members of an object than authors. */
const hasSecret = (type: BlockType, schema: JsonSchema, { isSecret }: Reader): boolean =>
  Object.entries(propertiesOf(schema)).some(
    ([name, member]) => isSecret(type, name) || hasSecret(type, itemsOf(member), { prefix: '', isSecret }),
  )

const makeRef = (name: string) => builder.objectRef<TypedContent>(name)
type PartRef = ReturnType<typeof makeRef>
type FieldBuilder = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, TypedContent>
const makeEnum = (name: string, values: readonly string[], description: string) =>
  builder.enumType(name, {
    description,
    values: Object.fromEntries(values.map((value) => [value, { description: `The value \`${value}\`.` }])),
  })

const refs = new Map<string, PartRef>()
const enums = new Map<string, ReturnType<typeof makeEnum>>()

/** Declares the GraphQL type of an object. `names` begin the names of the types of objects in it, such as `Quiz`. */
function getObjectRef(
  type: BlockType,
  names: { name: string; owner: string },
  schema: JsonSchema,
  reader: Reader,
): PartRef {
  const name = `${hasSecret(type, schema, reader) ? reader.prefix : ''}${names.name}`
  const known = refs.get(name)
  if (known) return known
  const ref = makeRef(name)
  refs.set(name, ref)
  const members = Object.entries(propertiesOf(schema)).filter(([member]) => !reader.isSecret(type, member))
  ref.implement({
    description: String(schema.description),
    fields: (t) =>
      Object.fromEntries(
        members.map(([member, inner]) => [member, declareMember(t, type, { ...names, member }, inner, reader)]),
      ),
  })
  return ref
}

/** A content has at most 10,000 values, which are in memory, so a field costs the same however long a list is. */
const memberOptions = { ...graphqlOnlyFieldOptions, nullable: true, complexity: { field: 1, multiplier: 1 } } as const

const toPart = (value: unknown): TypedContent | null => (isJsonObject(value) ? { members: value } : null)
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
const textsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : null)
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
const numbersOf = (value: unknown) => (Array.isArray(value) ? value.flatMap((one) => numberOf(one) ?? []) : null)

function declareMember(
  t: FieldBuilder,
  type: BlockType,
  { name, owner, member }: { name: string; owner: string; member: string },
  schema: JsonSchema,
  reader: Reader,
) {
  const options = { ...memberOptions, description: String(schema.description) }
  const get = ({ members }: TypedContent) => members[member]
  if (Array.isArray(schema.enum)) {
    const enumName = `${name}${capitalize(member)}`
    const ref = enums.get(enumName) ?? makeEnum(enumName, schema.enum as string[], String(schema.description))
    enums.set(enumName, ref)
    return t.field({ ...options, type: ref, resolve: (row) => textOf(get(row)) })
  }
  switch (schema.type) {
    case 'string':
      return t.string({ ...options, resolve: (row) => textOf(get(row)) })
    case 'boolean':
      return t.boolean({ ...options, resolve: (row) => (typeof get(row) === 'boolean' ? (get(row) as boolean) : null) })
    case 'number':
      return t.float({ ...options, resolve: (row) => numberOf(get(row)) })
    case 'integer':
      return t.int({ ...options, resolve: (row) => numberOf(get(row)) })
    case 'array': {
      const items = itemsOf(schema)
      if (items.type === 'integer') return t.intList({ ...options, resolve: (row) => numbersOf(get(row)) })
      if (!isObjectSchema(items)) return t.stringList({ ...options, resolve: (row) => textsOf(get(row)) })
      const names = { name: `${owner}${capitalize(member.replace(/s$/, ''))}`, owner }
      return t.field({
        ...options,
        type: [getObjectRef(type, names, items, reader)],
        resolve: (row) =>
          Array.isArray(get(row)) ? (get(row) as unknown[]).flatMap((one) => toPart(one) ?? []) : null,
      })
    }
    case 'object':
      return t.field({
        ...options,
        type: 'JSONObject',
        resolve: (row) => (isJsonObject(get(row)) ? (get(row) as JsonObject) : null),
      })
    default:
      return t.field({ ...options, type: 'JSON', resolve: (row) => get(row) ?? null })
  }
}

function declareUnion(name: string, description: string, reader: Reader) {
  const refByType = new Map(
    blockTypeNames.map((type) => {
      const owner = capitalize(type)
      const { schema } = blockTypeDefinitionByName[type]
      return [type, getObjectRef(type, { name: `${owner}Content`, owner }, schema, reader)]
    }),
  )
  return builder.unionType(name, {
    description,
    types: [...refByType.values()],
    resolveType: ({ type }) => refByType.get(type!)!,
  })
}

export const blockContentRef = declareUnion(
  'BlockContent',
  'The content of a block in the documented shape. Its type is that of the block.',
  author,
)
export const deliveredBlockContentRef = declareUnion(
  'DeliveredBlockContent',
  'The content of a block as learners get it: in the documented shape, without answers and solutions.',
  learner,
)

/** The options of a field `typedContent`. Its complexity stands for the reading of the content. */
export const typedContentFieldOptions = {
  ...graphqlOnlyFieldOptions,
  complexity: { field: 10, multiplier: 1 },
} as const
