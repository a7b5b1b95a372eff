import { expect, test } from 'vitest'
import { aiRows } from './linear-time/ai.ts'
import { checkRows } from './linear-time/checks.ts'
import { courseRows } from './linear-time/courses.ts'
import { measureGrowth } from './linear-time/growth.ts'
import { httpRows } from './linear-time/http.ts'
import { operationRows } from './linear-time/operations.ts'
import { readerRows } from './linear-time/reader.ts'

/** A time that grows with the square of the size has a ratio of 4. */
const limit = 3

test.each([...httpRows, ...operationRows, ...courseRows, ...aiRows, ...checkRows, ...readerRows])(
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
