import { createHmac } from 'node:crypto'

/**
 * Makes the hash that learners see, from the stored hash of a release or lesson. The stored hash also covers the
 * answers of quizzes. If learners saw the stored hash, they could hash the lesson with each possible answer until the
 * two hashes are equal. The secret of the workspace prevents this.
 */
export const makeContentHashForLearners = (hashSecret: string, storedHash: string): string =>
  createHmac('sha256', hashSecret).update(storedHash).digest('hex')
