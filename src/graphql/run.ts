import type { ExecutionResult } from 'graphql'
import { type Face, makeContext, type Services } from '../context.ts'
import { accident, declaredIn, renamed } from '../errors.ts'
import type { Exchange } from '../http/exchange.ts'
import { goneSignal } from '../http/gone.ts'
import type { Engine } from './engine.ts'
import { runOperation } from './operation.ts'

type Asking = Pick<Exchange, 'requestId' | 'caller' | 'limit' | 'log' | 'res'>
type Values = Record<string, unknown>

/** Runs documents of ours, for another face, through the same envelope as GraphQL's own. */
export function makeRun(engine: Engine, services: Services, face: Face) {
  return async function run(asking: Asking, source: string, variableValues: Values, cancelled?: AbortSignal) {
    const { requestId, caller, limit, log } = asking
    const gone = () => (cancelled ? AbortSignal.any([cancelled, goneSignal(asking)]) : goneSignal(asking))
    const context = makeContext(services, { face, requestId, caller, limit, log, gone })
    const { result } = await runOperation(engine, context, { query: source, variables: variableValues })
    return { result, replayed: context.notes.replayed === true }
  }
}

/**
 * Starts a subscription of ours, for another face, through the same envelope; it ends when the client goes away.
 * @throws ApiError where it does not begin
 */
export function makeSubscribe(engine: Engine, services: Services, face: Face) {
  return async function subscribe(
    asking: Asking,
    source: string,
    variableValues: Values,
  ): Promise<AsyncIterableIterator<ExecutionResult>> {
    const { requestId, caller, limit, log } = asking
    const context = makeContext(services, { face, requestId, caller, limit, log, gone: () => goneSignal(asking) })
    const { schema, parse, validate, subscribe: begin, contextFactory } = engine.yoga.getEnveloped(context)
    const document = parse(source)
    const problems = validate(schema, document)
    if (problems.length > 0) throw problems[0]
    const begun = await begin({ schema, document, contextValue: await contextFactory(), variableValues })
    if (Symbol.asyncIterator in begun) return begun as AsyncIterableIterator<ExecutionResult>
    const [error] = (begun as ExecutionResult).errors ?? []
    throw error?.originalError ?? error ?? accident()
  }
}

export type Run = ReturnType<typeof makeRun>

/**
 * What a result has for its one root field.
 * @param names argument → the face's name for it, for the fields that an error names
 * @throws ApiError the first error, as it was declared
 */
export function mustHaveWorked(
  { errors, data }: ExecutionResult,
  field: string,
  names: ReadonlyMap<string, string>,
): unknown {
  const [error] = errors ?? []
  if (error) throw renamed(declaredIn(error), names)
  return (data as Values)[field]
}
