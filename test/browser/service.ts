import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A service in a process of its own, with an embedded database. */
export type Service = Awaited<ReturnType<typeof startService>>

export async function startService(env: Record<string, string> = {}) {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'coursewright-browser-'))
  const url = `http://localhost:${port}`
  const settings = { PORT: String(port), DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error', ...env }
  let running: ChildProcess | undefined
  let printed = ''

  async function start(): Promise<void> {
    const { DATABASE_URL: _database, REDIS_URL: _redis, NODE_ENV: _mode, ...around } = process.env
    const child = spawn(process.execPath, ['src/main.ts'], {
      env: { ...around, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout.on('data', (text: Buffer) => {
      printed += text
    })
    running = child
    await vi.waitFor(
      async () => {
        if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`)
        const response = await fetch(`${url}/health/ready`)
        if (!response.ok) throw new Error(`The service answers ${response.status}.`)
      },
      { timeout: 150_000, interval: 100 },
    )
  }

  async function stop(): Promise<void> {
    if (!running || running.exitCode !== null) return
    running.kill('SIGTERM')
    await once(running, 'exit')
  }

  await start()
  return {
    url,
    start,
    stop,
    /** Returns the key that the first start printed. */
    firstKey: () => /cw_prod_\w{32}/.exec(printed)![0],
    close: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
