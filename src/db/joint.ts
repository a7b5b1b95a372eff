import pg from 'pg'
import type { Ask, Queries, Statement } from './sql.ts'

/** As many as share a transaction at most, and how long they wait for a row that somebody else holds. */
const most = 50
const patienceMs = 20

// Until the transaction ends (PostgreSQL's documentation, section 9.27.1).
const waitBriefly: Statement<never> = { name: 'wait_briefly', text: "SELECT set_config('lock_timeout', $1, true)" }

type Waiting = { ask: Ask; resolve(rows: unknown[]): void; reject(error: unknown): void }

/**
 * Writes of one statement each, in one transaction with whatever others write in the same turn of the event loop or while
 * those before them are under way: one way there and back, and one commit, for all. Whoever cannot go with the others goes
 * alone: where one fails or has to wait, all are taken back, and each runs by itself.
 */
export function jointWrites({ rows, together }: Pick<Queries, 'rows' | 'together'>): Queries['write'] {
  const line: Waiting[] = []
  let underWay = false

  const alone = ({ ask, resolve, reject }: Waiting) => rows(...ask).then(resolve, reject)

  async function run(writes: readonly Waiting[]): Promise<void> {
    if (writes.length === 1) return alone(writes[0]!)
    try {
      const [, ...results] = await together([[waitBriefly, [`${patienceMs}ms`]], ...writes.map(({ ask }) => ask)])
      for (const [index, { resolve }] of writes.entries()) resolve(results[index]!)
    } catch (error) {
      // Only what PostgreSQL itself says to have failed is taken back for sure; of a cut connection nobody knows.
      const isUndone = error instanceof pg.DatabaseError
      for (const write of writes) isUndone ? void alone(write) : write.reject(error)
    }
  }

  // One transaction at a time, so that none waits for another's rows; but not for one that takes long itself.
  let latest = 0
  function take(): void {
    const mine = ++latest
    const writes = line.splice(0, most)
    underWay = writes.length > 0
    if (!underWay) return
    late.refresh()
    void run(writes).then(() => mine === latest && take())
  }
  const late = setTimeout(() => underWay && take(), patienceMs).unref()

  return <Row>(...ask: Ask<Row>) =>
    new Promise<Row[]>((resolve, reject) => {
      line.push({ ask, resolve: resolve as Waiting['resolve'], reject })
      if (underWay) return
      underWay = true
      setImmediate(take)
    })
}
