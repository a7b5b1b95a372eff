import {
  type DocumentNode,
  GraphQLScalarType,
  GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type TypeNode,
  type VariableDefinitionNode,
} from 'graphql'

/**
 * The copies of a schema and a document that graphql-jit compiles. In the copies, a mutation is a query. All variables
 * except Booleans have the type `Coerced`, so that graphql-jit does not coerce them.
 */
type Compilable = { schema: GraphQLSchema; document: DocumentNode }

/** A GraphQL scalar that accepts any value, as the type of variables that are already coerced. */
const coerced = new GraphQLScalarType({ name: 'Coerced' })

type Schemas = { query: GraphQLSchema; mutation: GraphQLSchema }
const schemasFor = new WeakMap<GraphQLSchema, Schemas>()

/**
 * Returns two copies of a schema, both with the additional scalar `Coerced`. The copy for mutations uses the type
 * `Mutation` as its query type, because a mutation is compiled as a query.
 */
function schemasOf(schema: GraphQLSchema): Schemas {
  const known = schemasFor.get(schema)
  if (known) return known
  const config = schema.toConfig()
  const common = { ...config, types: [...config.types, coerced], assumeValid: true }
  const changes = { ...common, query: config.mutation, mutation: null, subscription: null }
  const schemas = { query: new GraphQLSchema(common), mutation: new GraphQLSchema(changes) }
  schemasFor.set(schema, schemas)
  return schemas
}

const isBoolean = (type: TypeNode): boolean =>
  type.kind === Kind.NAMED_TYPE ? type.name.value === 'Boolean' : isBoolean(type.type)

/**
 * Changes the type of a variable to `Coerced`. The value is already coerced, and graphql-jit would generate very long
 * code to coerce it again.
 */
function withoutCoercion(definition: VariableDefinitionNode): VariableDefinitionNode {
  // A Boolean variable keeps its type, because `@include` and `@skip` accept no other type.
  if (isBoolean(definition.type)) return definition
  const type: TypeNode = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: coerced.name } }
  return { ...definition, type, defaultValue: undefined }
}

/**
 * Returns the schema and the document for graphql-jit. Returns undefined for a subscription, and for a mutation without
 * exactly one root field.
 */
export function makeCompilableOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Compilable | undefined {
  const { operation: kind, selectionSet, variableDefinitions = [] } = operation
  const [selection, ...others] = selectionSet.selections
  if (kind === OperationTypeNode.SUBSCRIPTION) return undefined
  if (kind === OperationTypeNode.MUTATION && (selection?.kind !== Kind.FIELD || others.length > 0)) return undefined
  const query: OperationDefinitionNode = {
    ...operation,
    // Compiled mutations would keep each request in memory until the next full garbage collection.
    operation: OperationTypeNode.QUERY,
    variableDefinitions: variableDefinitions.map(withoutCoercion),
  }
  const definitions = document.definitions.map((definition) => (definition === operation ? query : definition))
  return { schema: schemasOf(schema)[kind], document: { ...document, definitions } }
}
