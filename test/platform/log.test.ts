import { pino } from 'pino'
import { expect, test } from 'vitest'
import { makeRequestLogger, type RequestLogEntry } from '../../src/platform/log.ts'

const entry: RequestLogEntry = {
  requestId: 'a"\\b',
  method: 'GET',
  path: `/über/"quoted"\u2028\u0007/${'long/'.repeat(30)}`,
  status: 200,
  ms: 1.5,
  workspaceId: 'w',
  keyId: undefined,
  master: undefined,
  aborted: true,
}

function written(level: string, write: (log: pino.Logger) => void): string[] {
  const lines: string[] = []
  write(pino({ level }, { write: (line) => void lines.push(line) }))
  return lines.map((line) => line.replace(/"time":\d+/, '"time":0'))
}

test('the fast log line of a request equals that of the logger', () => {
  const own = written('info', (log) => log.info(entry, 'request'))
  expect(written('info', (log) => makeRequestLogger(log)(entry))).toEqual(own)
  expect(own).toHaveLength(1)
})

test('a log at level warn contains no requests', () => {
  expect(written('warn', (log) => makeRequestLogger(log)(entry))).toEqual([])
})
