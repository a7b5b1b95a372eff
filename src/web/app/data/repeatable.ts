import { useRef } from 'react'
import { v4 } from 'uuid'
import type { TypedDocumentString } from '../generated/operations.ts'
import { Failure } from './failure.ts'
import { refresh, useChange } from './hooks.ts'

const outdated = new Set(['precondition_failed', 'not_found'])

type Keyed = { idempotencyKey?: string | null }

/**
 * A change that may be sent again without doing it twice: the same variables go with the same key until an answer came.
 * `run` gives the result, or undefined where it failed: then `error` says why.
 */
export function useRepeatable<Result, Variables extends Keyed>(
  document: TypedDocumentString<Result, Variables>,
  touches: readonly { toString(): string }[] = [],
) {
  const { mutateAsync, isPending, error, reset } = useChange(document, touches)
  const sent = useRef<{ body: string; key: string }>(undefined)
  async function run(variables: Omit<Variables, 'idempotencyKey'>): Promise<Result | undefined> {
    const body = JSON.stringify(variables)
    if (sent.current?.body !== body) sent.current = { body, key: v4() }
    try {
      const result = await mutateAsync({ ...variables, idempotencyKey: sent.current.key } as Variables)
      sent.current = undefined
      return result
    } catch (problem) {
      // What is shown is older than what is true: somebody else has changed or deleted it.
      if (problem instanceof Failure && outdated.has(problem.code)) await refresh(touches)
      return undefined
    }
  }
  return { run, isPending, error, reset }
}
