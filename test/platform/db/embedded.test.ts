import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { DataFolderInUseError, lockDataFolder } from '../../../src/platform/db/embedded/data-folder.ts'
import { openEmbeddedDatabase } from '../../../src/platform/db/embedded/embedded.ts'
import { defineSqlStatement } from '../../../src/platform/db/statement.ts'
import { OperatorError } from '../../../src/platform/errors.ts'
import { serviceForTest } from '../../support/service.ts'

const one = defineSqlStatement<{ value: number }>('one', 'SELECT 1 AS value')

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'coursewright-embedded-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a folder without a valid database stops the start with a sentence', async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'postgres', 'global'), { recursive: true })
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '9.6\n')
  const error = await openEmbeddedDatabase(folder).catch((thrown: Error) => thrown)
  expect(error).toBeInstanceOf(OperatorError)
  expect((error as Error).message).toContain(`The embedded database in ${folder} (DATA_DIR) cannot be opened: `)
  expect((error as Error).message).toContain('make space, restore the folder, or name another one.')
  // The folder is free for the next start.
  lockDataFolder(folder).release()
})

test('a database whose first migrations were interrupted is made anew', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'postgres')
  await mkdir(join(path, 'global'), { recursive: true })
  await writeFile(join(path, 'PG_VERSION'), '9.6\n')
  await writeFile(join(folder, 'unfinished'), '')
  const db = await openEmbeddedDatabase(folder)
  expect(await db.sql.rows(one, [])).toEqual([{ value: 1 }])
  expect(existsSync(join(folder, 'unfinished'))).toBe(true)
  await db.close()
})

test('only their owner can read the files of an embedded database, and only one process can open them', async () => {
  const folder = join(await temporaryFolder(), 'data')
  const { path, release } = lockDataFolder(folder)
  expect([(await stat(folder)).mode & 0o777, path]).toEqual([0o700, join(folder, 'postgres')])
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError)
  release()
  lockDataFolder(folder).release()
})

test('a data folder that cannot be written stops the start with a sentence', async () => {
  const file = join(await temporaryFolder(), 'file')
  await writeFile(file, '')
  expect(() => lockDataFolder(file)).toThrow(OperatorError)
  expect(() => lockDataFolder(file)).toThrow(
    `The folder of the embedded database, ${file} (DATA_DIR), cannot be written: `,
  )
})

describe.skipIf(inject('postgres'))('an embedded database that cannot write', () => {
  const nextSegment = defineSqlStatement<never>('next_segment', 'SELECT pg_switch_wal()')
  const breaking = defineSqlStatement<never>('breaking', 'CREATE TABLE broken (id int)')

  /** A service on an embedded database whose log can be taken away, as by a disk that is full. */
  async function place() {
    const folder = await temporaryFolder()
    const path = join(folder, 'postgres')
    const loadDataDir = new Blob([await readFile(inject('template'))])
    await (await PGlite.create(path, { loadDataDir })).close()
    const one = await serviceForTest({ db: await openEmbeddedDatabase(folder) })
    const key = await one.key()
    const { id } = (await one.rest('POST', '/courses', key, { name: 'Kept' })).body.data
    const log = join(path, 'pg_wal')
    return {
      one,
      key,
      id,
      take: () => rename(log, `${log}-away`),
      giveBack: () => rename(`${log}-away`, log),
    }
  }
  const lost = { status: 503, code: 'internal_error' }
  const toldOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => ({
    status,
    code: body.error?.code,
  })

  test.each(['a statement', 'a transaction'])(
    '%s that breaks the database gets 503, as do the waiting ones; the database is reopened, and no data is lost',
    async (way) => {
      const { one, key, id, take, giveBack } = await place()
      await take()
      await one.db.sql.rows(nextSegment, [])
      const { sql } = one.db
      const broken = way === 'a statement' ? sql.rows(breaking, []) : sql.transaction((tx) => tx.rows(breaking, []))
      const writes = Array.from({ length: 4 }, () => one.rest('POST', '/courses', key, { name: 'Lost' }))
      await expect(broken).rejects.toMatchObject({ status: 503, details: { reason: 'outcome_unknown' } })
      expect((await Promise.all(writes)).map(toldOf)).toEqual(Array(4).fill(lost))
      await expect(one.db.prisma.workspace.count()).rejects.toMatchObject({ status: 503 })
      expect((await one.http('/health/live')).status).toBe(200)
      expect((await one.http('/health/ready')).status).toBe(503)
      await giveBack()
      await vi.waitFor(async () => expect((await one.http('/health/ready')).status).toBe(200), 30_000)
      const { data } = (await one.rest('GET', '/courses', key)).body
      expect(data.map((course: { id: string }) => course.id)).toEqual([id])
      expect((await one.rest('POST', '/courses', key, { name: 'After' })).status).toBe(201)
    },
    // Two databases are opened for it.
    120_000,
  )
})
