import type { Logger } from 'pino'
import type { NodeAway } from '../../platform/db/cluster-nodes.ts'
import type { Database } from '../../platform/db/database.ts'

const cacheMs = 1000
/** A check that takes longer than this many milliseconds counts as failed. */
const timeoutMs = 2000

type Dependencies = { db: Pick<Database, 'ready' | 'listNodesAway'>; log: Pick<Logger, 'warn'> }

/** Whether requests can be served, and the nodes of a cluster whose workspaces cannot. */
export type Readiness = { isReady: boolean; nodesAway: NodeAway[] }
const notReady: Readiness = { isReady: false, nodesAway: [] }

/**
 * Makes a function that checks whether the database answers and has the schema that the service requires. Each result
 * is reused for one second.
 */
export function makeReadinessCheck({ db, log }: Dependencies): () => Promise<Readiness> {
  let cached: Readiness & { until: number } = { ...notReady, until: 0 }
  let checking: Promise<Readiness> | undefined

  async function check(): Promise<Readiness> {
    const read = async () => ({ isReady: await db.ready(), nodesAway: (await db.listNodesAway?.()) ?? [] })
    const readiness = await read().catch((error: unknown) => {
      log.warn({ error: error instanceof Error ? error.message : error }, 'the database does not answer')
      return notReady
    })
    if (readiness.nodesAway.length > 0) log.warn({ nodes: readiness.nodesAway }, 'nodes of the cluster do not answer')
    cached = { ...readiness, until: performance.now() + cacheMs }
    checking = undefined
    return readiness
  }

  function withTimeout(look: Promise<Readiness>): Promise<Readiness> {
    const { promise, resolve } = Promise.withResolvers<Readiness>()
    const timer = setTimeout(resolve, timeoutMs, notReady)
    void look.then(resolve).finally(() => clearTimeout(timer))
    return promise
  }

  return () => {
    if (cached.until > performance.now()) return Promise.resolve(cached)
    checking ??= check()
    return withTimeout(checking)
  }
}
