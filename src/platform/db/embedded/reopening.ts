import { statfs } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { EmbeddedDatabaseCrashedError, makeDatabaseUnreachableError, translateDatabaseFailure } from '../errors.ts'
import type { PgliteClient, PgliteTransaction } from './prepared-statements.ts'

/** After a failure, the service tries to open the embedded database again at this interval, in milliseconds. */
const retryMs = 1_000
/** The service opens the database again only if the disk has this much free space. */
const minFreeBytes = 20 * 1024 * 1024

/**
 * The listeners for failures of the embedded database. `onBroken` is called after a failure, and `onReopened` after the
 * database is open again.
 */
export type DatabaseFailureListeners = { onBroken?: (error: Error) => void; onReopened?: () => void }

type ReopeningOptions = DatabaseFailureListeners & {
  folder: string
  open(): Promise<PgliteClient>
}

/** Opens a PGlite database that reopens automatically after a failure, for example after the disk was full. */
export async function openAutoReopeningPglite({
  folder,
  open,
  onBroken = () => {},
  onReopened = () => {},
}: ReopeningOptions): Promise<PgliteClient> {
  let current: PgliteClient | undefined = await open()
  let cause: Error = new EmbeddedDatabaseCrashedError()
  let isClosed = false

  const hasSpace = () =>
    statfs(folder).then(
      ({ bavail, bsize }) => bavail * bsize >= minFreeBytes,
      () => false,
    )

  async function reopen(): Promise<void> {
    while (!current && !isClosed) {
      await wait(retryMs, undefined, { ref: false })
      if (!(await hasSpace()) || isClosed) continue
      const reopened = await open().catch(() => undefined)
      // While `open` ran, the service may have closed the database. The new client is then closed too.
      if (isClosed) return reopened?.close()
      current = reopened
      if (current) onReopened()
    }
  }

  function translateError(client: PgliteClient, error: Error): Error {
    if (error instanceof EmbeddedDatabaseCrashedError && client === current) {
      cause = error
      current = undefined
      onBroken(error)
      void reopen().catch(onBroken)
    }
    return translateDatabaseFailure(error)
  }

  async function guarded<T>(work: (client: PgliteClient) => Promise<T>): Promise<T> {
    const client = current
    if (!client) throw makeDatabaseUnreachableError(cause)
    try {
      return await work(client)
    } catch (error) {
      throw translateError(client, error as Error)
    }
  }

  return {
    query: <T>(...args: Parameters<PGlite['query']>) => guarded((client) => client.query<T>(...args)),
    exec: (...args) => guarded((client) => client.exec(...args)),
    submit: (batch) => guarded((client) => client.submit(batch)),
    transaction: <T>(work: (tx: PgliteTransaction) => Promise<T>) => guarded((client) => client.transaction(work)),
    get closed() {
      return isClosed
    },
    close: async () => {
      isClosed = true
      await current?.close()
    },
  }
}
