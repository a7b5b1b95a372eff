import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { findWrongRecordColumns } from '../../../scripts/record-columns.ts'

const schema = await readFile('prisma/schema.prisma', 'utf8')

test('the Prisma schema has a column of the right name and type for each field of a record', () => {
  expect(findWrongRecordColumns(schema)).toEqual([])
})

test.each([
  ['without its column name', /(durationMinutes +Int\?) .*/g],
  ['of another type', /(durationMinutes +)Int\?/g],
  ['that is missing', /durationMinutes .*/g],
])('a field %s is named with the line that it needs', (_fault, line) => {
  expect(findWrongRecordColumns(schema.replaceAll(line, '$1'))).toEqual(
    ['Course', 'Module', 'Lesson'].map(
      (model) =>
        `The model ${model} in prisma/schema.prisma must have the line: durationMinutes Int? @map("duration_minutes")`,
    ),
  )
})
