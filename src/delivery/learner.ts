import { type Caller, makeUnauthorizedError } from '../identity/caller.ts'
import { type DeliveryWorkspace, findDeliveryWorkspaceByPublicId } from '../identity/delivery-workspaces.ts'
import type { SqlRunner } from '../platform/db/statement.ts'
import { makeNotFoundError } from '../platform/errors.ts'

/** A caller who reads published courses of a workspace. */
export type Learner = {
  workspaceId: string
  /** The secret of the workspace for the hashes that learners see (`makeContentHashForLearners`). */
  hashSecret: DeliveryWorkspace['hashSecret']
  /** Whether the caller belongs to the workspace. Only such callers can read its private courses. */
  isMember: boolean
  isAnonymous: boolean
}

/**
 * Makes the error for a course or quiz that the caller cannot read. Anonymous callers cannot distinguish private
 * courses from unknown courses.
 */
export const makeContentNotReadableError = ({ isAnonymous }: Pick<Learner, 'isAnonymous'>, what = 'Course') =>
  isAnonymous
    ? makeUnauthorizedError('There is no public course at this address. A private course requires an API key.')
    : makeNotFoundError(what)

/**
 * Returns the workspace with a public id, and whether the caller belongs to it.
 * @throws ApiError if no such workspace exists: `unauthorized` for an anonymous caller, otherwise `not_found`
 */
export async function identifyLearner(
  sql: SqlRunner,
  caller: Caller,
  publicId: string,
  what = 'Course',
): Promise<Learner> {
  const isAnonymous = caller.kind === 'anonymous'
  const workspace = await findDeliveryWorkspaceByPublicId(sql, publicId)
  if (!workspace) throw makeContentNotReadableError({ isAnonymous }, what)
  const { id: workspaceId, hashSecret } = workspace
  return { workspaceId, hashSecret, isAnonymous, isMember: !isAnonymous && caller.workspaceId === workspaceId }
}
