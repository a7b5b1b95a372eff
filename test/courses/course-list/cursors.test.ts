import { expect, test } from 'vitest'
import {
  parseCourseCursor,
  parseCoursePageCursor,
  parseSearchPageCursor,
  validateSearchCursor,
} from '../../../src/courses/course-list/cursors.ts'

const id = '019aa000-0000-7000-8000-00000000000b'
const time = '2026-01-01T00:00:00.000Z'
const encode = (...parts: (string | number)[]) => Buffer.from(parts.join(' ')).toString('base64url')
const refused = expect.objectContaining({ code: 'invalid_request' })

test('a cursor of a list says after which course the next page begins', () => {
  expect(parseCourseCursor('after', undefined, 'created')).toBeUndefined()
  expect(parseCourseCursor('after', encode('created', id), 'created')).toEqual({ id })
  expect(parseCourseCursor('after', encode('name', id, 'A b c'), 'name')).toEqual({ id, value: 'A b c' })
  expect(parseCourseCursor('after', encode('content_updated', id, time), 'content_updated')).toEqual({
    id,
    value: time,
  })
  expect(parseCoursePageCursor(encode(3, 'created', id), 'created')).toEqual({ page: 3, after: { id } })
})

test.each([
  ['of another list', 'created', encode('name', id, 'x')],
  ['of a list in the opposite order', 'created', encode('created_asc', id)],
  ['without an identifier', 'created', encode('created', 'x')],
  ['with a text that the database cannot store', 'name', encode('name', id, 'a\0b')],
  ['without its value', 'name', encode('name', id)],
  ['with a value too many', 'created', encode('created', id, 'x')],
  ['with no time', 'content_updated', encode('content_updated', id, 'yesterday')],
  ['with a time of another form', 'content_updated', encode('content_updated', id, '2026-01-01')],
] as const)('a cursor %s is refused', (_what, sort, cursor) => {
  expect(() => parseCourseCursor('after', cursor, sort)).toThrow(refused)
  const page = encode(2, Buffer.from(cursor, 'base64url').toString())
  expect(() => parseCoursePageCursor(page, sort)).toThrow(refused)
})

test('a number in a cursor has at most nine digits, and a page number is at most 1,000,000', () => {
  expect(parseCoursePageCursor(encode(999_999_999, 'created', id), 'created').page).toBe(1_000_000)
  expect(() => parseCoursePageCursor(encode(1_000_000_000, 'created', id), 'created')).toThrow(refused)
  expect(parseSearchPageCursor(encode(999_999_999, 'search', 999_999_999))).toEqual({
    page: 1_000_000,
    offset: 999_999_999,
  })
  expect(parseSearchPageCursor('*')).toEqual({ page: 1, offset: 0 })
  const wrong = [
    [1_000_000_000, 'search', 1],
    [1, 'search', 1_000_000_000],
    [1, 'other', 1],
    [1, 'search', 1, 1],
    [1, 'search'],
  ]
  for (const parts of wrong) expect(() => parseSearchPageCursor(encode(...parts))).toThrow(refused)
})

test('only the first 5,000 characters of a cursor are read', () => {
  const cursorOf = (length: number) => encode('name', id, 'x'.repeat((length * 3) / 4 - `name ${id} `.length))
  const lengthOf = (cursor: string) => parseCourseCursor('after', cursor, 'name')!.value!.length
  expect(cursorOf(5000)).toHaveLength(5000)
  expect(lengthOf(cursorOf(5004))).toBe(lengthOf(cursorOf(5000)))
})

test('a cursor of a search is an offset of at most nine digits', () => {
  const cursor = (offset: string) => Buffer.from(`OffsetConnection:${offset}`).toString('base64')
  expect(() => validateSearchCursor('after', cursor('999999999'))).not.toThrow()
  for (const wrong of ['9999999999', '', '-1', '1x'])
    expect(() => validateSearchCursor('after', cursor(wrong))).toThrow(refused)
})
