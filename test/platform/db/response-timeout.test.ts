import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { ResponseTimeoutWatch, type WatchedClient } from '../../../src/platform/db/response-timeout.ts'

/** A connection that has been added to a watch, and has no listener for errors: the pool adds one when it is open. */
function addConnection() {
  const timeouts = { probeAfterMs: 1000, probeTimeoutMs: 1000, maxResponseMs: 1000, checkIntervalMs: 1000 }
  const watch = new ResponseTimeoutWatch({ ...timeouts, config: {}, hasSessionIds: true })
  onTestFinished(() => watch.stop())
  const client = new pg.Client() as WatchedClient
  onTestFinished(() => void client.connection.stream.destroy())
  watch.add(client)
  return { watch, client, isOpen: () => !client.connection.stream.destroyed }
}

test('a connection that is still being made is left alone when the idle ones are dropped', () => {
  const { watch, isOpen } = addConnection()
  // An error that nobody listens to ends the process.
  watch.dropIdle(new Error('The database is read-only.'))
  expect(isOpen()).toBe(true)
})

test('an idle connection is dropped, and the pool hears of it', () => {
  const { watch, client, isOpen } = addConnection()
  const errors: Error[] = []
  client.on('error', (error) => errors.push(error))
  watch.setInUse(client, false)
  const reason = new Error('The database is read-only.')
  watch.dropIdle(reason)
  expect([errors, isOpen()]).toEqual([[reason], false])
})

test('a silent connection is closed if the server cannot be asked, long before a response may take', async () => {
  const timeouts = { probeAfterMs: 10, probeTimeoutMs: 1000, maxResponseMs: 3_600_000, checkIntervalMs: 10 }
  const unreachable = { host: '127.0.0.1', port: 1 }
  const watch = new ResponseTimeoutWatch({ ...timeouts, config: unreachable, hasSessionIds: true })
  onTestFinished(() => watch.stop())
  const client = new pg.Client() as WatchedClient
  client.on('error', () => {})
  client.connection.stream.on('error', () => {})
  client.readyForQuery = false
  watch.add(client)
  await new Promise((resolve) => client.connection.stream.once('close', resolve))
})
