import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort, listProcessTree } from '../../bench/process.ts'

const debianFolder = '/usr/lib/postgresql'
const newestVersion = existsSync(debianFolder) ? readdirSync(debianFolder).sort().at(-1) : undefined

/** The folder of PostgreSQL's programs; undefined if they are not installed. */
export const postgresPrograms: string | undefined = [
  process.env.TEST_POSTGRES_BIN,
  newestVersion && join(debianFolder, newestVersion, 'bin'),
  ...(process.env.PATH ?? '').split(':'),
].find((folder) => folder && existsSync(join(folder, 'initdb')))

function readIds(user: string) {
  const readId = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: readId('-u'), gid: readId('-g') }
}

/** The user who runs PostgreSQL: root may not. */
const runAs: { uid?: number; gid?: number } = process.getuid?.() === 0 ? readIds('postgres') : {}

/** Runs a statement on a new connection. @throws Error if the connection is not made within 3 s */
async function queryOnce(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000, query_timeout: 60_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    client.end().catch(() => {})
  }
}

/**
 * Whether the server refused or ended the connection. It does so while it recovers from a fault (57P01 to 57P03), and
 * while the connections of a fault that is over are still open (53300).
 */
const isConnectionLost = (error: Error) =>
  !(error instanceof pg.DatabaseError) || /^(?:57P|53300)/.test(error.code ?? '')

/** Runs a statement that may be repeated. Tries again for `retryMs` if the server refuses or ends the connection. */
export async function query(url: string, text: string, { retryMs = 10_000 } = {}): Promise<Record<string, unknown>[]> {
  for (const until = performance.now() + retryMs; ; ) {
    try {
      return await queryOnce(url, text)
    } catch (error) {
      if (!isConnectionLost(error as Error) || performance.now() > until) throw error
      await wait(100)
    }
  }
}

export const runProgram = (program: string, ...args: string[]) =>
  execFileSync(join(postgresPrograms!, program), args, { ...runAs, cwd: tmpdir(), stdio: 'ignore' })

/** Makes a temporary folder that PostgreSQL may write to. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'coursewright-attack-'))
  if (runAs.uid !== undefined) execFileSync('chown', [`${runAs.uid}:${runAs.gid}`, folder])
  chmodSync(folder, 0o700)
  return folder
}

/** Starts a PostgreSQL server on the data in `folder/name`. Makes an empty cluster there if there is none. */
export async function startPrivatePostgres(folder: string, name = 'data') {
  const data = join(folder, name)
  const port = await freePort()
  const url = `postgresql://owner@127.0.0.1:${port}/postgres`
  let child: ChildProcess | undefined
  if (!existsSync(join(data, 'PG_VERSION')))
    runProgram('initdb', '-D', data, '-U', 'owner', '-A', 'trust', '-E', 'UTF8')

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null

  /** Starts the server if it is not running, and waits until it answers. */
  async function start(): Promise<void> {
    if (!isRunning()) {
      const settings = ['listen_addresses=127.0.0.1', 'max_connections=40'].flatMap((setting) => ['-c', setting])
      const args = ['-D', data, '-p', String(port), '-k', '', ...settings]
      child = spawn(join(postgresPrograms!, 'postgres'), args, { ...runAs, stdio: 'ignore' })
    }
    while (!(await queryOnce(url, 'SELECT 1').catch(() => undefined))) await wait(20)
  }

  /** Sends a signal to the server and to all its sessions. */
  function signal(name: NodeJS.Signals): void {
    for (const pid of listProcessTree(child!.pid!)) process.kill(pid, name)
  }

  async function stop(name: NodeJS.Signals): Promise<void> {
    if (!isRunning()) return
    const exit = once(child!, 'exit')
    if (name === 'SIGKILL') signal(name)
    else child!.kill(name)
    await exit
  }

  await start()
  return { url, start, stop, signal }
}

export type PrivatePostgres = Awaited<ReturnType<typeof startPrivatePostgres>>
