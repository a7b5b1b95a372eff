import { createHmac } from 'node:crypto'

/**
 * Makes the hash that learners see. From the stored hash, learners could find the answers of quizzes by trial. The
 * secret prevents this.
 */
export const makeContentHashForLearners = (hashSecret: string, storedHash: string): string =>
  createHmac('sha256', hashSecret).update(storedHash).digest('hex')
