import { OperatorError } from './errors.ts'

/**
 * Optional optimizations. Each has a simple replacement with the same result. `COURSEWRIGHT_WITHOUT` names the
 * optimizations to replace.
 */
export const optimizationDescriptions = {
  execution: 'Hooks of plug-ins are called without promises of their own. Twin: Envelop.',
  durations: 'The histogram of request durations looks its labels up as they are. Twin: the histogram of prom-client.',
  requestLog: 'The log line of a request is written as JSON directly. Twin: `log.info` of pino.',
  compiled: 'graphql-jit executes queries that come back. Twin: graphql-js.',
  writer: 'A function compiled for the query serializes its result as JSON. Twin: `JSON.stringify`.',
  chunks: 'Contents pass from the database to the response as text. Twin: `JSON.parse` and `JSON.stringify`.',
} as const

export type OptimizationName = keyof typeof optimizationDescriptions

const isFastPart = (name: string): name is OptimizationName => Object.hasOwn(optimizationDescriptions, name)

/**
 * Parses a list of optimizations, separated by commas. `all` means every optimization.
 * @throws OperatorError for an unknown name
 */
export function parseOptimizationNames(list: string): Set<OptimizationName> {
  if (list === 'all') return new Set(Object.keys(optimizationDescriptions).filter(isFastPart))
  const names = list.split(',').filter(Boolean)
  const unknown = names.find((name) => !isFastPart(name))
  if (unknown !== undefined)
    throw new OperatorError(
      `COURSEWRIGHT_WITHOUT: ${unknown} is none of ${Object.keys(optimizationDescriptions).join(', ')}.`,
    )
  return new Set(names.filter(isFastPart))
}

/** The optimizations that this process does not use. Only benchmarks and tests set this. */
export const disabledOptimizations: Set<OptimizationName> = parseOptimizationNames(
  process.env.COURSEWRIGHT_WITHOUT ?? '',
)
