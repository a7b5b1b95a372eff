import { expect, test } from 'vitest'
import { newCourseSchema } from '../../../src/courses/course/rules.ts'
import { newLessonSchema } from '../../../src/courses/lesson/rules.ts'

const isTaken = (fields: object) => newCourseSchema.safeParse({ name: 'Botany', ...fields }).success

test.each([
  ['a name', 255, (size: number) => ({ name: 'x'.repeat(size) })],
  ['a key', 200, (size: number) => ({ key: 'x'.repeat(size) })],
  ['a description', 10_000, (size: number) => ({ description: 'x'.repeat(size) })],
  ['a slug', 100, (size: number) => ({ slug: 'x'.repeat(size) })],
  ['a duration', 100_000, (size: number) => ({ durationMinutes: size })],
  ['a list of objectives', 20, (size: number) => ({ objectives: Array(size).fill('x') })],
  ['an objective', 500, (size: number) => ({ objectives: ['x'.repeat(size)] })],
  ['the name of an attribute', 200, (size: number) => ({ attributes: { ['x'.repeat(size)]: 1 } })],
  ['attributes', 16 * 1024, (size: number) => ({ attributes: { a: 'x'.repeat(size - '{"a":""}'.length) } })],
])('%s of %i is taken, and one more is refused', (_what, max, make) => {
  expect([isTaken(make(max)), isTaken(make(max + 1))]).toEqual([true, false])
})

test('a duration is at least one minute', () => {
  expect([0, 1].map((durationMinutes) => isTaken({ durationMinutes }))).toEqual([false, true])
})

test('an attribute that is not finite is refused', () => {
  expect([JSON.parse('1e999'), Number.NaN, 1e300].map((a) => isTaken({ attributes: { a } }))).toEqual([
    false,
    false,
    true,
  ])
})

test('a new lesson has at most 1,000 blocks', () => {
  const blocks = (count: number) => Array(count).fill({ type: 'text', content: { text: 'x' } })
  expect([1000, 1001].map((count) => newLessonSchema.safeParse({ name: 'L', blocks: blocks(count) }).success)).toEqual([
    true,
    false,
  ])
})
