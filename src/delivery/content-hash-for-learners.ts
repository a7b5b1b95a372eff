import { createHmac } from 'node:crypto'

/**
 * Makes the hash that learners see, from the stored hash of a release or lesson. The stored hash also covers the
 * answers of quizzes. With the stored hash, learners could try each possible answer until the hash is the same. Without
 * the secret of the workspace, they cannot compute the new hash.
 */
export const makeContentHashForLearners = (hashSecret: string, storedHash: string): string =>
  createHmac('sha256', hashSecret).update(storedHash).digest('hex')
