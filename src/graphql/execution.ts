import type { ExecuteFunction, OnExecuteDoneHook, OnExecuteEventPayload, OnExecuteHook, Plugin } from '@envelop/core'
import type { ExecutionArgs, ExecutionResult } from 'graphql'
import type { Context } from '../context.ts'

type Hooked = Awaited<ReturnType<OnExecuteHook<Context>>>
type Done = OnExecuteDoneHook<Context>

export type Execute = (args: ExecutionArgs) => Promise<ExecutionResult>

const isPromise = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof (value as PromiseLike<T> | undefined)?.then === 'function'

const unset: ExecuteFunction = () => {
  throw new Error('No plug-in says how to execute.')
}

/**
 * Executes through the hooks of an engine's plug-ins as Envelop does, with the same arguments in the same order, but without
 * its promises, of which it makes three from each hook to the next. For operations with one result; what hooks ask of the
 * parts of a stream is left to Envelop.
 */
export function executionOf(plugins: readonly Plugin<Context>[]): Execute {
  const hooks: readonly OnExecuteHook<Context>[] = plugins.flatMap(({ onExecute }) => onExecute ?? [])

  return async function execute(args: ExecutionArgs): Promise<ExecutionResult> {
    const context = args.contextValue as Context
    const dones: Done[] = []
    let result: ExecutionResult | undefined
    function setResult(given: unknown): void {
      result = given as ExecutionResult
    }
    const payload: OnExecuteEventPayload<Context> = {
      args: args as OnExecuteEventPayload<Context>['args'],
      context,
      executeFn: unset,
      setExecuteFn(next) {
        payload.executeFn = next
      },
      extendContext: (extension) => void Object.assign(context, extension),
      setResultAndStopExecution: setResult,
    }
    for (const hook of hooks) {
      const called = hook(payload)
      const hooked: Hooked = isPromise(called) ? await called : called
      if (hooked?.onExecuteDone) dones.push(hooked.onExecuteDone)
      if (result) break
    }
    result ??= (await payload.executeFn(args)) as ExecutionResult
    for (const done of dones) {
      const told = done({ args: payload.args, result, setResult })
      if (isPromise(told)) await told
    }
    return result
  }
}
