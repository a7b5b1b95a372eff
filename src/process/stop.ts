import cluster from 'node:cluster'
import type { Server } from 'node:http'
import type { App } from '../app.ts'
import { followConnections } from './connections.ts'
import type { Doors } from './doors.ts'

/** How long requests in flight may take; just inside the 30 seconds that orchestrators wait before they kill. */
const graceMs = 25_000

/**
 * On the first SIGTERM or SIGINT: refuses new connections, finishes what is in flight, lets go of everything and ends with
 * 0. A second signal ends the process at once; one of several hears them from the terminal and from the process that leads
 * them, which decides.
 */
export function stopOnSignal(servers: readonly Server[], doors: Doors | undefined, app: App): void {
  let stopping = false
  const closes = servers.map(followConnections)
  async function stop(signal: NodeJS.Signals, number: number): Promise<void> {
    if (stopping && cluster.isWorker) return
    if (stopping) process.exit(128 + number)
    stopping = true
    app.services.log.info({ signal }, 'stopping')
    app.stop()
    setTimeout(() => {
      for (const server of servers) server.closeAllConnections()
    }, graceMs).unref()
    await Promise.all([doors?.close(), ...closes.map((close) => close())])
    await app.close()
    app.services.log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
