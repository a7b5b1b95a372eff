import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { isUuid } from '../../src/platform/uuid.ts'

test('a UUID is recognised in lower and upper case, and nothing around it is allowed', () => {
  const id = randomUUID()
  expect([id, id.toUpperCase()].map(isUuid)).toEqual([true, true])
  for (const other of [
    '',
    ` ${id}`,
    `${id}\n`,
    `${id}0`,
    id.slice(1),
    id.replaceAll('-', ''),
    `{${id}}`,
    id.replace('-', '_'),
  ])
    expect([other, isUuid(other)]).toEqual([other, false])
})
