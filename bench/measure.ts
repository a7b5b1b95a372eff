import pg from 'pg'
import type { Dataset } from './dataset.ts'
import { type LoadResult, runLoad } from './load.ts'
import { cpuMsOf, listProcessTree, type Running } from './process.ts'
import type { Call, Way } from './workloads.ts'

/** The result of one round of load on one server. The CPU times are in milliseconds for one request. */
export type Round = LoadResult & { perSecond: number; serverMs: number; postgresMs: number }

export const headersOf = ({ key }: Dataset) => ({
  'Content-Type': 'application/json',
  Authorization: `Bearer ${key}`,
})

/**
 * Returns the process ids of the PostgreSQL sessions of a database. Their CPU time is known only if PostgreSQL runs on
 * this machine.
 */
async function backendsOf(admin: pg.Client, { name }: Dataset): Promise<number[]> {
  const text = "SELECT pid FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'"
  const { rows } = await admin.query<{ pid: number }>(text, [name])
  return rows.map(({ pid }) => pid)
}

export const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const cpuOf = (pids: number[]) => new Map(pids.map((pid) => [pid, cpuMsOf(pid)]))
const grown = (before: Map<number, number>, after: Map<number, number>) =>
  sum([...after].map(([pid, ms]) => ms - (before.get(pid) ?? 0)))

type Options = { admin: pg.Client; data: Dataset; running: Running[]; connections: number; scratch: string }

export async function measureRound(
  { calls }: Pick<Way, 'calls'>,
  seconds: number,
  { admin, data, running, connections, scratch }: Options,
): Promise<Round> {
  const family = running.flatMap(({ pid }) => listProcessTree(pid))
  const server = cpuOf(family)
  const postgres = cpuOf(await backendsOf(admin, data))
  const target = { url: running[0]!.url, headers: headersOf(data), calls, connections, seconds }
  const result = await runLoad(target, `${scratch}/calls.lua`)
  const postgresMs = grown(postgres, cpuOf(await backendsOf(admin, data))) / result.requests
  return {
    ...result,
    perSecond: result.requests / result.seconds,
    serverMs: grown(server, cpuOf(family)) / result.requests,
    postgresMs,
  }
}

/**
 * Makes one call and returns the response body.
 * @throws Error if the call is refused, or if GraphQL answers with errors
 */
export async function callOnce(url: string, data: Dataset, { method, path, body }: Call): Promise<string> {
  const sent = body?.replace('111111111', String(200_000_000 + Math.floor(Math.random() * 700_000_000)))
  const response = await fetch(url + path, { method, headers: headersOf(data), body: sent })
  const text = await response.text()
  if (response.status >= 300 || text.startsWith('{"errors"'))
    throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 3000)}`)
  return text
}

export const openAdmin = async (server: string): Promise<pg.Client> => {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  return admin
}
