import { expect, test, vi } from 'vitest'
import type { BlockRow, CourseRow } from '../../src/courses/outline/rows.ts'
import type { CourseTextFormat } from '../../src/courses/reading/formats.ts'
import { renderCourseText } from '../../src/courses/reading/text.ts'

const maxChars = 20_000

/** A course of one lesson with 10,000 blocks of the same content, and a form that counts the blocks that it renders. */
function makeReading(content: string, text: string) {
  const blocks = Array.from({ length: 10_000 }, (_, index) => ({ id: `b${index}`, content }) as BlockRow)
  const lesson = { id: 'l', name: 'Lesson', description: null, blocks }
  const modules = [{ id: 'm', name: 'Module', description: null, lessons: [lesson] }]
  const course = { id: 'c', name: 'Course', description: null, modules } as unknown as CourseRow
  const block = vi.fn(() => text)
  const form: CourseTextFormat = { description: 'For this test.', showsIds: false, block }
  return { block, read: () => renderCourseText(form, course, { contentsOf: () => '', maxChars }) }
}

test('a reading renders no more blocks once maxChars is used up', () => {
  const { block, read } = makeReading('{}', 'x'.repeat(3000))
  const { text, leftOut } = read()
  expect(text.length).toBeLessThanOrEqual(maxChars)
  // Six blocks fit. The seventh is rendered to find out that it does not.
  expect([block.mock.calls.length, leftOut.blocks]).toEqual([7, 9994])
})

test('a reading stops after a bounded amount of content, whatever little text it makes', () => {
  const content = JSON.stringify({ text: '\n'.repeat(100_000) })
  const { block, read } = makeReading(content, '')
  read()
  // Four times maxChars and a million characters of content: about five of these blocks.
  expect(block.mock.calls.length).toBeLessThanOrEqual(5)
  expect(block.mock.calls.length).toBeGreaterThan(0)
})
