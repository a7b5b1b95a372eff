import type { Config } from '../../platform/config.ts'
import type { TransactionalSqlRunner } from '../../platform/db/sql.ts'
import type { SqlRunner, SqlStatement } from '../../platform/db/statement.ts'
import type { StorageGauge } from './gauge.ts'
import { getStorageQuota, makeStorageQuotaError, rowOverheadBytes } from './quota.ts'
import { readStoredBytes } from './stored-bytes.ts'

/**
 * Returns a maximum of the bytes that a statement with these values can store. A character takes up to 3 bytes in UTF-8.
 * The fourth byte is for the part of each stored row that is no text: a row is at least 130 characters of its batch.
 */
function estimateStoredBytes(values: readonly unknown[]): number {
  let bytes = 600
  for (const value of values) {
    if (typeof value === 'string') bytes += 4 * value.length
    else if (Array.isArray(value)) bytes += estimateStoredBytes(value)
  }
  return bytes
}

type Usage = { bytes: number; copies: boolean }

/** Returns a SQL runner that adds up what the statements of a transaction can store. */
function measure(tx: SqlRunner, usage: Usage): SqlRunner {
  const note = ({ copiesRows }: SqlStatement<unknown>, values: readonly unknown[]) => {
    usage.copies ||= copiesRows === true
    usage.bytes += estimateStoredBytes(values)
  }
  return {
    ...tx,
    rows(statement, values) {
      note(statement, values)
      return tx.rows(statement, values)
    },
    write(statement, values) {
      note(statement, values)
      return tx.write(statement, values)
    },
  }
}

/** The parts of the GraphQL context that the limit needs. */
type Limits = {
  db: { sql: TransactionalSqlRunner }
  storageGauge: StorageGauge
  config: Pick<Config, 'storageQuotas'>
  workspaceId: () => string
}

/**
 * Checks that the workspace has room for one more record.
 * @throws ApiError `conflict` with the reason `storage_quota_exceeded`
 */
export async function assertStorageNotFull({ db, config, workspaceId }: Limits): Promise<void> {
  const { plan, total } = await readStoredBytes(db.sql, workspaceId())
  const [quota, needed] = [getStorageQuota(config, plan), total + rowOverheadBytes]
  if (needed > quota) throw makeStorageQuotaError({ total: needed }, quota)
}

/**
 * Returns the SQL runner of a request, with writes that fail if the workspace would then store more than its quota, and more than before.
 * Few writes ask the database: those that copy rows, those that might not fit, and the first of each second.
 * @throws ApiError `conflict` with the reason `storage_quota_exceeded`
 */
export function limitStoredBytes({
  db: { sql },
  storageGauge: gauge,
  config,
  workspaceId,
}: Limits): TransactionalSqlRunner {
  async function assertRoom(tx: SqlRunner, bytesBefore: number): Promise<void> {
    const stored = await readStoredBytes(tx, workspaceId())
    const quota = getStorageQuota(config, stored.plan)
    if (stored.total > quota && stored.total > bytesBefore) throw makeStorageQuotaError(stored, quota)
  }

  async function transaction<T>(work: (tx: SqlRunner) => Promise<T>): Promise<T> {
    const id = workspaceId()
    // A workspace over its quota may still shrink, or stay as it is.
    const isOver = await gauge.isOver(id, sql)
    let end: (() => void) | undefined
    try {
      const result = await sql.transaction(async (tx) => {
        const usage: Usage = { bytes: 0, copies: false }
        const bytesBefore = isOver ? (await readStoredBytes(tx, id)).total : 0
        const result = await work(measure(tx, usage))
        end?.()
        end = isOver || usage.copies ? undefined : gauge.reserveKnownRoom(id, usage.bytes)
        if (!end) await assertRoom(tx, bytesBefore)
        return result
      })
      if (!end) gauge.forget(id)
      return result
    } finally {
      end?.()
    }
  }

  async function alone<Row>(method: 'rows' | 'write', statement: SqlStatement<Row>, values: readonly unknown[]) {
    const end = await gauge.reserveRoom(workspaceId(), estimateStoredBytes(values))
    if (!end) return transaction((tx) => tx.rows(statement, values))
    try {
      return await sql[method](statement, values)
    } finally {
      end()
    }
  }

  return {
    pipeline: sql.pipeline,
    rows: (statement, values) => alone('rows', statement, values),
    write: (statement, values) => alone('write', statement, values),
    transaction,
  }
}
