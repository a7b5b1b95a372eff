import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../bench/process.ts'
import { service } from '../../bench/servers.ts'
import { type AttackResult, seconds } from './attack.ts'
import { type EmptyDatabase, makeEmptyDatabase } from './attacked-service.ts'

const moments = 9
/** A start may take so much longer than one that was never disturbed. */
const maxExtraMs = 5000
const giveUpMs = 90_000

/** Starts the program; `readyMs` resolves to the time until it answers, or to infinity if it ends or does not answer. */
async function launch(database: EmptyDatabase) {
  const port = await freePort()
  const log = join(database.folder, 'service.log')
  const output = openSync(log, 'a')
  const env = { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...database.env }
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...service.flags, service.file], { env, stdio: ['ignore', output, output] })
  const exit = once(child, 'exit')
  async function readyMs(): Promise<number> {
    while (child.exitCode === null && performance.now() - startedAt < giveUpMs) {
      const isReady = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isReady) return performance.now() - startedAt
      await wait(20)
    }
    return Number.POSITIVE_INFINITY
  }
  const kill = async () => {
    child.kill('SIGKILL')
    await exit
  }
  return { readyMs, kill, lastLine: () => readFileSync(log, 'utf8').trim().split('\n').at(-1) }
}

/** Waits until a process works on the database: it has a session there, or has made its folder. */
async function untilInUse(database: EmptyDatabase): Promise<void> {
  if (database.url === undefined) {
    while (!existsSync(join(database.folder, 'postgres'))) await wait(1)
    return
  }
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const sessions = 'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'
  while ((await client.query(sessions)).rowCount === 0) await wait(1)
  await client.end()
}

/** A start that nobody disturbs: how long it takes, and how long of that it works on the database. */
async function measureStart(): Promise<{ startMs: number; migratingMs: number }> {
  const database = await makeEmptyDatabase()
  const first = await launch(database)
  await untilInUse(database)
  const inUseAt = performance.now()
  const startMs = await first.readyMs()
  const migratingMs = performance.now() - inUseAt
  await first.kill()
  await database.remove()
  return { startMs, migratingMs }
}

/** Kills a start so long after it began to work on the database, and measures the next one. */
async function startAfterKill(killAfterMs: number): Promise<{ startMs: number; lastLine: string | undefined }> {
  const database = await makeEmptyDatabase()
  try {
    const killed = await launch(database)
    await untilInUse(database)
    await wait(killAfterMs)
    await killed.kill()
    const next = await launch(database)
    const startMs = await next.readyMs()
    await next.kill()
    return { startMs, lastLine: next.lastLine() }
  } finally {
    await database.remove()
  }
}

/** Finding 5: a process is killed while it migrates an empty database, in nine moments. */
export async function attackMigrations(): Promise<AttackResult[]> {
  const { startMs: usualMs, migratingMs } = await measureStart()
  const results: AttackResult[] = []
  for (let moment = 0; moment < moments; moment++) {
    const killAfterMs = (migratingMs * moment) / moments
    const { startMs, lastLine } = await startAfterKill(killAfterMs)
    const ok = startMs - usualMs <= maxExtraMs
    results.push({
      attack: `killed ${Math.round(killAfterMs)} ms after it began to migrate`,
      expected: `the next start is ready within 5 s more than usual (${seconds(usualMs)})`,
      seen: ok ? `ready after ${seconds(startMs)}` : `not ready: ${lastLine}`,
      ok,
    })
  }
  return results
}
