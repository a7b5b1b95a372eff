import { expect, test } from 'vitest'
import {
  findObjectivesError,
  removeListMarksAndEmptyLines,
} from '../../src/dashboard/app/courses/dialogs/learning-fields.ts'

test('learning objectives that are pasted from a list have no marks of the list and no empty lines', () => {
  const pasted = ['• Know light', '- Know water', '', ' * Know – and name – leaves ', '–1 °C and -2 °C', '1. Grow']
  expect(removeListMarksAndEmptyLines(pasted)).toEqual([
    'Know light',
    'Know water',
    'Know – and name – leaves',
    '–1 °C and -2 °C',
    '1. Grow',
  ])
  expect(findObjectivesError([`• ${'a'.repeat(500)}`])).toBeUndefined()
})
