import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { startTcpProxy } from '../../test/support/tcp-proxy.ts'
import type { Fault } from './fault.ts'
import { type PrivatePostgres, query, runProgram, startPrivatePostgres } from './private-postgres.ts'

type Parts = { postgres: PrivatePostgres; proxy: Awaited<ReturnType<typeof startTcpProxy>>; folder: string }

const endOtherSessions =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL'

async function setReadOnly(
  url: string,
  change: 'SET default_transaction_read_only = on' | 'RESET default_transaction_read_only',
) {
  await query(url, `ALTER SYSTEM ${change}`)
  await query(url, 'SELECT pg_reload_conf()')
}

/** Opens connections until the server has none left. */
async function takeAllConnections(url: string): Promise<pg.Client[]> {
  const taken: pg.Client[] = []
  for (let failures = 0; failures < 5; ) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    const isConnected = await client.connect().then(
      () => true,
      () => false,
    )
    if (isConnected) taken.push(client)
    else failures++
    if (failures === 0 && taken.length === 1) await taken[0]!.query(endOtherSessions)
  }
  return taken
}

function fillDisk(file: string): void {
  try {
    for (;;) writeFileSync(file, Buffer.alloc(1_000_000), { flag: 'a' })
  } catch {
    // The disk is full.
  }
}

/** Everything that can happen to one PostgreSQL server. */
export const makeDatabaseFaults = ({ postgres, proxy }: Parts): Fault[] => [
  {
    name: 'killed (SIGKILL), started again after 3 s',
    maxBackSeconds: 5,
    happen: async () => {
      await postgres.stop('SIGKILL')
      await wait(3000)
      await postgres.start()
    },
  },
  {
    name: 'restarted',
    maxBackSeconds: 5,
    happen: async () => {
      await postgres.stop('SIGINT')
      await postgres.start()
    },
  },
  {
    name: 'stopped (SIGSTOP) for 20 s',
    maxBackSeconds: 5,
    happen: async () => {
      postgres.signal('SIGSTOP')
      await wait(20_000)
      postgres.signal('SIGCONT')
    },
  },
  {
    name: 'all packets dropped for 20 s',
    maxBackSeconds: 20,
    happen: async () => {
      proxy.silence()
      await wait(20_000)
      proxy.restore()
    },
  },
  {
    name: 'packets on open connections dropped for ever',
    maxBackSeconds: 20,
    happen: async () => proxy.forget(),
  },
  {
    name: 'answers on open connections dropped for ever',
    maxBackSeconds: 20,
    happen: async () => proxy.loseAnswers(),
  },
  {
    name: 'read-only for 5 s',
    maxBackSeconds: 5,
    happen: async () => {
      await setReadOnly(postgres.url, 'SET default_transaction_read_only = on')
      await wait(5000)
      await setReadOnly(postgres.url, 'RESET default_transaction_read_only')
    },
  },
  {
    name: 'out of connections for 5 s',
    maxBackSeconds: 5,
    happen: async () => {
      const taken = await takeAllConnections(postgres.url)
      await wait(5000)
      await Promise.all(taken.map((client) => client.end()))
    },
  },
]

/** The disk of the data folder is full for 5 s. */
export const makeFullDisk = ({ postgres, folder }: Parts): Fault => ({
  name: 'its disk full for 5 s',
  maxBackSeconds: 5,
  happen: async () => {
    const filler = join(folder, 'filler')
    fillDisk(filler)
    await query(postgres.url, 'SELECT pg_switch_wal()', { retryMs: 0 }).catch(() => {})
    await wait(5000)
    await rm(filler)
    await postgres.start()
  },
})

/** How long a standby may take until it has every write of the primary. */
const maxSyncMs = 30_000

/** A synchronous standby, which has every acknowledged write, takes the primary's place and address. */
export const makeFailover = ({ postgres, proxy, folder }: Parts): Fault => ({
  name: 'killed, its standby promoted in its place',
  maxBackSeconds: 5,
  happen: async () => {
    await query(postgres.url, "ALTER SYSTEM SET synchronous_standby_names = '*'")
    const data = join(folder, 'standby')
    runProgram('pg_basebackup', '-d', postgres.url, '-D', data, '-R', '-c', 'fast', '-X', 'stream')
    const standby = await startPrivatePostgres(folder, 'standby')
    await query(postgres.url, 'SELECT pg_reload_conf()')
    const syncedStandbys = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"
    const giveUpAt = performance.now() + maxSyncMs
    while ((await query(postgres.url, syncedStandbys)).length === 0) {
      if (performance.now() > giveUpAt) throw new Error(`The standby did not catch up within ${maxSyncMs} ms.`)
      await wait(50)
    }
    await wait(1000)
    await postgres.stop('SIGKILL')
    await query(standby.url, 'SELECT pg_promote()')
    await query(standby.url, 'ALTER SYSTEM RESET synchronous_standby_names')
    await query(standby.url, 'SELECT pg_reload_conf()')
    proxy.redirect(standby.url)
    Object.assign(postgres, standby)
  },
})

/** Gives a folder a file system of 400 MB, enough for two servers, and returns how to remove it; undefined if this user may not mount one. */
export function mountSmallDisk(folder: string): (() => void) | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('chmod', ['777', folder])
    return () => void execFileSync('umount', ['-l', folder])
  } catch {
    return undefined
  }
}
