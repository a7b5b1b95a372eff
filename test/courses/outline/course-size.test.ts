import { expect, test } from 'vitest'
import {
  assertCourseRecordCount,
  assertNotTooManyRecordsToRead,
  awaitWriteOrThrowTooManyRecords,
} from '../../../src/courses/outline/rules/course-size.ts'
import { childIdsSchema } from '../../../src/courses/outline/writes/reorder.ts'

test('a course and a response have at most 50,000 records', () => {
  const tooMany = { details: { limit: 'records', max: 50_000 } }
  for (const [assertSize, code] of [
    [assertCourseRecordCount, 'conflict'],
    [assertNotTooManyRecordsToRead, 'invalid_request'],
  ] as const) {
    expect(() => assertSize(50_000)).not.toThrow()
    expect(() => assertSize(50_001)).toThrow(expect.objectContaining({ code, ...tooMany }))
  }
})

test('an error of the database that is no bound of a course stays as it is', async () => {
  const error = Object.assign(new Error('unique'), { constraint: 'courses_workspace_id_key_key' })
  await expect(awaitWriteOrThrowTooManyRecords(Promise.reject(error))).rejects.toBe(error)
  const siblings = Promise.reject(Object.assign(new Error('full'), { constraint: 'sibling_count' }))
  await expect(awaitWriteOrThrowTooManyRecords(siblings)).rejects.toMatchObject({
    details: { limit: 'siblings', max: 10_000 },
  })
})

test('a list of children names at most 25,000', () => {
  const isTaken = (length: number) => childIdsSchema.safeParse(Array(length).fill('x')).success
  expect([isTaken(25_000), isTaken(25_001)]).toEqual([true, false])
})
