import { useRef } from 'react'
import { v4 } from 'uuid'
import type { TypedDocumentString } from '../generated/operations.ts'
import { ApiError } from './api-error.ts'
import { useApiMutation } from './hooks.ts'
import { type GraphqlDocumentsOrNames, invalidateQueries } from './query-client.ts'

/** The codes of API errors which mean that the page shows outdated data. */
const outdatedCodes = new Set(['precondition_failed', 'not_found'])

const showsOutdatedPage = (error: unknown) =>
  error instanceof ApiError && (outdatedCodes.has(error.code) || error.details.reason === 'course_archived')

type IdempotentVariables = { idempotencyKey?: string | null }

/**
 * Returns a function `run` that sends a GraphQL mutation with an idempotency key. If the user repeats a failed
 * mutation, `run` sends the same key again. The API then applies the mutation only once. After a failure, `run` returns
 * undefined, and `error` contains the reason.
 * @param invalidates the queries to load again after a success, or after an error which means that the page shows
 * outdated data
 * @param invalidatesOnFailure the queries to load again after any other error
 */
export function useIdempotentMutation<Result, Variables extends IdempotentVariables>(
  document: TypedDocumentString<Result, Variables>,
  invalidates: GraphqlDocumentsOrNames = [],
  invalidatesOnFailure: GraphqlDocumentsOrNames = [],
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
      await invalidateQueries(showsOutdatedPage(problem) ? invalidates : invalidatesOnFailure)
      return undefined
    }
  }
  return { run, isPending, error, reset }
}
