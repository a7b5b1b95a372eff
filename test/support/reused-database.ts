import type { PGlite } from '@electric-sql/pglite'
import { listSampleSqlStatements } from '../../src/platform/db/composed-statements.ts'
import {
  type PgliteClient,
  type PgliteTransaction,
  withPreparedStatements,
} from '../../src/platform/db/embedded/prepared-statements.ts'
import { listDefinedSqlStatements } from '../../src/platform/db/statement.ts'
import '../../src/server/app.ts'
import { openEmbeddedTemplate } from './embedded-template.ts'

/** Rows of these tables belong to the template. All other tables are empty in it. */
const templateTables = ['_prisma_migrations', '_sql_scripts']

/**
 * A database that has grown by more bytes is not used again: its tables have many dead rows, for which PostgreSQL plans
 * other queries.
 */
const maxGrowth = 4_000_000
/** The maximum number of databases of this process that wait for the next test. */
const maxIdle = 2

const listTables = `SELECT c.oid::regclass::text AS name FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1`
const measure = `SELECT sum(pg_total_relation_size(c.oid))::float8 AS bytes FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`
const listPreparedStatements = 'SELECT name, statement FROM pg_prepared_statements'
/** `DISCARD ALL` as PostgreSQL documents it, but the prepared statements stay and only their plans are dropped. */
const discardAllButStatements = `CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ALL; UNLISTEN *;
  SELECT pg_advisory_unlock_all(); DISCARD PLANS; DISCARD TEMP; DISCARD SEQUENCES`

/** A hash of everything in a database but the rows of the service: tables, functions, triggers, settings, roles and the
 * statistics of the query planner. */
const fingerprint = `SELECT md5(string_agg(x::text, ',' ORDER BY x::text)) AS hash FROM (
  SELECT row('class', c.oid, c.relname, c.relkind, c.reloptions, c.reltuples) AS x FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace
  UNION ALL SELECT row('attribute', a.attrelid, a.attname, a.atttypid, a.attnotnull) FROM pg_attribute a
    WHERE a.attnum > 0 AND a.attrelid >= 16384 AND NOT a.attisdropped
  UNION ALL SELECT row('function', p.oid, md5(p.prosrc), p.proconfig) FROM pg_proc p WHERE p.oid >= 16384
  UNION ALL SELECT row('trigger', t.oid, t.tgname, t.tgenabled) FROM pg_trigger t WHERE NOT t.tgisinternal
  UNION ALL SELECT row('constraint', o.oid, o.conname, o.convalidated) FROM pg_constraint o WHERE o.oid >= 16384
  UNION ALL SELECT row('setting', s.setdatabase, s.setrole, s.setconfig) FROM pg_db_role_setting s
  UNION ALL SELECT row('role', r.rolname, r.rolconnlimit) FROM pg_roles r WHERE r.oid >= 16384
  UNION ALL SELECT row('statistics', count(*)) FROM pg_statistic s WHERE s.starelid >= 16384
  UNION ALL SELECT row('other', n.nspname) FROM pg_namespace n WHERE n.nspname NOT LIKE 'pg_temp%' AND n.nspname NOT LIKE 'pg_toast%'
  ${templateTables.map((table) => `UNION ALL SELECT row('${table}', t.*::text) FROM ${table} t`).join(' ')}
) q`

/** `hash` is the fingerprint of the template, and `bytes` the size of its tables. */
type Reusable = { pglite: PGlite; client: PgliteClient; hash: string; bytes: number; clear: string }

const idle: Reusable[] = []

const sizeOf = async (client: PgliteClient) => (await client.query<{ bytes: number }>(measure)).rows[0]!.bytes
const hashOf = async (client: PgliteClient) => (await client.query<{ hash: string }>(fingerprint)).rows[0]!.hash

async function open(path: string): Promise<Reusable> {
  const pglite = await openEmbeddedTemplate(path)
  const client = withPreparedStatements(pglite)
  const tables = (await client.query<{ name: string }>(listTables)).rows.map(({ name }) => name)
  const deletions = tables.filter((name) => !templateTables.includes(name)).map((name) => `DELETE FROM ${name};`)
  const clear = `SET session_replication_role = replica; ${deletions.join(' ')} RESET session_replication_role`
  return { pglite, client, hash: await hashOf(client), bytes: await sizeOf(client), clear }
}

/** The statements of the service: those that are defined before a test file can define others. */
const definedTexts = new Map(
  [...listDefinedSqlStatements(), ...listSampleSqlStatements()].map(({ name, text }) => [name, text]),
)

/** Returns whether all prepared statements are statements of the service, and not of a test. */
async function hasOnlyDefinedStatements(client: PgliteClient): Promise<boolean> {
  const prepared = await client.query<{ name: string; statement: string }>(listPreparedStatements)
  return prepared.rows.every(({ name, statement }) => definedTexts.get(name) === statement)
}

/** Deletes the rows of a test. Returns false if the test has left anything else behind. */
async function isClean(database: Reusable): Promise<boolean> {
  const { pglite, client, hash, bytes, clear } = database
  if (client.closed || idle.length >= maxIdle) return false
  if ((await sizeOf(client)) > bytes + maxGrowth) return false
  if (await hasOnlyDefinedStatements(client)) await client.exec(discardAllButStatements)
  else {
    await client.exec('DISCARD ALL')
    database.client = withPreparedStatements(pglite)
  }
  await client.exec(clear)
  return (await hashOf(client)) === hash
}

/**
 * Opens a copy of the embedded database in the archive. Opening a copy takes twenty times as long as deleting the rows
 * of a test, so a closed database is used for the next test of this process, unless the test has changed more than rows.
 */
export async function openReusedDatabase(path: string): Promise<PgliteClient> {
  const database = idle.pop() ?? (await open(path))
  const { client } = database
  let isClosed = false
  let running = 0
  async function use<T>(work: () => Promise<T>): Promise<T> {
    if (isClosed) throw new Error('The database is closed.')
    running++
    try {
      return await work()
    } finally {
      running--
    }
  }
  return {
    query: <T>(...args: Parameters<PGlite['query']>) => use(() => client.query<T>(...args)),
    exec: (...args) => use(() => client.exec(...args)),
    submit: (batch) => use(() => client.submit(batch)),
    transaction: <T>(work: (tx: PgliteTransaction) => Promise<T>) => use(() => client.transaction(work)),
    get closed() {
      return isClosed
    },
    close: async () => {
      isClosed = true
      if (running === 0 && (await isClean(database).catch(() => false))) idle.push(database)
      else if (!client.closed) await client.close()
    },
  }
}
