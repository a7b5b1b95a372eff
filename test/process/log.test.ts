import { pino } from 'pino'
import { expect, test } from 'vitest'
import { type RequestEntry, requestLog } from '../../src/process/log.ts'

const entry: RequestEntry = {
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

test('the line of a request is what the logger would write', () => {
  const own = written('info', (log) => log.info(entry, 'request'))
  expect(written('info', (log) => requestLog(log)(entry))).toEqual(own)
  expect(own).toHaveLength(1)
})

test('a log that tells warnings alone tells no request', () => {
  expect(written('warn', (log) => requestLog(log)(entry))).toEqual([])
})
