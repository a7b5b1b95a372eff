import { ApiError } from '../errors.ts'

/**
 * The maximum size of the result of one database query. The results of several concurrent queries must fit into a small
 * heap.
 */
export const maxResultBytes = 20_000_000

/** The error of a statement whose result would fill the memory of this process. */
export class ResultTooLargeError extends ApiError {
  constructor() {
    super(
      'invalid_request',
      `The records of this request have more than ${maxResultBytes / 1_000_000} MB. Request fewer records, or read them by page.`,
      { details: { limit: 'bytes', max: maxResultBytes } },
    )
  }
}

/**
 * Makes a function that counts the bytes of a result. The function throws an error when the sum exceeds the maximum.
 */
export function makeResultSizeCheck(maxBytes = maxResultBytes): (bytes: number) => void {
  let total = 0
  return (bytes) => {
    total += bytes
    if (total > maxBytes) throw new ResultTooLargeError()
  }
}
