import { createServer, type Server } from 'node:http'
import type { Logger } from 'pino'
import { seedDemo } from '../prisma/seed.ts'
import { type App, makeApp } from './app.ts'
import { makeDevelopmentProvider } from './auth/development/provider.ts'
import { type Config, readConfig } from './config.ts'
import { type Database, openEmbedded, openPostgres } from './db/client.ts'
import { OperatorError } from './errors.ts'
import { makeListener } from './gate/listener.ts'
import { obey } from './key/shell.ts'
import { makeLog } from './process/log.ts'
import { listen, readTls } from './process/ports.ts'
import { reachable } from './process/reach.ts'
import { openShell } from './process/shell.ts'
import { stopOnSignal } from './process/stop.ts'
import { addressOf, welcome } from './process/welcome.ts'

function openDatabase({ databaseUrl, databasePool, dataDir }: Config, log: Logger): Promise<Database> {
  if (!databaseUrl) return openEmbedded(dataDir)
  const lost = (error: Error) => log.warn({ error: error.message }, 'a database connection was lost or not made')
  return reachable(openPostgres(databaseUrl, { size: databasePool, lost }))
}

/** Prometheus' figures on a port of their own, which the operator keeps to themselves. */
function metricsServer({ metrics }: App): Server {
  return createServer(async (_req, res) => {
    res.setHeader('Content-Type', metrics.registry.contentType)
    res.end(await metrics.registry.metrics())
  })
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = await makeLog(config)
  const tls = await readTls(config)
  const db = await openDatabase(config, log)
  await db.migrate()
  const demoKey = config.production ? undefined : await seedDemo(db, config.keyPrefix)
  const development = config.oidc || config.production ? undefined : await makeDevelopmentProvider(config)
  const app = await makeApp({ config, db, log, development })
  const server = makeListener(app, { tls })
  const servers = [server]
  const port = await listen(server, 'PORT', config.port, config.host)
  if (config.metrics.port !== undefined) {
    const metrics = metricsServer(app)
    await listen(metrics, 'METRICS_PORT', config.metrics.port, config.host)
    servers.push(metrics)
  }
  if (db.kind === 'embedded') {
    const { keyring } = app.services
    const parts = { db, keyPrefix: config.keyPrefix, changed: keyring.changed }
    servers.push(await openShell(config.dataDir, (command) => obey(command, parts), log))
  }
  stopOnSignal(servers, app, app.close)
  if (config.production) log.info({ port, host: config.host }, 'listening')
  else console.log(welcome(addressOf(config, port), demoKey))
}

start().catch((error: Error) => {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exit(1)
})
