import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '../src/db/client.ts'
import { embedded } from '../src/db/embedded.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated embedded database, packed, for tests to unpack. */
    template: string
    /** Where PostgreSQL is, when the suite runs on it, and the migrated database to copy. */
    postgres: { server: string; template: string } | null
  }
}

/** Makes the migrated database that every test starts from: PostgreSQL's where TEST_DATABASE_URL names a server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL
  if (server) return setupPostgres(project, server)
  const folder = await mkdtemp(join(tmpdir(), 'coursewright-test-'))
  const client = await PGlite.create({ startParams: [...PGlite.defaultStartParams, '-c', 'TimeZone=UTC'] })
  await embedded(client).migrate()
  const template = join(folder, 'template.tar')
  await writeFile(template, Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer()))
  await client.close()
  project.provide('template', template)
  project.provide('postgres', null)
  return () => rm(folder, { recursive: true })
}

async function setupPostgres(project: TestProject, server: string): Promise<() => Promise<void>> {
  const template = `coursewright_test_${process.pid}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${template}`)
  const db = openPostgres(Object.assign(new URL(server), { pathname: `/${template}` }).href, { size: 2 })
  await db.migrate()
  await db.close()
  project.provide('template', '')
  project.provide('postgres', { server, template })
  return async () => {
    await admin.query(`DROP DATABASE ${template} WITH (FORCE)`)
    await admin.end()
  }
}
