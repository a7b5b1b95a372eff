import { type Caller, makeUnauthorizedError } from '../identity/caller.ts'
import type { SqlRunner } from '../platform/db/statement.ts'
import { makeNotFoundError } from '../platform/errors.ts'
import { type DeliveryWorkspace, findDeliveryWorkspaceByPublicId } from './workspaces.ts'

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
 * Makes the error for a course or quiz (`what`) that the caller cannot read. Anonymous callers get the same error for a
 * private course and for an unknown course, so that they cannot find out which courses exist.
 */
export const makeContentNotReadableError = ({ isAnonymous }: Pick<Learner, 'isAnonymous'>, what = 'Course') =>
  isAnonymous
    ? makeUnauthorizedError('There is no public course at this address. A private course requires an API key.')
    : makeNotFoundError(what)

/**
 * Finds the workspace with a public id. Returns the workspace, and whether the caller belongs to it.
 * @param what the type that the caller has requested, for the error message: `Course` or `Quiz`
 * @throws ApiError if no workspace has this public id: `unauthorized` for an anonymous caller, `not_found` for any
 * other caller
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
