import { expect, onTestFinished, test, vi } from 'vitest'
import { listMigrationNames } from '../../../src/platform/db/migrations.ts'
import { makeOneTimeFileReader, readSchemaFilesOfThisVersion } from '../../../src/platform/db/schema-version.ts'
import { freshDatabase } from '../../support/service.ts'

test('a process reads the files of its version once, so that it stays ready when an update adds migrations', async () => {
  const { db } = await freshDatabase()
  onTestFinished(db.close)
  expect([await db.ready(), await db.newer()]).toEqual([true, []])
  const files = await readSchemaFilesOfThisVersion()
  expect(await readSchemaFilesOfThisVersion()).toBe(files)
  expect(files[0]).toEqual(await listMigrationNames())

  const readFiles = vi.fn(async () => ['0001_init'])
  const read = makeOneTimeFileReader(readFiles)
  await read()
  readFiles.mockResolvedValue(['0001_init', '9999_newer'])
  expect([await read(), readFiles.mock.calls.length]).toEqual([['0001_init'], 1])
})

test('migration files that could not be read once are read again', async () => {
  const readFiles = vi.fn(async () => ['0001_init'])
  const read = makeOneTimeFileReader(readFiles)
  readFiles.mockRejectedValueOnce(new Error('too many open files'))
  await expect(read()).rejects.toThrow('too many open files')
  expect(await read()).toEqual(['0001_init'])
})
