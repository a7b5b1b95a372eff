import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Plugin } from 'graphql-yoga'
import pg from 'pg'
import { pino } from 'pino'
import { inject, onTestFinished } from 'vitest'
import type { ClientResourceLimitOverrides } from '../../src/http/client-resource-limits.ts'
import type { ConnectionLimits } from '../../src/http/pipeline/connection-limits.ts'
import { type HttpServerTimeouts, makeHttpServer } from '../../src/http/pipeline/listener.ts'
import { loadDevelopmentProvider } from '../../src/identity/development/load.ts'
import type { Scope } from '../../src/identity/scopes.ts'
import { createKey } from '../../src/keys/create.ts'
import { readConfig } from '../../src/platform/config.ts'
import { type Database, openPostgresDatabase } from '../../src/platform/db/database.ts'
import { makeEmbeddedDatabase } from '../../src/platform/db/embedded/embedded.ts'
import type { PostgresPoolOptions } from '../../src/platform/db/postgres-pool.ts'
import { makeTenantConnectionLimiter } from '../../src/platform/db/tenant-connection-limiter.ts'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { makeApp } from '../../src/server/app.ts'
import { emptyCluster } from './empty-cluster.ts'
import { mustMatchOpenApi } from './openapi-contract.ts'
import { startPausableJobs } from './pausable-jobs.ts'
import { openReusedDatabase } from './reused-database.ts'

type Env = Record<string, string>
type Options = {
  env?: Env
  db?: Database
  replicaDb?: Database
  plugins?: Plugin[]
  /** Whether to start the development provider. */
  hasDevelopmentSignIn?: boolean
  /** The remote address that connections appear to have. */
  remoteAddress?: string
  /** Limits and timeouts for clients that replace the defaults. */
  resourceLimits?: ClientResourceLimitOverrides
  timeouts?: Partial<HttpServerTimeouts>
  connectionLimits?: ConnectionLimits
  /**
   * Whether the scheduled jobs run. Default: true. Tests that call a job, and compare what was before and after, set it to
   * false.
   */
  hasJobs?: boolean
}
type Answer = {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any
}

/** Opens another pool of the database at the URL of `freshDatabase`. */
export const openAgain = (url: string, options: PostgresPoolOptions): Database =>
  openPostgresDatabase(url, { ...options, ...(inject('postgres')?.template === null && { engine: 'citus' }) })

/** What `freshDatabase` has opened on a cluster. */
const openOnCluster = new Set<Database>()

/** Opens the database of the cluster, which the tests share. It is emptied if no other service of the test has it open. */
async function openEmptyCluster(url: string): Promise<Database> {
  if (openOnCluster.size === 0) await emptyCluster(url)
  const db = openAgain(url, { size: 10, connectionLimiter: makeTenantConnectionLimiter(10) })
  const close = db.close
  db.close = async () => {
    await close()
    openOnCluster.delete(db)
  }
  openOnCluster.add(db)
  return db
}

/** Creates a migrated database: a copy of the template, embedded or on the PostgreSQL server of this run. */
export async function freshDatabase(): Promise<{ db: Database; url: string | undefined }> {
  const postgres = inject('postgres')
  if (!postgres) return { db: makeEmbeddedDatabase(await openReusedDatabase(inject('template'))), url: undefined }
  if (postgres.template === null) return { db: await openEmptyCluster(postgres.server), url: postgres.server }
  const name = `coursewright_test_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: postgres.server })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${postgres.template}`)
  const url = Object.assign(new URL(postgres.server), { pathname: `/${name}` }).href
  const db = openPostgresDatabase(url, { size: 10, connectionLimiter: makeTenantConnectionLimiter(10) })
  const close = db.close
  db.close = async () => {
    await close()
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await admin.end()
  }
  return { db, url }
}

/** A running service on its own database, which tests call over HTTP. */
export type TestService = Awaited<ReturnType<typeof startTestService>>

/** Starts a service. Call `close` in `afterAll`, or use `serviceForTest` inside a test. */
export async function startTestService(options: Options = {}) {
  const {
    env = {},
    db,
    replicaDb,
    plugins,
    hasDevelopmentSignIn,
    remoteAddress,
    resourceLimits,
    timeouts,
    connectionLimits,
    hasJobs = true,
  } = options
  const database = db ?? (await freshDatabase()).db
  const redis = process.env.TEST_REDIS_URL && { REDIS_URL: process.env.TEST_REDIS_URL }
  const generous = {
    RATE_LIMIT_PROFESSIONAL: '1000000',
    RATE_LIMIT_ENTERPRISE: '1000000',
    RATE_LIMIT_ANONYMOUS: '1000000',
    RATE_LIMIT_DELIVERY: '1000000',
    SHED_AFTER_MS: '0',
  }
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ...generous, ...redis, ...env })
  const logged: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const development = hasDevelopmentSignIn ? await loadDevelopmentProvider(config) : undefined
  const startJobs = hasJobs ? startPausableJobs : () => () => {}
  const app = await makeApp({ config, db: database, replicaDb, log, plugins, development, resourceLimits, startJobs })
  const server = makeHttpServer(app, { timeouts, connectionLimits })
  if (remoteAddress !== undefined)
    server.prependListener('connection', (socket) =>
      Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress }),
    )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function http(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(url + path, init)
    const text = await response.text()
    mustMatchOpenApi(init.method ?? 'GET', path, response.status, response.headers, text)
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : undefined,
    }
  }

  async function workspace(plan = 'enterprise'): Promise<string> {
    const { id } = await database.prisma.workspace.create({ data: { id: makeUuidV7(), name: 'Test', plan } })
    return id
  }

  /** Creates a key and returns its value. Default: in a new workspace. */
  async function key(
    options: { workspaceId?: string; scopes?: Scope[]; expiresAt?: Date; plan?: string } = {},
  ): Promise<string> {
    const { scopes, expiresAt, plan } = options
    const workspaceId = options.workspaceId ?? (await workspace(plan))
    const { value } = await createKey(database.sql, config.keyPrefix, workspaceId, {
      name: 'test',
      scopes,
      expiresAt,
    })
    return value
  }

  return {
    app,
    db: database,
    url,
    config,
    logged,
    http,
    workspace,
    key,
    /** Sends a REST request. `path` is relative to `/api/v1`, and `body` is sent as JSON. */
    rest: (method: string, path: string, auth?: string, body?: unknown, headers: Env = {}) =>
      http(`/api/v1${path}`, {
        method,
        headers: {
          ...(auth && { Authorization: `Bearer ${auth}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    /** Sends a GraphQL request and returns the parsed result. */
    graphql: async (query: string, auth?: string, variables?: Record<string, unknown>) => {
      const headers: Env = { 'Content-Type': 'application/json', ...(auth && { Authorization: `Bearer ${auth}` }) }
      return (await http('/graphql', { method: 'POST', headers, body: JSON.stringify({ query, variables }) })).body
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await app.close()
    },
  }
}

/** Starts a service that is closed after the test. */
export async function serviceForTest(options: Options = {}): Promise<TestService> {
  const made = await startTestService(options)
  onTestFinished(made.close)
  return made
}
