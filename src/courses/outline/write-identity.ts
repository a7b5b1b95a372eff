import { getCallerId } from '../../identity/caller.ts'
import type { GraphQLContext } from '../../operations/context.ts'

/** The workspace of a write, and the caller whose id the written records get in `created_by` and `updated_by`. */
export type WriteIdentity = { workspaceId: string; callerId: string }

/** Returns the workspace and the caller id of a request. @throws ApiError `unauthorized` for an anonymous caller */
export const getWriteIdentity = (context: GraphQLContext): WriteIdentity => ({
  workspaceId: context.workspaceId(),
  callerId: getCallerId(context.caller),
})
