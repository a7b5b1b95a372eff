import { MapperKind, mapSchema, pruneSchema } from '@graphql-tools/utils'
import {
  type GraphQLArgument,
  type GraphQLField,
  GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql'
import { exposureOf, type RestRoute } from '../expose.ts'
import { isShown } from '../graphql/records.ts'

/** Arguments that REST takes as request headers. */
export const headerArgs: Readonly<Record<string, string>> = {
  expectedVersion: 'If-Match',
  idempotencyKey: 'Idempotency-Key',
}

/** The argument that is the JSON body of a route. */
const bodyArg = 'input'

/** A place in a request where an argument comes from: its GraphQL name, its REST name, its type. */
export type Parameter = {
  arg: string
  name: string
  type: GraphQLInputType
  description: string
  extensions: GraphQLArgument['extensions']
}

/** A declared route with its operation, and where each of its arguments comes from. */
export type Operation = {
  field: string
  kind: 'query' | 'mutation'
  access: string
  description: string
  route: RestRoute
  path: Parameter[]
  query: Parameter[]
  headers: Parameter[]
  /** The JSON body's type, and whether it is the one argument `input` or each of its members is an argument. */
  body: { type: GraphQLInputType; arg: string | undefined } | undefined
  output: GraphQLField<unknown, unknown>['type']
  /** Argument → query parameter, for the fields that an error names. */
  names: ReadonlyMap<string, string>
}

/** What of the schema REST shows: root fields with a route, and records without the records around them. */
export function restView(schema: GraphQLSchema): GraphQLSchema {
  const roots = [schema.getQueryType()?.name, schema.getMutationType()?.name, schema.getSubscriptionType()?.name]
  const hidden = (
    field: { extensions: Readonly<Record<string, unknown>>; type: GraphQLOutputType },
    typeName: string,
  ): boolean => {
    if (roots.includes(typeName)) return exposureOf(field)?.rest === undefined
    return !isShown(schema.getType(typeName), field)
  }
  const filtered = mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field, _name, typeName) =>
      hidden({ extensions: field.extensions ?? {}, type: field.type }, typeName) ? null : field,
  })
  return pruneSchema(filtered)
}

function operationOf(kind: Operation['kind'], field: GraphQLField<unknown, unknown>): Operation[] {
  const exposure = exposureOf(field)
  if (!exposure?.rest) return []
  const { rest: route, access } = exposure
  const parameter = ({ name, type, description, extensions }: GraphQLArgument): Parameter => ({
    arg: name,
    name: headerArgs[name] ?? route.names?.[name] ?? name,
    type,
    description: description ?? '',
    extensions,
  })
  const parameters = field.args.map(parameter)
  const inPath = ({ name }: Parameter) => route.path.includes(`{${name}}`)
  const inHeader = ({ arg }: Parameter) => arg in headerArgs
  const others = parameters.filter((parameter) => !inPath(parameter) && !inHeader(parameter))
  const hasBody = bodyMethods.has(route.method)
  const query = hasBody ? [] : others
  return [
    {
      field: field.name,
      kind,
      access,
      description: field.description ?? '',
      route,
      path: parameters.filter(inPath),
      query,
      headers: parameters.filter(inHeader),
      body: hasBody && others.length > 0 ? bodyOf(field.name, others) : undefined,
      output: field.type,
      names: new Map(query.map(({ arg, name }) => [arg, name])),
    },
  ]
}

const bodyMethods = new Set(['POST', 'PUT', 'PATCH'])

/** The body of a route: its argument `input`, or an object of all the arguments that are nowhere else. */
function bodyOf(field: string, parameters: readonly Parameter[]): Operation['body'] {
  const [first] = parameters
  if (first?.arg === bodyArg) return { type: first.type, arg: bodyArg }
  const fields = Object.fromEntries(parameters.map(({ arg, ...config }) => [arg, config]))
  const name = `${field[0]?.toUpperCase()}${field.slice(1)}Body`
  return { type: new GraphQLInputObjectType({ name, description: 'What the request says.', fields }), arg: undefined }
}

/** Every declared route of a schema. */
export function operationsOf(view: GraphQLSchema): Operation[] {
  const all = (kind: Operation['kind'], type: GraphQLObjectType | null | undefined) =>
    Object.values(type?.getFields() ?? {}).flatMap((field) => operationOf(kind, field))
  return [...all('query', view.getQueryType()), ...all('mutation', view.getMutationType())]
}
