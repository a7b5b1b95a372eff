import type { ExecuteFunction, OnExecuteDoneHook, OnExecuteEventPayload, OnExecuteHook, Plugin } from '@envelop/core'
import { type ExecutionArgs, type ExecutionResult, execute as executeWithGraphqlJs } from 'graphql'
import type { GraphQLContext } from '../context.ts'

type HookResult = Awaited<ReturnType<OnExecuteHook<GraphQLContext>>>
type DoneHook = OnExecuteDoneHook<GraphQLContext>

/** Executes a query or mutation with the hooks of all plug-ins. */
export type ExecutorWithPluginHooks = (args: ExecutionArgs) => Promise<ExecutionResult>

const isPromise = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof (value as PromiseLike<T> | undefined)?.then === 'function'

/**
 * Makes a function that executes queries and mutations faster than Envelop, which makes three promises for each hook.
 * This function awaits a hook only if the hook returns a promise.
 */
export function makeExecutorWithPluginHooks(plugins: readonly Plugin<GraphQLContext>[]): ExecutorWithPluginHooks {
  const hooks: readonly OnExecuteHook<GraphQLContext>[] = plugins.flatMap(({ onExecute }) => onExecute ?? [])

  return async function execute(args: ExecutionArgs): Promise<ExecutionResult> {
    const context = args.contextValue as GraphQLContext
    const doneHooks: DoneHook[] = []
    let result: ExecutionResult | undefined
    function setResult(given: unknown): void {
      result = given as ExecutionResult
    }
    const payload: OnExecuteEventPayload<GraphQLContext> = {
      args: args as OnExecuteEventPayload<GraphQLContext>['args'],
      context,
      executeFn: executeWithGraphqlJs as ExecuteFunction,
      setExecuteFn(next) {
        payload.executeFn = next
      },
      extendContext: (extension) => void Object.assign(context, extension),
      setResultAndStopExecution: setResult,
    }
    for (const hook of hooks) {
      const called = hook(payload)
      const hookResult: HookResult = isPromise(called) ? await called : called
      if (hookResult?.onExecuteDone) doneHooks.push(hookResult.onExecuteDone)
      if (result) break
    }
    result ??= (await payload.executeFn(args)) as ExecutionResult
    for (const done of doneHooks) {
      const called = done({ args: payload.args, result, setResult })
      if (isPromise(called)) await called
    }
    return result
  }
}
