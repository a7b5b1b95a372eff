import { getCallerId } from '../../identity/caller.ts'
import type { GraphQLContext } from '../../operations/context.ts'

/**
 * The workspace of a write, and the id of the caller, which is stored in `created_by` or `updated_by` of each record.
 */
export type WorkspaceAndCaller = { workspaceId: string; callerId: string }

/** Returns the workspace and the caller id of a request. @throws ApiError `unauthorized` for an anonymous caller */
export const getWorkspaceAndCaller = (context: GraphQLContext): WorkspaceAndCaller => ({
  workspaceId: context.workspaceId(),
  callerId: getCallerId(context.caller),
})
