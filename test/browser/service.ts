import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { inject } from 'vitest'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Waits until the service answers that it is ready, for 150 s at most. */
async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  const endsAt = Date.now() + 150_000
  while (Date.now() < endsAt) {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`)
    const response = await fetch(`${url}/health/ready`).catch(() => undefined)
    if (response?.ok) return
    await setTimeout(100)
  }
  throw new Error('The service is not ready.')
}

/** A service in a process of its own, with an embedded database. */
export type Service = Awaited<ReturnType<typeof startService>>

const makeFolder = () => mkdtemp(join(tmpdir(), 'coursewright-browser-'))

/** Starts a service on an empty data folder. */
export const startNewService = async (env?: Record<string, string>) => startServiceIn(await makeFolder(), env)

/** Starts a service on a copy of the data folder that the first start of this run has filled. */
export async function startService(env: Record<string, string> = {}) {
  const { folder: template, printed } = inject('firstStart')
  const folder = await makeFolder()
  await cp(template, folder, { recursive: true })
  const service = await startServiceIn(folder, env)
  /** Returns the key that the first start printed. */
  const firstKey = () => /cw_prod_\w{32}/.exec(printed)![0]
  return { ...service, firstKey }
}

async function startServiceIn(folder: string, env: Record<string, string> = {}) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const settings = { PORT: String(port), DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error', ...env }
  let running: ChildProcess | undefined
  let printed = ''

  async function start(): Promise<void> {
    const { DATABASE_URL: _database, REDIS_URL: _redis, NODE_ENV: _mode, ...around } = process.env
    const child = spawn(process.execPath, ['src/main.js'], {
      env: { ...around, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout.on('data', (text: Buffer) => {
      printed += text
    })
    running = child
    await waitUntilReady(child, url)
  }

  async function stop(): Promise<void> {
    if (!running || running.exitCode !== null) return
    running.kill('SIGTERM')
    await once(running, 'exit')
  }

  await start()
  return {
    url,
    folder,
    start,
    stop,
    /** Returns what the service has printed. */
    printed: () => printed,
    /** Returns the key that the first start printed. */
    firstKey: () => /cw_prod_\w{32}/.exec(printed)![0],
    close: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
