import { expect } from 'vitest'
import { CoursewrightError } from '../src/index.ts'

/** Returns the error with which a request of the client fails. */
export const thrownBy = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('nothing was thrown'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(CoursewrightError)
      return error as CoursewrightError
    },
  )
