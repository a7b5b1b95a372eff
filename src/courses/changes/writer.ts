import { getCallerId } from '../../identity/caller.ts'
import { serviceCallerId } from '../../operations/actor.ts'
import type { GraphQLContext } from '../../operations/context.ts'
import { makeUuidV7 } from '../../platform/uuid.ts'

/**
 * The workspace of a write, and what the service records about its origin. `callerId` is also stored in `created_by` or
 * `updated_by` of each record. All writes of a course with the same `changeId` are one change (`record-change.ts`).
 */
export type Writer = {
  workspaceId: string
  callerId: string
  /** The name of the GraphQL operation or of the job. */
  operation: string
  requestId: string | null
  changeId: string
}

/**
 * Returns the writer for one run of an operation.
 * @throws ApiError `unauthorized` for an anonymous caller
 * @throws Error outside of a mutation or subscription
 */
export function getWriter({ workspaceId, caller, operation, requestId }: GraphQLContext): Writer {
  if (operation === undefined) throw new Error('a query does not write')
  const { name, runId } = operation
  return { workspaceId: workspaceId(), callerId: getCallerId(caller), operation: name, requestId, changeId: runId }
}

/** Returns the writer for a change that the service makes without a request, such as a scheduled job. */
export const makeServiceWriter = (workspaceId: string, operation: string): Writer => ({
  workspaceId,
  callerId: serviceCallerId,
  operation,
  requestId: null,
  changeId: makeUuidV7(),
})
