import {
  type GraphQLField,
  GraphQLInt,
  type GraphQLNamedType,
  GraphQLObjectType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isRequiredArgument,
} from 'graphql'
import { readOperationSettings } from '../../src/operations/operation.ts'
import { graphqlSchema } from '../../src/server/schema.ts'
import { type Ids, requiredParametersOf, routes, sampleOf } from './operations.ts'

type Field = GraphQLField<unknown, unknown>

const isOptional = ({ args }: Field) => !args.some(isRequiredArgument)

type Above = { types: readonly GraphQLNamedType[]; lists: number }

/**
 * Returns a selection of all fields of a type, and of the types below it. It does not return to a type above, and from a list
 * in a list, or in a record of several types, it follows only lists, three in all: the limits of a query would refuse more.
 */
function selectionOf(type: GraphQLNamedType, above: Above = { types: [], lists: 0 }): string {
  if (isLeafType(type)) return ''
  const types = [...above.types, type]
  if (isAbstractType(type)) {
    const records = graphqlSchema.getPossibleTypes(type)
    return `{ ${records.map((one) => `... on ${one} ${selectionOf(one, { types, lists: 2 })}`).join(' ')} }`
  }
  if (!(type instanceof GraphQLObjectType)) throw new Error(`${type} has no fields.`)
  const below = Object.values(type.getFields())
    .filter(isOptional)
    .map((field) => {
      // The typed content of a block is its content once more, without a statement of its own.
      if (field.name === 'typedContent') return []
      const inner = getNamedType(field.type)
      const isList = isListType(getNullableType(field.type))
      const isFollowed = isLeafType(inner) || above.lists < (isList ? 3 : 2)
      if (types.includes(inner) || !isFollowed) return ''
      return `${field.name} ${selectionOf(inner, { types, lists: above.lists + Number(isList) })}`
    })
  return `{ ${below.join(' ')} }`
}

/** The arguments of the queries that have no REST route. A new query of this kind gets a row here. */
const argumentsByQuery: Readonly<Record<string, (ids: Ids) => Record<string, unknown>>> = {
  courses: () => ({}),
  _service: () => ({}),
  node: ({ courseId }) => ({ id: courseId }),
  nodes: ({ courseId, moduleId, lessonId, blockId }) => ({ ids: [courseId, moduleId, lessonId, blockId] }),
  _entities: ({ courseId }) => ({ representations: [{ __typename: 'Course', id: courseId }] }),
}

/** Returns the arguments of a query: the identifiers of its path in REST, or a row of `argumentsByQuery`. */
function variablesOf({ name }: Field, ids: Ids): Record<string, unknown> {
  const route = routes.find((one) => one.name === name)
  if (!route) return argumentsByQuery[name]!(ids)
  const ofPath = route.path.map(({ name, argument }) => {
    const isNumber = getNullableType(argument.type) === GraphQLInt
    return [argument.name, isNumber ? Number(ids[name]) : ids[name]]
  })
  const ofQuery = requiredParametersOf(route.query).map((one) => [one.argument.name, sampleOf(one)])
  return Object.fromEntries([...ofPath, ...ofQuery])
}

export type WholeQuery = {
  name: string
  access: string
  document: string
  variablesOf: (ids: Ids) => Record<string, unknown>
}

/** Makes a document that selects all fields of a query and of the records below it, with at most two records in a page. */
function wholeQueryOf(field: Field): WholeQuery {
  const size = field.args.find(({ name }) => name === 'first' || name === 'perPage')
  const args = field.args.filter((arg) => isRequiredArgument(arg))
  const declared = args.map((arg) => `$${arg.name}: ${arg.type}`)
  const passed = [...args.map(({ name }) => `${name}: $${name}`), ...(size ? [`${size.name}: 2`] : [])]
  const list = (parts: string[]) => (parts.length ? `(${parts.join(', ')})` : '')
  const document = `query ${list(declared)} { ${field.name}${list(passed)} ${selectionOf(getNamedType(field.type))} }`
  const { access } = readOperationSettings(field)!
  return { name: field.name, access, document, variablesOf: (ids) => variablesOf(field, ids) }
}

/** Every query of the GraphQL schema with all its fields, also those that REST and MCP omit. */
export const wholeQueries = Object.values(graphqlSchema.getQueryType()!.getFields()).map(wholeQueryOf)
