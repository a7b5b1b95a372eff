import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from '../../bench/process.ts'

const program = process.env.TEST_REDIS_SERVER ?? 'redis-server'

export function isRedisInstalled(): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Starts a Redis server that keeps everything in memory. */
export async function startPrivateRedis() {
  const port = await freePort()
  let child: ChildProcess | undefined
  /** A connection that stays open, so that it also works when Redis takes no new ones. */
  const admin = new Redis({ port, host: '127.0.0.1', maxRetriesPerRequest: null, retryStrategy: () => 50 })
  admin.on('error', () => {})

  async function start(): Promise<void> {
    child = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', '/tmp'], {
      stdio: 'ignore',
    })
    while ((await admin.ping().catch(() => '')) !== 'PONG') await wait(20)
  }

  async function stop(signal: NodeJS.Signals): Promise<void> {
    const exit = once(child!, 'exit')
    child!.kill(signal)
    await exit
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    stop,
    signal: (name: NodeJS.Signals) => void child!.kill(name),
    config: (name: string, value: string) => admin.config('SET', name, value),
    /** Makes the server a read-only replica of a server that does not exist, or a primary again. */
    setReadOnly: (isReadOnly: boolean) =>
      isReadOnly ? admin.replicaof('127.0.0.1', '1') : admin.replicaof('NO', 'ONE'),
    close: async () => {
      await stop('SIGKILL')
      admin.disconnect()
    },
  }
}
