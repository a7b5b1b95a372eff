import {
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isUnionType,
} from 'graphql'

/** The limits of one GraphQL query. One query can read 20 whole courses with all their fields, but not 100. */
export const graphqlQueryLimits = { complexity: 500_000, depth: 12, breadth: 500 }

/**
 * Returns the complexity of a field. The length of a list is unknown before the query runs, so each list counts as 10
 * records.
 */
export function computeFieldComplexity(_args: unknown, _context: unknown, { type }: { type: GraphQLOutputType }) {
  const named = getNamedType(type)
  if (isLeafType(named)) return { field: 1, multiplier: 1 }
  if (isListType(getNullableType(type))) return { field: 100, multiplier: 10 }
  const isRecord = !isUnionType(named) && 'id' in named.getFields()
  return { field: isRecord ? 10 : 1, multiplier: 1 }
}

/**
 * Computes the complexity of each field once. Otherwise the complexity plug-in coerces the arguments of each field
 * again for every query.
 */
export function precomputeFieldComplexity(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) && !isInterfaceType(type)) continue
    for (const field of Object.values(type.getFields())) {
      if (field.extensions.complexity !== computeFieldComplexity) continue
      field.extensions = { ...field.extensions, complexity: computeFieldComplexity(undefined, undefined, field) }
    }
  }
}
