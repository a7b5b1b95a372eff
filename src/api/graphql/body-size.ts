import { makeBodyTooLargeError } from '../../http/body.ts'
import { findAccessError } from '../../identity/access.ts'
import type { Caller } from '../../identity/caller.ts'
import type { Operation } from '../../operations/catalogue.ts'
import { defaultMaxBodyBytes } from '../../operations/operation.ts'

const split = 'Split it into several requests.'

/** The maximum sizes of GraphQL request bodies. */
export type BodySizeLimits = ReturnType<typeof makeBodySizeLimits>

/**
 * Makes the limits of GraphQL request bodies. Different operations have different limits, but the service knows the
 * operations of a request only after reading the body. So the service first reads a body up to the largest limit of all
 * operations that the caller may use. Then the service checks the size against the limits of the operations in the
 * document.
 */
export function makeBodySizeLimits(operations: readonly Operation[]) {
  const large = operations.filter(({ maxBodyBytes }) => maxBodyBytes > defaultMaxBodyBytes)
  const largest = Math.max(defaultMaxBodyBytes, ...large.map(({ maxBodyBytes }) => maxBodyBytes))
  const names = large.map(({ name, largeBodyField }) => name + (largeBodyField ? ` with ${largeBodyField}` : ''))
  const exceptions = `Only ${names.join(' and ')} may have ${largest.toLocaleString('en')} bytes.`
  const adviceFor = (maxBytes: number) => (maxBytes < largest ? `${split} ${exceptions}` : split)

  return {
    /**
     * Returns how many bytes of a request body the service reads. The number is above the default only for a caller who
     * may use an operation with a larger limit.
     */
    getMaxReadBytes(caller: Caller): number {
      const allowed = large.filter(({ access }) => !findAccessError(access, { caller, api: 'graphql' }))
      return Math.max(defaultMaxBodyBytes, ...allowed.map(({ maxBodyBytes }) => maxBodyBytes))
    },
    adviceFor,
    /**
     * Checks the size of a body after the operations of the request are known.
     * @throws ApiError 413 if a body of `bytes` bytes is larger than these operations allow
     */
    assertSize(bytes: number, getMaxBytes: () => number): void {
      if (bytes <= defaultMaxBodyBytes) return
      const maxBytes = getMaxBytes()
      if (bytes > maxBytes) throw makeBodyTooLargeError(maxBytes, adviceFor(maxBytes))
    },
  }
}
