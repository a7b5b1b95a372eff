import { expect, test } from 'vitest'
import { makeCourseListCachePolicy, makeReleaseCachePolicy } from '../../src/delivery/caching.ts'

const yearSeconds = 31_536_000
const courseId = '01890a5d-ac96-774b-bcce-b302099a8057'
type Course = Parameters<typeof makeReleaseCachePolicy>[1]
const cacheControl = (
  number: number | undefined,
  secondsLeft: number | null,
  visibility: Course['visibility'] = 'public',
  course = courseId,
  lessonId = courseId,
) =>
  makeReleaseCachePolicy(
    { course, number },
    { visibility, courseId, secondsLeft },
    { etag: '"x"', ifNoneMatch: undefined, ...(lessonId && { lessonId }) },
  ).cacheControl

test.each([
  [undefined, null, 'public, s-maxage=60, stale-while-revalidate=600'],
  [undefined, 0, 'public, s-maxage=0, stale-while-revalidate=0'],
  [undefined, 59, 'public, s-maxage=59, stale-while-revalidate=0'],
  [undefined, 659, 'public, s-maxage=60, stale-while-revalidate=599'],
  [undefined, 661, 'public, s-maxage=60, stale-while-revalidate=600'],
  [1, null, `public, max-age=${yearSeconds}, immutable`],
  [1, 5, 'public, max-age=5, stale-while-revalidate=0'],
  [1, yearSeconds + 1, `public, max-age=${yearSeconds}, stale-while-revalidate=0`],
])('the response for release %s with a change in %s s has: %s', (number, secondsLeft, expected) => {
  expect(cacheControl(number, secondsLeft)).toBe(expected)
})

test('a numbered release is kept for good at an address with the id of the course only', () => {
  const changing = 'public, s-maxage=60, stale-while-revalidate=600'
  expect(cacheControl(1, null, 'public', 'botany')).toBe(changing)
  expect(cacheControl(1, null, 'public', courseId, '')).toBe(`public, max-age=${yearSeconds}, immutable`)
})

test('a lesson of a numbered release of a private course with a scheduled change is asked for each time', () => {
  expect(cacheControl(1, null, 'private')).toBe(`private, max-age=${yearSeconds}, immutable`)
  expect(cacheControl(1, 5, 'private')).toBe('private, no-cache')
  expect(cacheControl(undefined, null, 'private')).toBe('private, no-cache')
})

test('a list is kept until the next scheduled change, and is not the same for everybody', () => {
  expect(makeCourseListCachePolicy('w', true, 30)).toMatchObject({
    cacheControl: 'public, s-maxage=30, stale-while-revalidate=0',
    isForEverybody: false,
  })
  expect(makeCourseListCachePolicy('w', false, null).cacheControl).toBe('private, no-cache')
})
