import cluster from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { makeWorkerMetricsAggregator } from '../http/metrics/cluster-metrics.ts'
import { getMetricsHost, makeMetricsServer } from '../http/metrics/endpoint.ts'
import { makeHttpServer } from '../http/pipeline/listener.ts'
import { loadDevelopmentProvider } from '../identity/development/load.ts'
import { runKeyCommand } from '../keys/admin-commands.ts'
import type { KeyCommand } from '../keys/key-command.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { OperatorError } from '../platform/errors.ts'
import { makeLogger } from '../platform/log.ts'
import type { DemoWorkspace } from '../sample/seed.ts'
import { openAdminSocket } from './admin-socket.ts'
import { makeApp } from './app.ts'
import { makeCluster } from './cluster.ts'
import { listenOnPort, readTlsFiles } from './listen.ts'
import { makeGracefulServerClose } from './open-connections.ts'
import { migrateAndSeedDatabase, openDatabase, openReplicaDatabase } from './open-database.ts'
import { openSharedPortSockets } from './reuse-port.ts'
import { logStartNotices } from './start-notices.ts'
import { stopOnSignal } from './stop.ts'
import { formatWelcomeMessage } from './welcome-message.ts'

/**
 * The delay in milliseconds before the call of `warm`, which blocks the event loop. The first health checks must not
 * wait for `warm`.
 */
const warmUpDelayMs = 500

function announce(config: Config, log: Logger, port: number, demo: DemoWorkspace | undefined): void {
  logStartNotices(config, log)
  if (config.isProduction) log.info({ port, host: config.host }, 'listening')
  else console.log(formatWelcomeMessage(config, port, demo))
}

/** Runs the primary process of a cluster: migrates the database, starts the workers and opens the metrics port. */
async function runPrimary(config: Config, log: Logger): Promise<void> {
  const db = await openDatabase(config, log)
  const demo = await migrateAndSeedDatabase(db, config, log)
  await db.close()
  const readMetrics = makeWorkerMetricsAggregator()
  const port = await makeCluster(config.processes, log).start()
  if (config.metrics.port !== undefined)
    await listenOnPort(
      makeMetricsServer(readMetrics, config),
      'METRICS_PORT',
      config.metrics.port,
      getMetricsHost(config),
    )
  announce(config, log, port, demo)
}

/** Runs a process that answers requests: the only process, or one worker of a cluster. */
async function runServer(config: Config, log: Logger): Promise<void> {
  const tls = await readTlsFiles(config)
  const db = await openDatabase(config, log)
  const demo = cluster.isWorker ? undefined : await migrateAndSeedDatabase(db, config, log)
  const hasDevelopmentSignIn = !config.oidc && !config.isProduction && config.processes === 1
  const development = hasDevelopmentSignIn ? await loadDevelopmentProvider(config) : undefined
  const app = await makeApp({ config, db, replicaDb: openReplicaDatabase(config), log, development })
  const server = makeHttpServer(app, { tls, connectionLimits: config.connectionLimits })
  // The server tracks its connections before the port opens, because a stop must close all of them.
  const close = [makeGracefulServerClose(server)]
  stopOnSignal(close, app)
  // A worker process opens no shared sockets, because it receives its connections from the primary process.
  const listeners = cluster.isWorker ? undefined : await openSharedPortSockets(server, 'PORT', config.port, config.host)
  if (listeners) close.push(listeners.close)
  const port = listeners?.port ?? (await listenOnPort(server, 'PORT', config.port, config.host))
  if (config.metrics.port !== undefined && !cluster.isWorker) {
    const metrics = makeMetricsServer(app.readMetrics, config)
    close.push(makeGracefulServerClose(metrics))
    await listenOnPort(metrics, 'METRICS_PORT', config.metrics.port, getMetricsHost(config))
  }
  if (db.kind === 'embedded') {
    const { keyring } = app.services
    const dependencies = { db, keyPrefix: config.keyPrefix, onKeysChanged: keyring.invalidate }
    const run = (command: KeyCommand) => runKeyCommand(command, dependencies)
    close.push(makeGracefulServerClose(await openAdminSocket(config.dataDir, run, log)))
  }
  if (!cluster.isWorker) announce(config, log, port, demo)
  await wait(warmUpDelayMs, undefined, { ref: false })
  await app.warm()
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = await makeLogger(config)
  await (config.processes > 1 && cluster.isPrimary ? runPrimary(config, log) : runServer(config, log))
}

start().catch((error: Error) => {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exit(1)
})
