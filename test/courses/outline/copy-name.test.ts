import { expect, test } from 'vitest'
import { makeCopyName } from '../../../src/courses/outline/writes/copy.ts'

test('the name of a copy has at most 255 characters, and no half of a character', () => {
  expect(makeCopyName('Botany')).toBe('Botany (copy)')
  expect(makeCopyName('x'.repeat(255))).toBe(`${'x'.repeat(248)} (copy)`)
  expect(makeCopyName(`${'x'.repeat(247)}🌱🌱`)).toBe(`${'x'.repeat(247)} (copy)`)
  expect(makeCopyName(`${'x'.repeat(246)}🌱🌱`)).toBe(`${'x'.repeat(246)}🌱 (copy)`)
})
