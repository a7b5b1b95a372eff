import { expect, test } from 'vitest'
import { getNextMigrationNumber, listMigrationNames } from '../../../src/platform/db/migrations.ts'

test('a new migration sorts after all others, also if numbers between them are unused', async () => {
  expect(getNextMigrationNumber([])).toBe('0001')
  expect(getNextMigrationNumber(['0001_init', '0004_checks', '0011_add_archive'])).toBe('0012')
  const names = await listMigrationNames()
  const next = `${getNextMigrationNumber(names)}_a`
  expect([...names, next].sort().at(-1)).toBe(next)
  expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length)
})
