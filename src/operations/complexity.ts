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
 * The limits of one GraphQL query. The size of a list is unknown before the query runs, so every course counts as if it
 * had 10 modules, 100 lessons and 1,000 blocks. One query can read 20 whole courses with all their fields, but not a
 * page of 100 whole courses. `courses/outline/rules/course-size.ts` limits the real size of courses.
 */
export const graphqlQueryLimits = { complexity: 500_000, depth: 12, breadth: 500 }

/**
 * Returns the complexity of a field: 10 for a record (an object with an `id`), and 1 for any other single value. The
 * size of a list is unknown, so a list of objects counts as 10 records, and each field in it counts 10 times.
 */
export function computeFieldComplexity(_args: unknown, _context: unknown, { type }: { type: GraphQLOutputType }) {
  const named = getNamedType(type)
  if (isLeafType(named)) return { field: 1, multiplier: 1 }
  if (isListType(getNullableType(type))) return { field: 100, multiplier: 10 }
  const isRecord = !isUnionType(named) && 'id' in named.getFields()
  return { field: isRecord ? 10 : 1, multiplier: 1 }
}

/**
 * Replaces the function `computeFieldComplexity` in each field of the schema with its result. This saves time, because
 * the complexity plug-in would coerce the arguments of a field before each call of the function.
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
