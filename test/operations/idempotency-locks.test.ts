import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Caller } from '../../src/identity/caller.ts'
import type { GraphQLContext } from '../../src/operations/context.ts'
import { makeLongRunningIdempotentResolver, runOncePerIdempotencyKey } from '../../src/operations/idempotency.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { makeLeaseRenewer } from '../../src/platform/db/leases.ts'
import type { TransactionalSqlRunner } from '../../src/platform/db/sql.ts'
import type { SqlRunner, SqlStatement } from '../../src/platform/db/statement.ts'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { freshDatabase } from '../support/service.ts'

let db: Database
let workspaceId: string
beforeAll(async () => {
  ;({ db } = await freshDatabase())
  workspaceId = makeUuidV7()
  await db.prisma.workspace.create({ data: { id: workspaceId, name: 'Test', plan: 'enterprise' } })
})
afterAll(() => db.close())

type Answer = (statement: SqlStatement<unknown>, values: readonly unknown[]) => unknown[] | undefined

/** The database, in which `answer` answers some statements instead. */
function answering(answer: Answer): TransactionalSqlRunner {
  const wrap = (sql: SqlRunner): SqlRunner => ({
    ...sql,
    rows: async <Row>(statement: SqlStatement<Row>, values: readonly unknown[]) =>
      (answer(statement, values) as Row[] | undefined) ?? sql.rows(statement, values),
  })
  return { ...wrap(db.sql), transaction: (work) => db.sql.transaction((tx) => work(wrap(tx))) }
}

const caller: Caller = { kind: 'key', keyId: 'k', name: 'k', workspaceId: 'w', plan: 'enterprise', scopes: new Set() }
const warned = vi.fn<(details: object, message: string) => void>()

function contextOf(sql: TransactionalSqlRunner, idempotencyKeysInUse = new Set<string>()): GraphQLContext {
  const log = { warn: warned }
  const leases = makeLeaseRenewer(sql, log as unknown as Parameters<typeof makeLeaseRenewer>[1])
  const parts = { caller, db: { ...db, sql }, idempotencyKeysInUse, leases, notes: {}, log: () => log }
  return { ...parts, workspaceId: () => workspaceId } as unknown as GraphQLContext
}

const conflict = { code: 'conflict', headers: { 'Retry-After': '1' } }

test('an Idempotency-Key that another process has locked is refused, and nothing runs', async () => {
  const locked: unknown[] = []
  const sql = answering(({ name }, values) => {
    if (name !== 'idempotency_lock') return undefined
    locked.push(...values)
    return [{ locked: false }]
  })
  const run = vi.fn<() => string>()
  const request = runOncePerIdempotencyKey('write', { idempotencyKey: 'elsewhere' }, contextOf(sql), run)
  await expect(request).rejects.toMatchObject(conflict)
  expect([run.mock.calls, locked]).toEqual([[], ['key:k elsewhere']])
})

test('an Idempotency-Key that this process handles is refused without a database connection', async () => {
  const away = { ...db.sql, transaction: () => Promise.reject(new Error('no connection')) }
  const context = contextOf(away, new Set(['key:k here']))
  await expect(runOncePerIdempotencyKey('write', { idempotencyKey: 'here' }, context, () => 1)).rejects.toMatchObject(
    conflict,
  )
  await expect(runOncePerIdempotencyKey('write', { idempotencyKey: 'other' }, context, () => 1)).rejects.toThrow(
    'no connection',
  )
})

test('this process handles an Idempotency-Key until its request has succeeded or failed', async () => {
  const inUse = new Set<string>()
  const context = contextOf(db.sql, inUse)
  const seen: string[][] = []
  const note = () => seen.push([...inUse])
  await runOncePerIdempotencyKey('write', { idempotencyKey: 'good' }, context, note)
  const failing = () => {
    note()
    throw new Error('broken')
  }
  await expect(runOncePerIdempotencyKey('write', { idempotencyKey: 'bad' }, context, failing)).rejects.toThrow('broken')
  expect([seen, inUse.size]).toEqual([[['key:k good'], ['key:k bad']], 0])
})

test('a result is returned even if its Idempotency-Key cannot be released', async () => {
  const sql = answering(({ name }) => {
    if (name === 'idempotency_release') throw new Error('no connection')
    return undefined
  })
  const resolve = makeLongRunningIdempotentResolver('write', async () => 'done')
  expect(await resolve({}, { idempotencyKey: 'kept' }, contextOf(sql))).toBe('done')
  expect(warned).toHaveBeenCalledWith({ err: expect.any(Error) }, 'a key was not released')
})

test('the lease of an Idempotency-Key is renewed until its request has ended, and not after it', async () => {
  const renewed: unknown[] = []
  const context = contextOf(
    answering(({ name }, [, , key]) => {
      if (name === 'idempotency_renew') renewed.push(key)
      return undefined
    }),
  )
  const resolve = (works: boolean) =>
    makeLongRunningIdempotentResolver('write', async () => {
      await context.leases.renew()
      if (!works) throw new Error('broken')
      return 'done'
    })
  await resolve(true)({}, { idempotencyKey: 'one' }, context)
  await context.leases.renew()
  await expect(resolve(false)({}, { idempotencyKey: 'two' }, context)).rejects.toThrow('broken')
  await context.leases.renew()
  expect(renewed).toEqual(['one', 'two'])
})
