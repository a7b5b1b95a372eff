import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject, onTestFinished, vi } from 'vitest'
import { freshDatabase } from '../support/service.ts'

/** The time limit of tests that start processes, generous enough for a busy machine. */
export const processTimeoutMs = 300_000

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Makes a folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'coursewright-program-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Returns environment variables for an empty data folder, or for a migrated database if this run uses PostgreSQL, and for
 * Redis if this run uses it.
 */
export async function makeEmptyEnvironment(): Promise<Record<string, string>> {
  const folder = { DATA_DIR: await temporaryFolder() }
  if (!inject('postgres')) return folder
  const { db, url } = await freshDatabase()
  onTestFinished(() => db.close())
  const redis = process.env.TEST_REDIS_URL
  // All tests use the loopback address, which has one count in Redis.
  const shared = redis && { REDIS_URL: redis, RATE_LIMIT_ANONYMOUS: '1000000' }
  return { ...folder, DATABASE_URL: url!, ...shared }
}

/**
 * Returns environment variables for a migrated database without rows, and Redis if this run uses it. As on an empty
 * folder, the first start creates a workspace and prints its key, but it does not have to create the database.
 */
export async function makeEnvironment(): Promise<Record<string, string>> {
  const environment = await makeEmptyEnvironment()
  if (inject('postgres')) return environment
  const folder = join(environment.DATA_DIR!, 'postgres')
  await mkdir(folder)
  await promisify(execFile)('tar', ['-xf', inject('template'), '-C', folder])
  return environment
}

/** A running program, started as an operator would. */
export type Program = { child: ChildProcess; url: string; output: () => string; exitCode: () => Promise<number | null> }

/** Runs a program of the repository until the test ends. */
export function runProgram(file: string, args: readonly string[], env: Record<string, string>): Program {
  const { DATABASE_URL: _database, REDIS_URL: _redis, NODE_ENV: _mode, ...around } = process.env
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...around, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk))
  const exit = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  return { child, url: '', output: () => text, exitCode: async () => (await exit)[0] as number | null }
}

/** Starts the service and waits until it is ready. It refuses no requests because the machine of the tests is busy. */
export async function startService(env: Record<string, string>): Promise<Program> {
  const port = await freePort()
  const settings = { LOG_LEVEL: 'error', PORT: String(port), SHED_AFTER_MS: '0', ...env }
  const program = runProgram('src/main.js', [], settings)
  const url = `http://127.0.0.1:${port}`
  const started = env.NODE_ENV === 'production' ? '"msg":"listening"' : 'Coursewright is ready.'
  await vi.waitFor(
    async () => {
      if (program.child.exitCode !== null) throw new Error(`It ended: ${program.output()}`)
      // It is ready a moment before it prints its key.
      if (!program.output().includes(started)) throw new Error('It has not started.')
      const response = await fetch(`${url}/health/ready`)
      if (!response.ok) throw new Error(`It answers ${response.status}.`)
    },
    { timeout: 120_000, interval: 100 },
  )
  return { ...program, url }
}

/** Finds the key that the first start prints. */
export const findKey = (text: string) => /\bcw_prod_[0-9A-Za-z]{32}\b/.exec(text)?.[0]

export const call = (program: Program, method: string, path: string, key: string, body?: unknown) =>
  fetch(`${program.url}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
