import { makeBodyTooLargeError } from '../../http/body.ts'
import { hasAccess } from '../../identity/access.ts'
import type { Caller } from '../../identity/caller.ts'
import type { Operation } from '../../operations/catalogue.ts'
import { defaultMaxBodyBytes } from '../../operations/operation.ts'

const list = new Intl.ListFormat('en')
const split = 'Split it into several requests.'

/** The functions that limit and check the sizes of GraphQL request bodies. */
export type BodySizeChecker = ReturnType<typeof makeBodySizeChecker>

/**
 * Makes the functions that check the size of a GraphQL body twice: while the service reads the body, and after the
 * operations in the body are known.
 */
export function makeBodySizeChecker(operations: readonly Operation[]) {
  const large = operations.filter(({ maxBodyBytes }) => maxBodyBytes > defaultMaxBodyBytes)
  const largest = Math.max(defaultMaxBodyBytes, ...large.map(({ maxBodyBytes }) => maxBodyBytes))
  const names = large.map(({ name, largeBodyField }) => name + (largeBodyField ? ` with ${largeBodyField}` : ''))
  const exceptions = `Only ${list.format(names)} may have ${largest.toLocaleString('en')} bytes.`
  const adviceFor = (maxBytes: number) => (maxBytes < largest ? `${split} ${exceptions}` : split)

  return {
    /**
     * Returns how many bytes of a request body the service reads: the default, or more if the caller may use an
     * operation with a larger limit.
     */
    getMaxReadBytes(caller: Caller): number {
      const allowed = large.filter(({ access }) => hasAccess(access, { caller, api: 'graphql' }))
      return Math.max(defaultMaxBodyBytes, ...allowed.map(({ maxBodyBytes }) => maxBodyBytes))
    },
    adviceFor,
    /**
     * Checks the size of a body against the limit of its operations, which `getMaxBytes` returns.
     * @throws ApiError 413 if the body is larger than this limit
     */
    assertSize(bytes: number, getMaxBytes: () => number): void {
      if (bytes <= defaultMaxBodyBytes) return
      const maxBytes = getMaxBytes()
      if (bytes > maxBytes) throw makeBodyTooLargeError(maxBytes, adviceFor(maxBytes))
    },
  }
}
