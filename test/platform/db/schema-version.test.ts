import { expect, onTestFinished, test, vi } from 'vitest'
import { listMigrationNames } from '../../../src/platform/db/migrations.ts'
import { freshDatabase } from '../../support/service.ts'

vi.mock('../../../src/platform/db/migrations.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../../src/platform/db/migrations.ts')>()
  return { ...original, listMigrationNames: vi.fn(original.listMigrationNames) }
})

test('a process stays ready when an update puts newer migrations into its folder', async () => {
  const { db } = await freshDatabase()
  onTestFinished(db.close)
  vi.mocked(listMigrationNames).mockImplementation(async () => ['0001_init', '9999_newer'])
  expect([await db.ready(), await db.newer()]).toEqual([true, []])
})

test('migration files that could not be read once are read again', async () => {
  vi.resetModules()
  const { listMigrationNames: listNames } = await import('../../../src/platform/db/migrations.ts')
  const { readSchemaFilesOfThisVersion } = await import('../../../src/platform/db/schema-version.ts')
  vi.mocked(listNames).mockRejectedValueOnce(new Error('too many open files'))
  await expect(readSchemaFilesOfThisVersion()).rejects.toThrow('too many open files')
  await expect(readSchemaFilesOfThisVersion()).resolves.toHaveLength(2)
})
