import cluster from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { makeApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { OperatorError } from './errors.ts'
import { figuresServer, makeFleetFigures } from './gate/figures.ts'
import { makeListener } from './gate/listener.ts'
import { obey } from './key/shell.ts'
import { openDoors } from './process/doors.ts'
import { makeFleet } from './process/fleet.ts'
import { makeLog } from './process/log.ts'
import { openDatabase, openReplica, prepare } from './process/open.ts'
import { listen, readTls } from './process/ports.ts'
import { openShell } from './process/shell.ts'
import { stopOnSignal } from './process/stop.ts'
import { addressOf, welcome } from './process/welcome.ts'

/** Whoever waits for the start asks first whether it is ready; what the next request needs is made after that. */
const warmAfterMs = 500

function greet(config: Config, log: Logger, port: number, demoKey: string | undefined): void {
  if (config.production) log.info({ port, host: config.host }, 'listening')
  else console.log(welcome(addressOf(config, port), demoKey))
}

// What not every start needs is read by those that do.
async function developmentProvider(config: Config) {
  const { makeDevelopmentProvider } = await import('./auth/development/provider.ts')
  return makeDevelopmentProvider(config)
}

/** Has several processes serve. */
async function lead(config: Config, log: Logger): Promise<void> {
  const db = await openDatabase(config, log)
  const demoKey = await prepare(db, config, log)
  await db.close()
  const figures = makeFleetFigures()
  const port = await makeFleet(config.processes, log).start()
  if (config.metrics.port !== undefined)
    await listen(figuresServer(figures), 'METRICS_PORT', config.metrics.port, config.host)
  greet(config, log, port, demoKey)
}

/** Serves, alone or as one of several. */
async function serve(config: Config, log: Logger): Promise<void> {
  const tls = await readTls(config)
  const db = await openDatabase(config, log)
  const demoKey = cluster.isWorker ? undefined : await prepare(db, config, log)
  const signIn = !config.oidc && !config.production && config.processes === 1
  const development = signIn ? await developmentProvider(config) : undefined
  const app = await makeApp({ config, db, replicaDb: openReplica(config), log, development })
  const server = makeListener(app, { tls })
  const servers = [server]
  // One of several has its connections from the process that leads them.
  const doors = cluster.isWorker ? undefined : await openDoors(server, 'PORT', config.port, config.host)
  const port = doors?.port ?? (await listen(server, 'PORT', config.port, config.host))
  if (config.metrics.port !== undefined && !cluster.isWorker) {
    const metrics = figuresServer(app.figures)
    await listen(metrics, 'METRICS_PORT', config.metrics.port, config.host)
    servers.push(metrics)
  }
  if (db.kind === 'embedded') {
    const { keyring } = app.services
    const parts = { db, keyPrefix: config.keyPrefix, changed: keyring.changed }
    servers.push(await openShell(config.dataDir, (command) => obey(command, parts), log))
  }
  stopOnSignal(servers, doors, app)
  if (!cluster.isWorker) greet(config, log, port, demoKey)
  await wait(warmAfterMs, undefined, { ref: false })
  await app.warm()
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = await makeLog(config)
  await (config.processes > 1 && cluster.isPrimary ? lead(config, log) : serve(config, log))
}

start().catch((error: Error) => {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exit(1)
})
