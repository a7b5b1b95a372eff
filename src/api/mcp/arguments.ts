import { findMeaningOrKeep, indexNames } from '../../operations/tolerances.ts'
import { formatLikelyName } from '../../operations/unknown-field.ts'
import { makeInvalidRequestError, maxReportedInvalidFields } from '../../platform/errors.ts'
import type { ToolOperation } from './tool-operations.ts'

export type ToolArguments = Record<string, unknown>

/**
 * Returns the operation that the tool argument `kind` or a missing argument selects, and the other arguments.
 * @throws ApiError `invalid_request` for an unknown `kind`
 */
export function chooseToolOperation(
  operations: readonly ToolOperation[],
  { kind, ...sent }: ToolArguments,
): [ToolOperation, ToolArguments] {
  const [first] = operations
  if (first && first.tool.kind === undefined) {
    const all = kind === undefined ? sent : { kind, ...sent }
    const isMissing = ({ tool }: ToolOperation) => tool.runsWithout && all[tool.runsWithout.argument] === undefined
    return [operations.find(isMissing) ?? first, all]
  }
  const kinds = operations.flatMap(({ tool }) => tool.kind ?? [])
  const meant = findMeaningOrKeep('enum', 'mcp', kind, { names: indexNames(kinds) })
  const chosen = operations.find(({ tool }) => tool.kind === meant)
  if (chosen) return [chosen, sent]
  throw makeInvalidRequestError([{ path: 'kind', message: `must be one of ${kinds.join(', ')}` }])
}

/** Gives arguments that a client has sent with their GraphQL names the names that they have in the tool. */
function renameArguments(parameters: ToolOperation['parameters'], sent: ToolArguments): ToolArguments {
  const names = new Map(parameters.map(({ argument, name }) => [argument, name]))
  const known = new Set(names.values())
  const nameOf = (name: string) =>
    known.has(name) || Object.hasOwn(sent, names.get(name) ?? name) ? name : names.get(name)!
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [nameOf(name), value]))
}

/**
 * Converts tool arguments to GraphQL variables. Their values are coerced later.
 * @throws ApiError `invalid_request` that names each unknown argument
 */
export function convertArgumentsToVariables(
  { tool, parameters, unlistedInputFields, input }: ToolOperation,
  sentArguments: ToolArguments,
): ToolArguments {
  const sent = renameArguments(parameters, sentArguments)
  const known = parameters.map(({ name }) => name)
  const accepted = new Set([...known, ...unlistedInputFields])
  const unknown = Object.keys(sent).filter((name) => !accepted.has(name))
  const message = `is not an argument here; known are ${known.join(', ')}`
  const problems = unknown
    .slice(0, maxReportedInvalidFields)
    .map((path) => ({ path, message: `${message}${formatLikelyName(path, known)}` }))
  if (problems.length > 0) throw makeInvalidRequestError(problems)
  const { defaults = {} } = tool
  const given = parameters.filter(({ name }) => sent[name] !== undefined)
  const entries = (isInInput: boolean) =>
    given.filter((parameter) => parameter.isInInput === isInInput).map(({ argument, name }) => [argument, sent[name]])
  const variables = { ...defaults, ...Object.fromEntries(entries(false)) }
  if (!input) return variables
  const unlisted = unlistedInputFields.filter((name) => sent[name] !== undefined).map((name) => [name, sent[name]])
  return { ...variables, input: Object.fromEntries([...entries(true), ...unlisted]) }
}
