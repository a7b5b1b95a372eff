import { readFileSync } from 'node:fs'
import {
  buildSchema,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'

const schema = buildSchema(readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8'), {
  assumeValid: true,
})
const queryFields = schema.getQueryType()!.getFields()
/** The names of all fields of the type `Query`. */
export const queryNames = Object.keys(queryFields).toSorted()

type Half = 'odd' | 'even'
const maxDepth = 4

const fieldsOf = (type: GraphQLObjectType, half: Half): GraphQLField<unknown, unknown>[] =>
  Object.values(type.getFields())
    .filter((field) => !field.deprecationReason && !field.args.some(isRequiredArgument))
    .filter((field, index) => !isLeafType(getNamedType(field.type)) || (index % 2 === 0) === (half === 'even'))

/** Selects every other scalar of a type, and all objects in it. */
function selectHalf(typeName: string, half: Half, depth = 1): string {
  const type = schema.getType(typeName)
  if (isAbstractType(type))
    return schema
      .getPossibleTypes(type)
      .map(({ name }) => `... on ${name} { ${selectHalf(name, half, depth + 1)} }`)
      .join(' ')
  if (!isObjectType(type)) throw new Error(`${typeName} has no fields.`)
  const id = 'id' in type.getFields() && !type.getFields().id!.deprecationReason ? ['id'] : []
  const selected = fieldsOf(type, half).flatMap(({ name, type: fieldType }) => {
    const inner = getNamedType(fieldType)
    if (isLeafType(inner)) return [name]
    return depth < maxDepth ? [`${name} { ${selectHalf(inner.name, half, depth + 1)} }`] : []
  })
  return ['__typename', ...id, ...selected].join(' ')
}

/**
 * Two queries that read one field of the type `Query` with half of the scalars of every type each, so that a cache must put
 * them together.
 */
export function makeHalfDocuments(name: string, variables: object): [string, string] {
  const { args, type } = queryFields[name]!
  const used = args.filter((arg) => arg.name in variables)
  const declared = used.length ? `(${used.map((arg) => `$${arg.name}: ${arg.type}`).join(', ')})` : ''
  const passed = used.length ? `(${used.map((arg) => `${arg.name}: $${arg.name}`).join(', ')})` : ''
  const document = (half: Half) =>
    `query ${name}_${half} ${declared} { ${name}${passed} { ${selectHalf(getNamedType(type).name, half)} } }`
  return [document('odd'), document('even')]
}
