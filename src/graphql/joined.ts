import type { OnExecuteDoneHook, OnExecuteEventPayload, OnExecuteHook, Plugin } from '@envelop/core'
import type { Context } from '../context.ts'

type Payload = OnExecuteEventPayload<Context>
type Hook = OnExecuteHook<Context>
type Hooked = Awaited<ReturnType<Hook>>
type Done = OnExecuteDoneHook<Context>

const isPromise = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof (value as PromiseLike<T> | undefined)?.then === 'function'

/** Each is told what those before it made of the result. */
const inTurn =
  (dones: readonly Done[]): Done =>
  ({ args, result, setResult }) => {
    let latest = result
    const set: typeof setResult = (next) => {
      latest = next
      setResult(next)
    }
    for (const done of dones) void done({ args, result: latest, setResult: set })
  }

/**
 * Plug-ins whose hooks around execution are called as one, in the order that Envelop would call them in: its way from one
 * to the next takes longer than what most of ours do. What they do with a result they do at once.
 */
export function joined(plugins: readonly Plugin<Context>[]): Plugin<Context>[] {
  const hooks: readonly Hook[] = plugins.flatMap(({ onExecute }) => onExecute ?? [])

  function onExecute(payload: Payload): ReturnType<Hook> {
    const dones: Done[] = []
    let stopped = false
    const inner: Payload = {
      ...payload,
      setExecuteFn: (next) => {
        inner.executeFn = next
        payload.setExecuteFn(next)
      },
      setResultAndStopExecution: (result) => {
        stopped = true
        payload.setResultAndStopExecution(result)
      },
    }
    const note = (hooked: Hooked) => {
      if (hooked?.onExecuteDone) dones.push(hooked.onExecuteDone)
    }
    function from(first: number): ReturnType<Hook> {
      for (let at = first; at < hooks.length && !stopped; at++) {
        const hooked = hooks[at]!(inner)
        if (isPromise(hooked)) return after(hooked, at + 1)
        note(hooked)
      }
      return { onExecuteDone: inTurn(dones) }
    }
    async function after(pending: PromiseLike<Hooked>, next: number): Promise<Hooked> {
      note(await pending)
      return from(next)
    }
    return from(0)
  }

  return [...plugins.map(({ onExecute: _, ...others }) => others), { onExecute }]
}
