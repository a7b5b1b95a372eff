import { createHash } from 'node:crypto'

/** The version of the response format. Each entity tag contains this number. Increase it when the format changes. */
const format = 4

/** Returns the entity tag of a response: a hash of `parts`. The parts must identify the content of the response. */
export const makeEtag = (...parts: readonly (string | number | null)[]) =>
  `"${createHash('sha256')
    .update(JSON.stringify([format, ...parts]))
    .digest('base64url')
    .slice(0, 22)}"`

/**
 * Returns the entity tag of a lesson. `learnerHash` is the hash that learners see (`makeContentHashForLearners`), which
 * changes whenever the lesson changes.
 */
export const makeLessonEtag = (learnerHash: string) => `"${format}${learnerHash.slice(0, 21)}"`
