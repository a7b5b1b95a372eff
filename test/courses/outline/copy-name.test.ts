import { expect, test } from 'vitest'
import { makeCopyName } from '../../../src/courses/outline/writes/copy.ts'

test('the name of a copy has at most 200 characters, and no half of a character', () => {
  expect(makeCopyName('Botany')).toBe('Botany (copy)')
  expect(makeCopyName('x'.repeat(200))).toBe(`${'x'.repeat(193)} (copy)`)
  expect(makeCopyName(`${'x'.repeat(192)}🌱🌱`)).toBe(`${'x'.repeat(192)} (copy)`)
  expect(makeCopyName(`${'x'.repeat(191)}🌱🌱`)).toBe(`${'x'.repeat(191)}🌱 (copy)`)
})
