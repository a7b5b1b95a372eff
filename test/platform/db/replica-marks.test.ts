import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../../src/platform/db/database.ts'
import { makeReplicaRouter } from '../../../src/platform/db/replica.ts'
import type { SqlStatement } from '../../../src/platform/db/statement.ts'
import { freshDatabase } from '../../support/service.ts'

/** A database that only reports a position in PostgreSQL's log. */
function databaseAt(db: Database, position: { at: string }): Database {
  const rows = async <Row>(_statement: SqlStatement<Row>) => [{ at: position.at }] as Row[]
  return { ...db, sql: { ...db.sql, rows }, close: async () => {} }
}

test('beyond the bound for remembered writes, every workspace counts as having written', async () => {
  const { db } = await freshDatabase()
  const [primaryAt, replicaAt] = [{ at: '0/1' }, { at: '0/1' }]
  const primary = databaseAt(db, primaryAt)
  const replica = makeReplicaRouter({
    primary,
    replica: databaseAt(db, replicaAt),
    redis: undefined,
    log: pino({ level: 'silent' }),
  })
  onTestFinished(async () => {
    await replica.close()
    await db.close()
  })
  const readsReplica = async (workspace: string) => (await replica.chooseReadDatabase(workspace)) !== primary
  await expect.poll(() => readsReplica('first'), { timeout: 20_000 }).toBe(true)
  primaryAt.at = '0/5'
  for (let index = 0; index <= 10_000; index++) await replica.recordWrite(index === 0 ? 'first' : `workspace ${index}`)
  expect(await readsReplica('first')).toBe(false)
  expect(await readsReplica('another')).toBe(false)
  replicaAt.at = '0/5'
  await expect.poll(() => readsReplica('first'), { timeout: 20_000 }).toBe(true)
})
