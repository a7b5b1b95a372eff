import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { PGlite } from '@electric-sql/pglite'
import type { Plugin } from 'graphql-yoga'
import pg from 'pg'
import { pino } from 'pino'
import { inject, onTestFinished } from 'vitest'
import { makeApp } from '../src/app.ts'
import type { Scope } from '../src/auth/scopes.ts'
import { readConfig } from '../src/config.ts'
import { type Database, openPostgres } from '../src/db/client.ts'
import { embedded } from '../src/db/embedded.ts'
import { makeListener } from '../src/gate/listener.ts'
import { makeKey } from '../src/key/rules.ts'
import { newId } from '../src/outline/writes.ts'
import { mustBeDeclared } from './contract.ts'

type Env = Record<string, string>
type Options = { env?: Env; db?: Database; replicaDb?: Database; plugins?: Plugin[] }
type Answer = {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any
}

/** A fresh migrated database: a copy of the template, embedded or on the PostgreSQL server that the suite runs on. */
export async function freshDatabase(): Promise<{ db: Database; url: string | undefined }> {
  const postgres = inject('postgres')
  if (!postgres) {
    const loadDataDir = new Blob([await readFile(inject('template'))])
    const client = await PGlite.create({
      loadDataDir,
      startParams: [...PGlite.defaultStartParams, '-c', 'TimeZone=UTC'],
    })
    return { db: embedded(client), url: undefined }
  }
  const name = `coursewright_test_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: postgres.server })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${postgres.template}`)
  const url = Object.assign(new URL(postgres.server), { pathname: `/${name}` }).href
  const db = openPostgres(url, { size: 10 })
  const close = db.close
  db.close = async () => {
    await close()
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await admin.end()
  }
  return { db, url }
}

/** One running app on a fresh database, entered by its faces over real HTTP. */
export type House = Awaited<ReturnType<typeof makeHouse>>

/** Builds a house; call `close` in `afterAll`, or use `house()` inside a test. */
export async function makeHouse({ env = {}, db, replicaDb, plugins }: Options = {}) {
  const database = db ?? (await freshDatabase()).db
  const redis = process.env.TEST_REDIS_URL && { REDIS_URL: process.env.TEST_REDIS_URL }
  const generous = {
    RATE_LIMIT_PROFESSIONAL: '1000000',
    RATE_LIMIT_ENTERPRISE: '1000000',
    RATE_LIMIT_ANONYMOUS: '1000000',
    SHED_AFTER_MS: '0',
  }
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ...generous, ...redis, ...env })
  const logged: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const app = await makeApp({ config, db: database, replicaDb, log, plugins })
  const server = makeListener(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function http(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(url + path, init)
    const text = await response.text()
    mustBeDeclared(init.method ?? 'GET', path, response.status, response.headers, text)
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : undefined,
    }
  }

  async function workspace(plan = 'enterprise'): Promise<string> {
    const { id } = await database.prisma.workspace.create({ data: { id: newId(), name: 'Test', plan } })
    return id
  }

  /** A key's value; of a new workspace unless told. */
  async function key(
    options: { workspaceId?: string; scopes?: Scope[]; expiresAt?: Date; plan?: string } = {},
  ): Promise<string> {
    const { scopes, expiresAt, plan } = options
    const workspaceId = options.workspaceId ?? (await workspace(plan))
    const { value } = await makeKey(database.prisma, config.keyPrefix, workspaceId, { name: 'test', scopes, expiresAt })
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
    /** REST: `path` is relative to `/api/v1`; a body is sent as JSON. */
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
    /** GraphQL: the parsed result of a POST. */
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

/** A house for one test. */
export async function house(options: Options = {}): Promise<House> {
  const made = await makeHouse(options)
  onTestFinished(made.close)
  return made
}
