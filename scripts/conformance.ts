import { spawn } from 'node:child_process'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PGlite } from '@electric-sql/pglite'
import { pino } from 'pino'
import { createKey } from '../src/keys/create.ts'
import { readConfig } from '../src/platform/config.ts'
import { makeEmbeddedDatabase } from '../src/platform/db/embedded/embedded.ts'
import { withPreparedStatements } from '../src/platform/db/embedded/prepared-statements.ts'
import { makeUuidV7 } from '../src/platform/uuid.ts'
import { makeApp } from '../src/server/app.ts'

// The official conformance suite of MCP against /mcp. It sends no key, so a way in that adds one stands before the service.

const suite = '@modelcontextprotocol/conformance@0.1.16'
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const db = makeEmbeddedDatabase(withPreparedStatements(await PGlite.create()))
await db.migrate()
const config = readConfig({ LOG_LEVEL: 'silent' })
const app = await makeApp({ config, db, log: pino({ level: 'silent' }) })
const { id } = await db.prisma.workspace.create({ data: { id: makeUuidV7(), name: 'Conformance', plan: 'enterprise' } })
const { value: key } = await createKey(db.sql, config.keyPrefix, id, { name: 'conformance' })
const service = createServer(app.handle)
const port = await listen(service)

const wayIn = createServer((req, res) => {
  const headers = { ...req.headers, authorization: `Bearer ${key}` }
  const passed = request({ port, host: '127.0.0.1', method: req.method, path: req.url, headers }, (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(res)
  })
  req.pipe(passed)
})
const url = `http://localhost:${await listen(wayIn)}/mcp`

const baseline = new URL('../test/api/mcp/conformance.yml', import.meta.url).pathname
const args = ['--yes', suite, 'server', '--url', url, '--expected-failures', baseline, ...process.argv.slice(2)]
const run = spawn('npx', args, { stdio: 'inherit' })
run.on('close', async (code) => {
  wayIn.close()
  service.close()
  await app.close()
  process.exit(code ?? 1)
})
