import type pg from 'pg'
import type { DatabaseEngine } from '../database-engine.ts'
import { disabledOptimizations } from '../optimizations.ts'
import { withClusterTexts } from './cluster-texts.ts'
import { makeGroupCommitWriter } from './group-commit.ts'
import { type DatabasePool, submitQuery } from './pool.ts'
import { PreparedStatementBatch } from './prepared-query.ts'
import { makeResultSizeCheck } from './result-size.ts'
import { type BoundSqlStatement, bindLock, type SqlRunner, type SqlStatement } from './statement.ts'
import { typeParsers } from './type-parsers.ts'

/** Runs hand-written SQL statements, on the same connections as Prisma. */
export interface TransactionalSqlRunner extends SqlRunner {
  /**
   * Runs `work` in a transaction (READ COMMITTED). After a deadlock, `work` runs again, so `work` must change nothing
   * outside the database.
   */
  transaction<T>(work: (tx: SqlRunner) => Promise<T>): Promise<T>
}

const asText = (value: string) => value

/**
 * Makes the type parsers for one run of a statement. The parsers throw `ResultTooLargeError` when all parsed values
 * together are too large.
 */
function makePgTypes(maxBytes?: number): pg.CustomTypesConfig {
  const checkSize = makeResultSizeCheck(maxBytes)
  const getTypeParser = (oid: number) => {
    const parse = typeParsers[oid] ?? asText
    return (value: string) => {
      checkSize(value.length)
      return parse(value)
    }
  }
  return { getTypeParser } as pg.CustomTypesConfig
}

type Translate = (error: Error) => Error

type RunStatement = <Row>(statement: SqlStatement<Row>, values: readonly unknown[], maxBytes?: number) => Promise<Row[]>

/** Makes a SQL runner whose `pipeline` runs the statements one by one, each in its own round trip. */
function sequential(runAlone: RunStatement): SqlRunner {
  const run: RunStatement = async (statement, values, maxBytes) => {
    const lock = bindLock(statement, values)
    if (lock) await runAlone(...lock)
    return runAlone(statement, values, maxBytes)
  }
  return {
    rows: (statement, values) => run(statement, values),
    write: (statement, values) => run(statement, values),
    pipeline: (async (reads: readonly BoundSqlStatement[], maxBytes?: number) => {
      const results: unknown[][] = []
      for (const [statement, values] of reads) results.push(await run(statement, values, maxBytes))
      return results
    }) as SqlRunner['pipeline'],
  }
}

/** Makes a SQL runner whose statements are prepared once for each connection. `submit` sends them to the database. */
export function makePreparedStatementRunner(
  submit: (batch: PreparedStatementBatch) => void,
  translate: Translate,
): SqlRunner {
  const run = (reads: readonly BoundSqlStatement[], maxBytes?: number) =>
    new Promise<unknown[][]>((resolve, reject) => {
      const locks = reads.map(([statement, values]) => bindLock(statement, values)).filter((lock) => lock !== undefined)
      const bound = [...locks, ...reads].map(([{ name, text, composer }, values]) => ({ name, text, composer, values }))
      const answered: PreparedStatementBatch['callback'] = (error, results) =>
        error ? reject(translate(error)) : resolve(results!.slice(locks.length))
      submit(new PreparedStatementBatch(bound, answered, maxBytes))
    })
  const rows = async <Row>(...read: BoundSqlStatement<Row>) => (await run([read]))[0] as Row[]
  return {
    rows,
    write: rows,
    pipeline: run as SqlRunner['pipeline'],
  }
}

const unnamed = (client: DatabasePool | pg.PoolClient, translate: Translate): SqlRunner =>
  sequential(async <Row>({ text }: SqlStatement<Row>, values: readonly unknown[], maxBytes?: number) => {
    try {
      const result = await client.query({ text, values: values as unknown[], types: makePgTypes(maxBytes) })
      return result.rows as Row[]
    } catch (error) {
      throw translate(error as Error)
    }
  })

const onPool = (pool: DatabasePool, named: boolean, translate: Translate) =>
  named ? makePreparedStatementRunner((batch) => pool.run(batch), translate) : unnamed(pool, translate)

const onClient = (client: pg.PoolClient, named: boolean, translate: Translate) =>
  named ? makePreparedStatementRunner((batch) => submitQuery(client, batch), translate) : unnamed(client, translate)

const unchanged = (runner: SqlRunner) => runner

/**
 * The SQLSTATE codes of a serialization failure and a deadlock. In both cases PostgreSQL has rolled the transaction
 * back, so the transaction can run again.
 */
const retryableCodes = new Set(['40001', '40P01'])
const maxRuns = 10

async function withRetry<T>(run: () => Promise<T>, runs = 1): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (runs === maxRuns || !retryableCodes.has((error as { code?: string }).code ?? '')) throw error
    return withRetry(run, runs + 1)
  }
}

type PgOptions = {
  /**
   * False if the database is behind a connection pooler. The pooler may run the next statement in another session,
   * where the prepared statement does not exist.
   */
  named?: boolean
  engine?: DatabaseEngine | undefined
  /** The SQL that begins every transaction. The default is `BEGIN`. */
  begin?: string
}

/** Makes the SQL runner for PostgreSQL. */
export function makePostgresSqlRunner(pool: DatabasePool, options: PgOptions = {}): TransactionalSqlRunner {
  const { begin = 'BEGIN' } = options
  const named = (options.named ?? true) && !disabledOptimizations.has('preparedBatches')
  const translate = (error: Error) => pool.translateError(error)
  const isCluster = options.engine === 'citus'
  const forEngine = isCluster ? withClusterTexts : unchanged
  const { rows, pipeline } = forEngine(onPool(pool, named, translate))
  async function once<T>(work: (tx: SqlRunner) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    let connectionError: Error | undefined
    let isCommitting = false
    try {
      await client.query(begin)
      const result = await work(forEngine(onClient(client, named, translate)))
      isCommitting = true
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: Error) => {
        connectionError = failure
      })
      throw pool.translateTransactionError(error as Error, isCommitting)
    } finally {
      client.release(connectionError)
    }
  }
  // Without prepared batches, a lock and its statement are two statements.
  const rowsWithLock: SqlRunner['rows'] = (statement, values) =>
    statement.lock && !named ? once((tx) => tx.rows(statement, values)) : rows(statement, values)
  const retrying: Pick<SqlRunner, 'rows' | 'pipeline'> = {
    rows: (statement, values) => withRetry(() => rowsWithLock(statement, values)),
    pipeline: (reads, maxBytes) => withRetry(() => pipeline(reads, maxBytes)),
  }
  // The writes of several workspaces in one transaction would be a transaction of several nodes.
  const sharesCommits = named && !isCluster && !disabledOptimizations.has('groupCommit')
  return {
    ...retrying,
    write: sharesCommits ? makeGroupCommitWriter(retrying) : retrying.rows,
    transaction: (work) => withRetry(() => once(work)),
  }
}
