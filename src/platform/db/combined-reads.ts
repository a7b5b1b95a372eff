import DataLoader from 'dataloader'
import { disabledOptimizations } from '../optimizations.ts'
import { ResultTooLargeError } from './result-size.ts'
import type { BoundSqlStatement, SqlRunner } from './statement.ts'

/**
 * The maximum number of reads in one round trip. The number is small, because each caller waits until all reads have
 * ended.
 */
const maxReads = 8

/**
 * Runs reads in one round trip. If their rows are too large together, runs each read again in a round trip of its own.
 */
async function readTogether(sql: SqlRunner, reads: readonly BoundSqlStatement[]): Promise<(unknown[] | Error)[]> {
  try {
    return await sql.pipeline(reads)
  } catch (error) {
    // If PostgreSQL refuses one read, all reads of the round trip fail.
    if (!(error instanceof ResultTooLargeError)) throw error
    const results: (unknown[] | Error)[] = []
    for (const read of reads) results.push(await sql.rows(...read).catch((failure: Error) => failure))
    return results
  }
}

/**
 * Makes a function that sends short reads to PostgreSQL together, because waking up a session can take as long as a
 * short read.
 */
export function makeSameTurnReadCombiner(sql: SqlRunner): SqlRunner['rows'] {
  if (disabledOptimizations.has('combinedReads')) return sql.rows
  const loader = new DataLoader<BoundSqlStatement, unknown[]>((reads) => readTogether(sql, reads), {
    cache: false,
    maxBatchSize: maxReads,
    // Reads that start in the same turn of the event loop share one round trip.
    batchScheduleFn: (run) => void setImmediate(run),
  })
  return <Row>(...read: BoundSqlStatement<Row>) => loader.load(read) as Promise<Row[]>
}
