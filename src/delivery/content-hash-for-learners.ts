import { createHmac } from 'node:crypto'
import { learnerFormVersion } from '../releases/content/learner-body.ts'

/**
 * Makes the content hash that learners see. The stored hash depends on the answers of quizzes, so a learner could use
 * it to test guesses. Without `hashSecret`, nobody can test guesses with the new hash. The hash changes with
 * `learnerFormVersion`, so that no cache keeps content that was made by older rules.
 */
export const makeContentHashForLearners = (hashSecret: string, storedHash: string): string =>
  createHmac('sha256', hashSecret).update(`${learnerFormVersion} ${storedHash}`).digest('hex')
