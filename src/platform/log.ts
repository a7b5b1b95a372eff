import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'

type LogEntry = { msg?: string; method?: string; path?: string; status?: number; ms?: number; requestId?: string }

/** Formats a log entry for a terminal: a request with its duration, any other entry with its message and request id. */
function formatLine({ msg = '', method, path, status, ms, requestId }: LogEntry): string {
  if (msg === 'request') return `${method} ${path} ${status} ${ms} ms`
  return requestId === undefined ? msg : `${msg} (request ${requestId})`
}

// The maximum size of a batch of log lines. Docker splits a write of more than 16 KB into several log entries.
const maxBufferedChars = 16_000
const flushMs = 200
/**
 * The maximum number of characters that wait in memory while standard output accepts no data. Further log lines are
 * lost.
 */
const maxWaitingChars = 1_000_000

/**
 * Returns a stream that writes log lines in batches, at least every 200 ms. Writing each line would take longer than a
 * database query.
 */
function bufferedStdout(): DestinationStream {
  const stream = pino.destination({ dest: 1, sync: true, maxLength: maxWaitingChars })
  // A failed write must not end the process. pino writes the text again together with the next lines.
  stream.on('error', () => {})
  let lines = ''
  function flush(): void {
    if (lines === '') return
    const text = lines
    lines = ''
    stream.write(text)
  }
  setInterval(flush, flushMs).unref()
  process.on('exit', () => {
    flush()
    try {
      stream.flushSync()
    } catch {
      // If standard output accepts no data at exit, the last log lines are lost.
    }
  })
  return {
    write(line: string): void {
      lines += line
      if (lines.length >= maxBufferedChars) flush()
    },
  }
}

/**
 * Makes the logger of the service. The logger writes readable lines to a terminal in development, and JSON lines
 * otherwise.
 */
export async function makeLogger({ isProduction, logLevel: level }: Config): Promise<Logger> {
  if (isProduction || !process.stdout.isTTY) return pino({ level }, bufferedStdout())
  const { default: pretty } = await import('pino-pretty')
  const stream = pretty({
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,requestId,workspaceId,keyId,method,path,status,ms',
    messageFormat: formatLine,
    sync: true,
  })
  return pino({ level }, stream)
}
