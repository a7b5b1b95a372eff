import { createHmac } from 'node:crypto'

/**
 * Makes the hash of a release or of a lesson that learners see, from the hash that the database stores. The stored hash
 * also covers the answers of quizzes. If learners knew this hash, they could find the right answers by hashing each
 * possible answer. The new hash depends on the secret of the workspace, so this does not work.
 */
export const makeContentHashForLearners = (hashSecret: string, storedHash: string): string =>
  createHmac('sha256', hashSecret).update(storedHash).digest('hex')
