import { createHmac } from 'node:crypto'

/**
 * Makes the content hash that learners see. The stored hash depends on the answers of quizzes, so a learner could use
 * it to test guesses. Without `hashSecret`, nobody can test guesses with the new hash.
 */
export const makeContentHashForLearners = (hashSecret: string, storedHash: string): string =>
  createHmac('sha256', hashSecret).update(storedHash).digest('hex')
