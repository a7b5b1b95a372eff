import { type Caller, makeUnauthorizedError } from '../identity/caller.ts'
import type { SqlRunner } from '../platform/db/statement.ts'
import { makeNotFoundError } from '../platform/errors.ts'
import { findWorkspaceId } from './workspaces.ts'

/** Who reads published courses of a workspace. */
export type Learner = {
  workspaceId: string
  /** Whether the caller belongs to the workspace, and so can read its private courses too. */
  isMember: boolean
  isAnonymous: boolean
}

/**
 * Makes the error for a course, or for `what` in a course, that the caller cannot read. To an anonymous caller, a private
 * course and an unknown course look the same.
 */
export const makeNotReadableError = ({ isAnonymous }: Pick<Learner, 'isAnonymous'>, what = 'Course') =>
  isAnonymous
    ? makeUnauthorizedError('There is no public course at this address. A private course requires an API key.')
    : makeNotFoundError(what)

/**
 * Finds the workspace in a public address, and whether the caller belongs to it. `what` is what the caller reads.
 * @throws ApiError `unauthorized` for an anonymous caller, or `not_found`, if there is no such workspace
 */
export async function findLearner(sql: SqlRunner, caller: Caller, publicId: string, what = 'Course'): Promise<Learner> {
  const isAnonymous = caller.kind === 'anonymous'
  const workspaceId = await findWorkspaceId(sql, publicId)
  if (workspaceId === undefined) throw makeNotReadableError({ isAnonymous }, what)
  return { workspaceId, isAnonymous, isMember: !isAnonymous && caller.workspaceId === workspaceId }
}
