import DataLoader from 'dataloader'
import pg from 'pg'
import type { Ask, Queries, Statement } from './sql.ts'

/** As many as share a transaction at most, and how long they wait for a row that somebody else holds. */
const most = 50
const patience = '20ms'

// Until the transaction ends (PostgreSQL's documentation, section 9.27.1).
const waitBriefly: Statement<never> = { name: 'wait_briefly', text: "SELECT set_config('lock_timeout', $1, true)" }

const ofOneTurn = { cache: false, maxBatchSize: most, batchScheduleFn: (run: () => void) => void setImmediate(run) }

type Written = { rows: unknown[] | Promise<unknown[]> }

/**
 * Writes of one statement each, in one transaction with whatever others write in the same turn of the event loop: one way
 * there and back, and one commit, for all. Whoever cannot go with the others goes alone: where one fails or has to wait,
 * all are taken back, and each runs by itself.
 */
export function jointWrites({ rows, together }: Queries): Queries['write'] {
  // Each has its own answer to wait for, so that one who goes alone and has to wait keeps no other waiting.
  const alone = (ask: Ask): Written => ({ rows: rows(...ask) })

  const writes = new DataLoader<Ask, Written>(async (asks) => {
    if (asks.length === 1) return asks.map(alone)
    try {
      const [, ...results] = await together([[waitBriefly, [patience]], ...asks])
      return results.map((result) => ({ rows: result }))
    } catch (error) {
      // Only what PostgreSQL itself says to have failed is taken back for sure; of a cut connection nobody knows.
      if (!(error instanceof pg.DatabaseError)) throw error
      return asks.map(alone)
    }
  }, ofOneTurn)

  return async <Row>(...ask: Ask<Row>) => (await writes.load(ask)).rows as Promise<Row[]>
}
