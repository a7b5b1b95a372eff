import { useRef } from 'react'
import { v4 } from 'uuid'
import type { TypedDocumentString } from '../generated/operations.ts'
import { ApiError } from './api-error.ts'
import { useApiMutation } from './hooks.ts'
import { type GraphqlDocuments, invalidateQueries } from './query-client.ts'

/** These error codes show that the page has outdated data. */
const outdatedCodes = new Set(['precondition_failed', 'not_found'])

type IdempotentVariables = { idempotencyKey?: string | null }

/**
 * Returns a function `run` that sends a mutation with an idempotency key, so that the user can safely repeat it. Until
 * the mutation succeeds, `run` sends the same variables with the same key. `run` returns the result, or undefined after
 * a failure. After a failure, `error` contains the reason.
 */
export function useIdempotentMutation<Result, Variables extends IdempotentVariables>(
  document: TypedDocumentString<Result, Variables>,
  invalidates: GraphqlDocuments = [],
) {
  const { mutateAsync, isPending, error, reset } = useApiMutation(document, invalidates)
  const lastSent = useRef<{ body: string; key: string }>(undefined)
  async function run(variables: Omit<Variables, 'idempotencyKey'>): Promise<Result | undefined> {
    const body = JSON.stringify(variables)
    if (lastSent.current?.body !== body) lastSent.current = { body, key: v4() }
    try {
      const result = await mutateAsync({ ...variables, idempotencyKey: lastSent.current.key } as Variables)
      lastSent.current = undefined
      return result
    } catch (problem) {
      if (problem instanceof ApiError && outdatedCodes.has(problem.code)) await invalidateQueries(invalidates)
      return undefined
    }
  }
  return { run, isPending, error, reset }
}
