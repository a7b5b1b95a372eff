import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { PGlite } from '@electric-sql/pglite'
import { pino } from 'pino'
import { makeHttpServer } from '../../src/http/pipeline/listener.ts'
import { createKey } from '../../src/keys/create.ts'
import { readConfig } from '../../src/platform/config.ts'
import { openPostgresDatabase } from '../../src/platform/db/database.ts'
import { makeEmbeddedDatabase } from '../../src/platform/db/embedded/embedded.ts'
import { withPreparedStatements } from '../../src/platform/db/embedded/prepared-statements.ts'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { makeApp } from '../../src/server/app.ts'

// A program: runs the service on a migrated database, for attacks on the memory of a process.
const { DATABASE_URL, TEMPLATE } = process.env

async function database() {
  if (DATABASE_URL) return openPostgresDatabase(DATABASE_URL, { size: 4 })
  const startParams = [...PGlite.defaultStartParams, '-c', 'TimeZone=UTC']
  const client = await PGlite.create({ loadDataDir: new Blob([await readFile(TEMPLATE!)]), startParams })
  return makeEmbeddedDatabase(withPreparedStatements(client))
}

const db = await database()
const config = readConfig({ ...process.env, NODE_ENV: 'test', SHED_AFTER_MS: '0' })
const app = await makeApp({ config, db, log: pino({ level: 'silent' }) })
const { id } = await db.prisma.workspace.create({ data: { id: makeUuidV7(), name: 'Test', plan: 'enterprise' } })
const { value: key } = await createKey(db.sql, config.keyPrefix, id, { name: 'test' })
const server = makeHttpServer(app)
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}`, key }))
})
