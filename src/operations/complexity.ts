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

/**
 * The limits of one GraphQL query. A whole course is estimated at 10 modules, 100 lessons and 1,000 blocks: 20 such
 * courses with all their fields are within the limits, and a page of a hundred is not. `courses/outline/course-size.ts`
 * limits the real size of courses.
 */
export const queryLimits = { complexity: 500_000, depth: 12, breadth: 500 }

/** The complexity of a field: 1, and 10 for each record that it returns. A list without a size counts as 10 records. */
export function fieldComplexity(_args: unknown, _context: unknown, { type }: { type: GraphQLOutputType }) {
  const named = getNamedType(type)
  if (isLeafType(named)) return { field: 1, multiplier: 1 }
  if (isListType(getNullableType(type))) return { field: 100, multiplier: 10 }
  const isRecord = !isUnionType(named) && 'id' in named.getFields()
  return { field: isRecord ? 10 : 1, multiplier: 1 }
}

/**
 * Replaces the function `fieldComplexity` by its result in each field of the schema. For a function, the complexity
 * plug-in coerces the arguments of the field in every request.
 */
export function precomputeFieldComplexity(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) && !isInterfaceType(type)) continue
    for (const field of Object.values(type.getFields())) {
      if (field.extensions.complexity !== fieldComplexity) continue
      field.extensions = { ...field.extensions, complexity: fieldComplexity(undefined, undefined, field) }
    }
  }
}
