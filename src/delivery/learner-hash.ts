import { createHmac } from 'node:crypto'

/**
 * Makes the hash of a release or of a lesson that learners see, from the hash that the database stores. The stored hash
 * covers the answers of quizzes. Learners know everything else that it covers. With the stored hash, they could hash
 * each possible answer to find the right one. Without the secret of the workspace, they cannot.
 */
export const makeLearnerHash = (hashSecret: string, storedHash: string): string =>
  createHmac('sha256', hashSecret).update(storedHash).digest('hex')
