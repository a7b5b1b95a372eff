import type { Logger } from 'pino'
import type { Database } from '../../platform/db/database.ts'

const cacheMs = 1000
/** A check that takes longer than this many milliseconds counts as failed. */
const timeoutMs = 2000

type Dependencies = { db: Pick<Database, 'ready'>; log: Pick<Logger, 'warn'> }

/**
 * Makes a function that checks whether the database answers and has the schema that the service requires. Each result
 * is reused for one second.
 */
export function makeReadinessCheck({ db, log }: Dependencies): () => Promise<boolean> {
  let cached = { isReady: false, until: 0 }
  let checking: Promise<boolean> | undefined

  async function check(): Promise<boolean> {
    const isReady = await db.ready().catch((error: unknown) => {
      log.warn({ error: error instanceof Error ? error.message : error }, 'the database does not answer')
      return false
    })
    cached = { isReady, until: performance.now() + cacheMs }
    checking = undefined
    return isReady
  }

  function withTimeout(look: Promise<boolean>): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(resolve, timeoutMs, false)
    void look.then(resolve).finally(() => clearTimeout(timer))
    return promise
  }

  return () => {
    if (cached.until > performance.now()) return Promise.resolve(cached.isReady)
    checking ??= check()
    return withTimeout(checking)
  }
}
