import fs from 'node:fs/promises'
import timers, { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { PgliteClient } from '../../../src/platform/db/embedded/prepared-statements.ts'
import { openAutoReopeningPglite } from '../../../src/platform/db/embedded/reopening.ts'
import { EmbeddedDatabaseCrashedError } from '../../../src/platform/db/errors.ts'
import { PreparedStatementBatch } from '../../../src/platform/db/prepared-query.ts'
import { replaceNodeFunction } from '../../support/node-modules.ts'

const neededBytes = 20 * 1024 * 1024

/** A database that has failed, and whose waits, disk and attempts to reopen are in the hands of the test. */
async function failed() {
  const waits: { ms: number | undefined; ref: boolean | undefined; end: () => void }[] = []
  const { setTimeout: waitForReal } = timers
  replaceNodeFunction(timers, 'setTimeout', ((ms: number, value: unknown, options: { ref: boolean }) => {
    const { ref } = options
    // A service of another test in this process waits for other times.
    if (ms !== 1000) return waitForReal(ms, value, options)
    const { promise, resolve } = Promise.withResolvers<void>()
    waits.push({ ms, ref, end: resolve })
    return promise
  }) as unknown as typeof timers.setTimeout)
  const disk = { freeBytes: neededBytes as number | Error }
  replaceNodeFunction(fs, 'statfs', (async () => {
    if (disk.freeBytes instanceof Error) throw disk.freeBytes
    return { bavail: disk.freeBytes, bsize: 1 }
  }) as unknown as typeof fs.statfs)

  const opens: PromiseWithResolvers<PgliteClient>[] = []
  const closed: string[] = []
  const told: string[] = []
  const makeDatabase = (name: string, isBroken: boolean) => {
    const run = async () => {
      if (isBroken) throw new EmbeddedDatabaseCrashedError()
      return { rows: [name] }
    }
    const close = async () => void closed.push(name)
    return { query: run, exec: run, submit: run, transaction: run, close } as unknown as PgliteClient
  }
  const open = () => {
    const attempt = Promise.withResolvers<PgliteClient>()
    opens.push(attempt)
    if (opens.length === 1) attempt.resolve(makeDatabase('first', true))
    return attempt.promise
  }
  const client = await openAutoReopeningPglite({
    folder: 'data',
    open,
    onBroken: (error) => told.push(error.message),
    onReopened: () => told.push('back'),
  })
  await expect(client.query('SELECT 1')).rejects.toMatchObject({ status: 503, details: { reason: 'outcome_unknown' } })
  /** Ends the current wait, and lets everything go on that does not wait for the test. */
  const endWait = async () => {
    waits.at(-1)!.end()
    await turn()
    await turn()
  }
  return { client, waits, disk, opens, closed, told, endWait, makeDatabase }
}

test('a failed database is opened again after a second, and again after each attempt that fails', async () => {
  const { client, waits, opens, told, endWait, makeDatabase } = await failed()
  expect(waits).toMatchObject([{ ms: 1000, ref: false }])
  for (const use of [
    () => client.query('SELECT 1'),
    () => client.exec('SELECT 1'),
    () => client.submit(new PreparedStatementBatch([], () => {})),
    () => client.transaction(async () => {}),
  ])
    await expect(use()).rejects.toMatchObject({ status: 503, details: {} })
  await endWait()
  opens[1]!.reject(new Error('still broken'))
  await turn()
  expect([waits.length, told.length]).toEqual([2, 1])
  await endWait()
  opens[2]!.resolve(makeDatabase('second', false))
  await turn()
  expect(await client.query('SELECT 1')).toEqual({ rows: ['second'] })
  expect([waits.length, told.slice(1)]).toEqual([2, ['back']])
})

test('a failed database is not opened while its disk has less than 20 MB of free space', async () => {
  const { waits, disk, opens, endWait } = await failed()
  disk.freeBytes = neededBytes - 1
  await endWait()
  expect([opens.length, waits.length]).toEqual([1, 2])
  disk.freeBytes = neededBytes
  await endWait()
  expect(opens).toHaveLength(2)
})

test('a database that is closed while it waits to reopen is not opened', async () => {
  const { client, opens, endWait, waits } = await failed()
  expect(client.closed).toBe(false)
  await client.close()
  expect(client.closed).toBe(true)
  await endWait()
  expect([opens.length, waits.length]).toEqual([1, 1])
})

test('a database that is closed while it is being reopened is closed when it is open', async () => {
  const { client, opens, closed, told, endWait, makeDatabase } = await failed()
  await endWait()
  await client.close()
  opens[1]!.resolve(makeDatabase('second', false))
  await turn()
  expect([closed, told.includes('back')]).toEqual([['second'], false])
  await expect(client.query('SELECT 1')).rejects.toMatchObject({ status: 503 })
})

test('a folder that cannot be looked at is looked at again', async () => {
  const { disk, opens, told, endWait } = await failed()
  disk.freeBytes = new Error('an error of the disk')
  await endWait()
  expect([opens.length, told.length]).toEqual([1, 1])
  disk.freeBytes = neededBytes
  await endWait()
  expect(opens).toHaveLength(2)
})
