import { execFile, execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Call } from './workloads.ts'

const run = promisify(execFile)
const script = fileURLToPath(new URL('wrk.lua', import.meta.url))

/** The result of a load. `p50` and `p99` are in milliseconds. `failures` are refused, broken and late requests. */
export type LoadResult = { requests: number; seconds: number; p50: number; p99: number; failures: number }

type Target = { url: string; headers: Record<string, string>; calls: Call[]; connections: number; seconds: number }

/**
 * The load generator: wrk, if it is installed, because it needs only a fifth of the CPU time of autocannon. The servers
 * run on the same CPU cores.
 */
export const tool: 'wrk' | 'autocannon' = (() => {
  try {
    execFileSync('which', ['wrk'])
    return 'wrk'
  } catch {
    return 'autocannon'
  }
})()

/**
 * Returns a text as a Lua string. The escapes of JSON are those of Lua, except `\/` and `\u`. `JSON.stringify` writes
 * `\u` only for control characters, and never `\/`.
 */
const lua = (text: string) => JSON.stringify(text)

async function withWrk({ url, headers, calls, connections, seconds }: Target, file: string): Promise<LoadResult> {
  const fields = Object.entries(headers).map(([name, value]) => `[${lua(name)}]=${lua(value)}`)
  const list = calls.map(({ method, path, body }) => `{${lua(method)},${lua(path)}${body ? `,${lua(body)}` : ''}}`)
  await writeFile(file, `return {headers={${fields.join(',')}},calls={\n${list.join(',\n')}}}`)
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script, url]
  const { stdout } = await run('wrk', args, { env: { ...process.env, CALLS: file } })
  return JSON.parse(/^RESULT (.*)$/m.exec(stdout)![1]!) as LoadResult
}

type Cannon = (options: object) => Promise<{
  requests: { total: number }
  duration: number
  latency: { p50: number; p99: number }
  non2xx: number
  errors: number
}>

async function withAutocannon({ url, headers, calls, connections, seconds }: Target): Promise<LoadResult> {
  const { default: cannon } = (await import('autocannon' as string)) as { default: Cannon }
  const pick = (request: object) => {
    const call = calls[Math.floor(Math.random() * calls.length)]!
    return { ...request, ...call, body: call.body?.replace('111111111', String(2e8 + Math.floor(Math.random() * 7e8))) }
  }
  const result = await cannon({ url, headers, connections, duration: seconds, requests: [{ setupRequest: pick }] })
  const { requests, duration, latency, non2xx, errors } = result
  return { requests: requests.total, seconds: duration, ...latency, failures: non2xx + errors }
}

/** Makes calls in random order for `seconds`. `file` is a scratch file. */
export const runLoad = (target: Target, file: string): Promise<LoadResult> =>
  tool === 'wrk' ? withWrk(target, file) : withAutocannon(target)
