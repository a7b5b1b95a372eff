import { expect, test } from 'vitest'
import { findJsonDepthError } from '../../src/platform/json-depth.ts'

test('the place of what is too deep is cut at 300 characters', () => {
  const nested = (name: string, levels: number): object => (levels === 0 ? {} : { [name]: nested(name, levels - 1) })
  expect(findJsonDepthError(nested('a', 3), 2)?.path).toBe('a.a')
  expect(findJsonDepthError(nested('n'.repeat(200), 3), 2)?.path).toBe(`${'n'.repeat(200)}.${'n'.repeat(99)}…`)
})
