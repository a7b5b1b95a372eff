import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { DataFolderInUseError, lockDataFolder } from '../../../src/platform/db/embedded/data-folder.ts'
import { openEmbeddedDatabase } from '../../../src/platform/db/embedded/embedded.ts'
import { withPreparedStatements } from '../../../src/platform/db/embedded/prepared-statements.ts'
import { openAutoReopeningPglite } from '../../../src/platform/db/embedded/reopening.ts'
import { EmbeddedDatabaseCrashedError } from '../../../src/platform/db/errors.ts'

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'coursewright-reopening-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The files of a migrated database, which are faster to unpack than to create. */
const template = async () => new Blob([await readFile(inject('template'))])

describe.skipIf(inject('postgres'))('the embedded database', () => {
  test('an embedded database that failed is opened again until that succeeds', { timeout: 120_000 }, async () => {
    const pglite = withPreparedStatements(await PGlite.create({ loadDataDir: await template() }))
    const { query } = pglite
    pglite.query = () => Promise.reject(new EmbeddedDatabaseCrashedError())
    const heal = () => Object.assign(pglite, { query })
    const attempts = [() => pglite, () => Promise.reject(new Error('still broken')), heal]
    const open = async () => attempts.shift()!()
    const client = await openAutoReopeningPglite({ folder: await temporaryFolder(), open })
    onTestFinished(() => client.close())
    await expect(client.query('SELECT 1')).rejects.toMatchObject({ status: 503 })
    await expect
      .poll(() => client.query('SELECT 1 AS one').catch(() => undefined), { timeout: 60_000, interval: 100 })
      .toMatchObject({ rows: [{ one: 1 }] })
    expect(attempts).toEqual([])
  })

  test('of several queries that see the same failure, one opens the embedded database again', async () => {
    const query = () => Promise.reject(new EmbeddedDatabaseCrashedError())
    const pglite = { ...withPreparedStatements(await PGlite.create({ loadDataDir: await template() })), query }
    const failures: Error[] = []
    const client = await openAutoReopeningPglite({
      folder: await temporaryFolder(),
      open: async () => pglite,
      onBroken: (error) => void failures.push(error),
    })
    onTestFinished(() => pglite.close())
    const told = await Promise.allSettled([client.query('SELECT 1'), client.query('SELECT 1')])
    await client.close()
    expect(told).toMatchObject([{ reason: { status: 503 } }, { reason: { status: 503 } }])
    expect(failures).toHaveLength(1)
  })

  test('a closed embedded database releases its folder, and an open one does not', { timeout: 120_000 }, async () => {
    const folder = await temporaryFolder()
    await (await PGlite.create(join(folder, 'postgres'), { loadDataDir: await template() })).close()
    const db = await openEmbeddedDatabase(folder)
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError)
    // The start after a kill deletes a database with this file, so it is gone after the migrations.
    const marker = join(folder, 'unfinished')
    expect(existsSync(marker)).toBe(false)
    await writeFile(marker, '')
    await db.migrate()
    expect(existsSync(marker)).toBe(false)
    await db.close()
    lockDataFolder(folder).release()
  })
})
