import { expect, test } from 'vitest'
import { measureGrowth } from './growth.ts'
import type { Row } from './row.ts'

/** A time that grows with the square of the size has a ratio of 4. */
const limit = 3

/** Tests that the time of each function grows with the length of the text alone. */
export const testLinearTime = (rows: readonly Row[]): void =>
  test.each(rows)(
    'an input of double size takes $name less than three times as long',
    ({ run, inputs, maxSize = 262_144 }) => {
      for (const [input, make] of Object.entries(inputs)) {
        const growth = measureGrowth(run, make, { maxSize, limit })
        expect({ input, ...growth }).toEqual({
          input,
          ...growth,
          ratio: expect.toSatisfy((ratio: number) => ratio < limit),
        })
      }
    },
  )
