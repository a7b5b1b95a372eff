import { type FieldProblem, invalid } from '../errors.ts'
import { problemsOfInput } from '../graphql/variables.ts'
import type { Operation, Parameter } from './operations.ts'

export type Values = Record<string, unknown>

function problemsOf({ name, type, required }: Parameter, value: unknown): FieldProblem[] {
  if (value !== undefined) return problemsOfInput(value, type, [name])
  return required ? [{ path: name, message: 'is required' }] : []
}

/** Which of a tool's operations a call means. @throws ApiError `invalid_request` for no `kind` of it */
export function mustChoose(operations: readonly Operation[], { kind, ...sent }: Values): [Operation, Values] {
  const [first] = operations
  if (first && first.tool.kind === undefined) return [first, kind === undefined ? sent : { kind, ...sent }]
  const chosen = operations.find(({ tool }) => tool.kind === kind)
  if (chosen) return [chosen, sent]
  const kinds = operations.map(({ tool }) => tool.kind).join(', ')
  throw invalid([{ path: 'kind', message: `must be one of ${kinds}` }])
}

/**
 * The GraphQL variables of a call, checked as strictly as REST's.
 * @throws ApiError `invalid_request` naming each bad argument
 */
export function variablesOf({ parameters, hasInput }: Operation, sent: Values): Values {
  const known = new Set(parameters.map(({ name }) => name))
  const names = [...known].join(', ')
  const problems = [
    ...Object.keys(sent)
      .filter((name) => !known.has(name))
      .map((path): FieldProblem => ({ path, message: `is not an argument here; known are ${names}` })),
    ...parameters.flatMap((parameter) => problemsOf(parameter, sent[parameter.name])),
  ]
  if (problems.length > 0) throw invalid(problems)
  const given = parameters.filter(({ name }) => sent[name] !== undefined)
  const entries = (inInput: boolean) =>
    given.filter((parameter) => parameter.inInput === inInput).map(({ arg, name }) => [arg, sent[name]])
  return { ...Object.fromEntries(entries(false)), ...(hasInput && { input: Object.fromEntries(entries(true)) }) }
}
