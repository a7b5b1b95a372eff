import { type Logger, pino } from 'pino'
import type { Config } from '../config.ts'

type Entry = { msg?: string; method?: string; path?: string; status?: number; ms?: number; requestId?: string }

/** One line for a person: what a request was and how it ended; the request's id where something else is told of it. */
function lineOf({ msg = '', method, path, status, ms, requestId }: Entry): string {
  if (msg === 'request') return `${method} ${path} ${status} ${ms} ms`
  return requestId === undefined ? msg : `${msg} (request ${requestId})`
}

/** JSON, a line an event; in a terminal outside production, lines to read. */
export async function makeLog({ production, logLevel: level }: Config): Promise<Logger> {
  if (production || !process.stdout.isTTY) return pino({ level })
  const { default: pretty } = await import('pino-pretty')
  const stream = pretty({
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,requestId,workspaceId,keyId,method,path,status,ms',
    messageFormat: lineOf,
    sync: true,
  })
  return pino({ level }, stream)
}
