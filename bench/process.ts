import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/**
 * Returns the CPU time that a process has used so far, in milliseconds. Returns 0 if the process has ended or runs on
 * another machine (proc_pid_stat(5)).
 */
export function cpuMsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
  } catch {
    return 0
  }
}

/** Returns the ids of a process and of the processes that it has started. */
export function listProcessTree(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    return [pid, ...children.flatMap((child) => listProcessTree(Number(child)))]
  } catch {
    return [pid]
  }
}

/** Returns the memory that a process uses now, in megabytes. */
export function memoryMbOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

export type Running = { pid: number; url: string; startMs: number; stop(): Promise<void> }

type Program = {
  file: string
  /** The flags of Node, such as `--max-semi-space-size=16`. */
  flags?: string[]
  env: Record<string, string>
  ready: string
  log: string
  port?: number
}

const left = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of left) child.kill('SIGKILL')
})

/** Returns a port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.status < 500,
    () => false,
  )
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/**
 * Starts a server and waits until its URL path `ready` answers.
 * @throws Error if the server ends before that
 */
export async function startServer({ file, flags = [], env, ready, log, port: wanted }: Program): Promise<Running> {
  const port = wanted ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const output = openSync(log, 'w')
  const child = spawn(process.execPath, [...flags, file], {
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', output, output],
  })
  left.add(child)
  while (!(await answers(url + ready))) {
    if (child.exitCode !== null) throw new Error(`${file} ended before it was ready:\n${readFileSync(log, 'utf8')}`)
    await wait(20)
  }
  const startMs = performance.now() - startedAt
  const stop = async () => {
    child.kill('SIGTERM')
    const patience = setTimeout(() => child.kill('SIGKILL'), 15_000)
    await ended(child)
    clearTimeout(patience)
    left.delete(child)
  }
  return { pid: child.pid!, url, startMs, stop }
}
