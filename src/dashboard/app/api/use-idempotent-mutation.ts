import { useRef } from 'react'
import { v4 } from 'uuid'
import type { TypedDocumentString } from '../generated/operations.ts'
import { ApiError, getErrorMessageForUser } from './api-error.ts'
import { useApiMutation } from './hooks.ts'
import { type GraphqlDocumentsOrNames, invalidateQueries } from './query-client.ts'
import { isRequestResultUnknown, type UnansweredRequest, type UnansweredRequestStorage } from './unanswered-request.ts'

/** The codes of API errors which mean that the page shows outdated data. */
const outdatedCodes = new Set(['precondition_failed', 'not_found'])

const showsOutdatedPage = (error: unknown) =>
  error instanceof ApiError && (outdatedCodes.has(error.code) || error.details.reason === 'course_archived')

type IdempotentVariables = { idempotencyKey?: string | null }

/**
 * Returns `run` and `runOnce`, which send a GraphQL mutation with an idempotency key. After a failure, both return
 * undefined.
 */
export function useIdempotentMutation<Result, Variables extends IdempotentVariables>(
  document: TypedDocumentString<Result, Variables>,
  /** The queries to load again after a success, or after an error which means that the page is outdated. */
  invalidates: GraphqlDocumentsOrNames = [],
  /** The queries to load again after an error which does not mean that the page is outdated. */
  invalidatesOnFailure: GraphqlDocumentsOrNames = [],
) {
  const { mutateAsync, isPending, error, reset } = useApiMutation(document, invalidates)
  const lastSent = useRef<UnansweredRequest>(undefined)
  const lastError = useRef<unknown>(undefined)
  const send = ({ idempotencyKey, body }: UnansweredRequest) =>
    mutateAsync({ ...(JSON.parse(body) as Variables), idempotencyKey })
  function handleFailure(problem: unknown): Promise<void> {
    lastError.current = problem
    return invalidateQueries(showsOutdatedPage(problem) ? invalidates : invalidatesOnFailure)
  }

  async function run(variables: Omit<Variables, 'idempotencyKey'>): Promise<Result | undefined> {
    const body = JSON.stringify(variables)
    // A call with the same variables after a failure sends the same key. So the API applies the mutation only once.
    if (lastSent.current?.body !== body) lastSent.current = { body, idempotencyKey: v4() }
    try {
      const result = await send(lastSent.current)
      lastSent.current = undefined
      return result
    } catch (problem) {
      await handleFailure(problem)
      return undefined
    }
  }

  /**
   * Sends the mutation and keeps the request in `storage` until its result is known. If `storage` already has a
   * request, sends that one instead.
   */
  async function runOnce(
    variables: Omit<Variables, 'idempotencyKey'>,
    storage: UnansweredRequestStorage,
  ): Promise<{ result: Result; isOfEarlierRequest: boolean } | undefined> {
    const body = JSON.stringify(variables)
    // The API may already have applied an earlier request, so `runOnce` repeats that request with its idempotency key.
    const earlier = storage.read()
    const request = earlier ?? { body, idempotencyKey: v4() }
    // Whether the result belongs to an earlier request with other variables.
    const isOfEarlierRequest = request.body !== body
    storage.write(request)
    try {
      const result = await send(request)
      storage.write(undefined)
      return { result, isOfEarlierRequest }
    } catch (problem) {
      if (!isRequestResultUnknown(problem, earlier !== undefined)) {
        storage.write(undefined)
        // The API has refused the earlier request, so `runOnce` sends the new request.
        if (isOfEarlierRequest) return runOnce(variables, storage)
      }
      await handleFailure(problem)
      return undefined
    }
  }
  /**
   * Returns the error of the last failed `run` or `runOnce`. Call this function directly after `await run(…)`, because
   * `error` only changes with the next render.
   */
  const getLastError = () => lastError.current
  const getLastErrorMessage = () => getErrorMessageForUser(getLastError())
  return { run, runOnce, isPending, error, getLastError, getLastErrorMessage, reset }
}
