import { OperatorError } from './errors.ts'

/**
 * The optimizations that the environment variable `COURSEWRIGHT_WITHOUT` can disable. Without an optimization, simpler
 * and slower code produces the same result.
 */
export const optimizationDescriptions = {
  execution: 'Calls the hooks of GraphQL plug-ins without extra promises. Replacement: Envelop.',
  compiled: 'Executes repeated GraphQL queries with graphql-jit. Replacement: graphql-js.',
  chunks: 'Sends JSON columns of the database as text. Replacement: `JSON.parse` and `JSON.stringify`.',
  serializedBody:
    'Sends a REST response body that is stored as JSON text. Replacement: graphql-js executes each field.',
  groupCommit: 'Writes of concurrent requests share a transaction. Replacement: each has its own. PostgreSQL only.',
  combinedReads: 'Reads of one turn of the event loop share a round trip. Replacement: each has its own.',
  preparedBatches:
    'Sends prepared statements in one network write. Replacement: unnamed statements of node-postgres, one after the other, and no groupCommit. PostgreSQL only.',
  rateLimitBatches:
    'Counts requests under a large rate limit in batches. Replacement: one round trip to Redis for each request.',
} as const

type OptimizationName = keyof typeof optimizationDescriptions

const isOptimizationName = (name: string): name is OptimizationName => Object.hasOwn(optimizationDescriptions, name)

/**
 * Parses the names of optimizations, separated by commas. `all` means every optimization.
 * @throws OperatorError for an unknown name
 */
export function parseDisabledOptimizations(list: string): Set<OptimizationName> {
  if (list === 'all') return new Set(Object.keys(optimizationDescriptions).filter(isOptimizationName))
  const names = list.split(',').filter(Boolean)
  const unknown = names.find((name) => !isOptimizationName(name))
  if (unknown !== undefined)
    throw new OperatorError(
      `COURSEWRIGHT_WITHOUT: ${unknown} is none of ${Object.keys(optimizationDescriptions).join(', ')}.`,
    )
  return new Set(names.filter(isOptimizationName))
}

/** The optimizations that this process does not use. Only benchmarks and tests disable optimizations. */
export const disabledOptimizations: Set<OptimizationName> = parseDisabledOptimizations(
  process.env.COURSEWRIGHT_WITHOUT ?? '',
)
