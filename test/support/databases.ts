import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgresDatabase } from '../../src/platform/db/database.ts'
import { writeEmbeddedTemplate } from './embedded-template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** An archive of a migrated embedded database, to be unpacked by tests. */
    template: string
    /**
     * The PostgreSQL server of this run and the name of a migrated database to copy, or null. Without a template, the server
     * is a database of a cluster, which the tests share.
     */
    postgres: { server: string; template: string | null } | null
  }
}

/** Creates the migrated database that every test starts from, on PostgreSQL if TEST_DATABASE_URL is set. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL
  if (server) return setupPostgres(project, server)
  const folder = await mkdtemp(join(tmpdir(), 'coursewright-test-'))
  const template = join(folder, 'template.tar')
  await writeEmbeddedTemplate(template)
  project.provide('template', template)
  project.provide('postgres', null)
  return () => rm(folder, { recursive: true })
}

async function setupPostgres(project: TestProject, server: string): Promise<() => Promise<void>> {
  const template = `coursewright_test_${process.pid}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${template}`)
  const db = openPostgresDatabase(Object.assign(new URL(server), { pathname: `/${template}` }).href, { size: 2 })
  await db.migrate()
  await db.close()
  project.provide('template', '')
  project.provide('postgres', { server, template })
  return async () => {
    await admin.query(`DROP DATABASE ${template} WITH (FORCE)`)
    await admin.end()
  }
}
