import { execFile, execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Call } from './workloads.ts'

const run = promisify(execFile)
const script = fileURLToPath(new URL('wrk.lua', import.meta.url))

/** What a load did: times in milliseconds; `failures` are refused, broken and late requests. */
export type Load = { requests: number; seconds: number; p50: number; p99: number; failures: number }

type Target = { url: string; headers: Record<string, string>; calls: Call[]; connections: number; seconds: number }

/** wrk where it is installed: it takes a fifth of autocannon's CPU, which servers on the same cores feel. */
export const tool: 'wrk' | 'autocannon' = (() => {
  try {
    execFileSync('which', ['wrk'])
    return 'wrk'
  } catch {
    return 'autocannon'
  }
})()

/** A Lua string: JSON's escapes are Lua's but for `\/` and `\u`, which `JSON.stringify` makes for control characters alone. */
const lua = (text: string) => JSON.stringify(text)

async function withWrk({ url, headers, calls, connections, seconds }: Target, file: string): Promise<Load> {
  const fields = Object.entries(headers).map(([name, value]) => `[${lua(name)}]=${lua(value)}`)
  const list = calls.map(({ method, path, body }) => `{${lua(method)},${lua(path)}${body ? `,${lua(body)}` : ''}}`)
  await writeFile(file, `return {headers={${fields.join(',')}},calls={\n${list.join(',\n')}}}`)
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script, url]
  const { stdout } = await run('wrk', args, { env: { ...process.env, CALLS: file } })
  return JSON.parse(/^RESULT (.*)$/m.exec(stdout)![1]!) as Load
}

type Cannon = (options: object) => Promise<{
  requests: { total: number }
  duration: number
  latency: { p50: number; p99: number }
  non2xx: number
  errors: number
}>

async function withAutocannon({ url, headers, calls, connections, seconds }: Target): Promise<Load> {
  const { default: cannon } = (await import('autocannon' as string)) as { default: Cannon }
  const pick = (request: object) => {
    const call = calls[Math.floor(Math.random() * calls.length)]!
    return { ...request, ...call, body: call.body?.replace('111111111', String(2e8 + Math.floor(Math.random() * 7e8))) }
  }
  const result = await cannon({ url, headers, connections, duration: seconds, requests: [{ setupRequest: pick }] })
  const { requests, duration, latency, non2xx, errors } = result
  return { requests: requests.total, seconds: duration, ...latency, failures: non2xx + errors }
}

/** Makes calls in random order for so many seconds; `file` is a scratch file. */
export const load = (target: Target, file: string): Promise<Load> =>
  tool === 'wrk' ? withWrk(target, file) : withAutocannon(target)
