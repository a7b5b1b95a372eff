import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { pino } from 'pino'
import { type App, makeApp } from './app.ts'
import { makeDevelopmentProvider } from './auth/development/provider.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { openEmbedded, openPostgres } from './db/client.ts'
import { MigrationError } from './db/migrate.ts'

const graceMs = 10_000

const openDatabase = ({ databaseUrl, databasePool, dataDir }: Config) =>
  databaseUrl ? openPostgres(databaseUrl, { size: databasePool }) : openEmbedded(dataDir)

async function makeServer({ tls }: Config, app: App): Promise<Server> {
  if (!tls) return createServer(app.handle)
  const [cert, key] = await Promise.all([readFile(tls.certFile), readFile(tls.keyFile)])
  return createSecureServer({ cert, key, minVersion: 'TLSv1.2' }, app.handle)
}

/** Finishes what is in flight, closes the pool, ends with 0. */
function stopOnSignal(server: Server, app: App): void {
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    app.services.log.info({ signal }, 'stopping')
    app.stop()
    setTimeout(() => server.closeAllConnections(), graceMs).unref()
    server.close(async () => {
      await app.close()
      process.exit(0)
    })
    server.closeIdleConnections()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino({ level: config.logLevel })
  const db = await openDatabase(config)
  await db.migrate()
  const development = config.oidc || config.production ? undefined : await makeDevelopmentProvider(config)
  const app = await makeApp({ config, db, log, development })
  const server = await makeServer(config, app)
  stopOnSignal(server, app)
  server.listen(config.port, config.host, () => log.info({ port: config.port, host: config.host }, 'listening'))
}

start().catch((error: Error) => {
  const told = error instanceof ConfigError || error instanceof MigrationError
  console.error(told ? error.message : error)
  process.exit(1)
})
