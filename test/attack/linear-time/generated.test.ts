import { expect, test } from 'vitest'
import { measureCpuGrowth } from './cpu-growth.ts'
import { makeHostileTexts } from './hostile-texts.ts'
import { textReaders } from './readers-of-texts.ts'

/** With other numbers, the test looks for slow texts that it does not try each time. */
const { HOSTILE_SEED = '9', HOSTILE_TEXTS = '72' } = process.env
const texts = makeHostileTexts(Number(HOSTILE_SEED), Number(HOSTILE_TEXTS))

/** A quadratic time has a ratio of 4. */
const limit = 3.3

test.each(textReaders)('a text of double size takes $name less than 3.3 times as long', ({ read, size }) => {
  const growths = texts.map(({ name, make }) => ({ text: name, ...measureCpuGrowth(read, make, { size, limit }) }))
  expect(growths.filter(({ ratio }) => ratio >= limit)).toEqual([])
})
