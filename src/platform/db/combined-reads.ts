import DataLoader from 'dataloader'
import { ResultTooLargeError } from './result-size.ts'
import type { BoundSqlStatement, SqlRunner } from './statement.ts'

/**
 * The maximum number of reads in one round trip. The number is small, because PostgreSQL runs the reads one after the
 * other, and each caller waits until all of them have ended.
 */
const maxReads = 8

/**
 * Runs reads in one round trip. If their rows are too large together, runs each read again in a round trip of its own.
 */
async function readTogether(sql: SqlRunner, reads: readonly BoundSqlStatement[]): Promise<(unknown[] | Error)[]> {
  try {
    return await sql.pipeline(reads)
  } catch (error) {
    if (!(error instanceof ResultTooLargeError)) throw error
    const results: (unknown[] | Error)[] = []
    for (const read of reads) results.push(await sql.rows(...read).catch((failure: Error) => failure))
    return results
  }
}

/**
 * Makes a function that runs short reads. Up to eight reads that start in the same turn of the event loop share one
 * round trip, because waking up a session of PostgreSQL can take as long as a short read. If PostgreSQL refuses one
 * read, all reads of the round trip fail.
 */
export function makeSameTurnReadCombiner(sql: SqlRunner): SqlRunner['rows'] {
  const loader = new DataLoader<BoundSqlStatement, unknown[]>((reads) => readTogether(sql, reads), {
    cache: false,
    maxBatchSize: maxReads,
    batchScheduleFn: (run) => void setImmediate(run),
  })
  return <Row>(...read: BoundSqlStatement<Row>) => loader.load(read) as Promise<Row[]>
}
