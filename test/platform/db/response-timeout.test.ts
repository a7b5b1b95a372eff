import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ResponseTimeoutWatch, type WatchedPgClient } from '../../../src/platform/db/response-timeout.ts'
import { type Reply, startFakePostgres } from '../../support/fake-postgres.ts'
import { untilTrue } from '../../support/turns.ts'

/** A connection that has been added to a watch, and has no listener for errors: the pool adds one when it is open. */
function addConnection() {
  const timeouts = { probeAfterMs: 1000, probeTimeoutMs: 1000, maxResponseMs: 1000, checkIntervalMs: 1000 }
  const watch = new ResponseTimeoutWatch({ ...timeouts, config: {}, hasSessionIds: true })
  onTestFinished(() => watch.stop())
  const client = new pg.Client() as WatchedPgClient
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
  const client = new pg.Client() as WatchedPgClient
  client.on('error', () => {})
  client.connection.stream.on('error', () => {})
  client.readyForQuery = false
  watch.add(client)
  await new Promise((resolve) => client.connection.stream.once('close', resolve))
})

/** A watch on a fake clock, with connections that have sent a statement and received nothing since. */
async function watchSilent({ working = () => [] as Reply, hasSessionIds = true } = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = await startFakePostgres(() => working())
  const watch = new ResponseTimeoutWatch({
    probeAfterMs: 4000,
    probeTimeoutMs: 3000,
    maxResponseMs: 60_000,
    checkIntervalMs: 250,
    config: { connectionString: server.url },
    hasSessionIds,
  })
  onTestFinished(() => watch.stop())
  const ends: (() => void)[] = []
  const errors: Error[] = []
  const add = (processID: number, isInUse = true) => {
    const stream = {
      bytesRead: 10,
      bytesWritten: 10,
      isOpen: true,
      destroy: () => Object.assign(stream, { isOpen: false }),
    }
    const client = {
      ...{ processID, readyForQuery: !isInUse, connection: { stream } },
      once: (_event: 'end', end: () => void) => ends.push(end),
      emit: (_event: 'error', error: Error) => errors.push(error),
    } as unknown as WatchedPgClient
    watch.add(client)
    watch.setInUse(client, isInUse)
    return { client, stream }
  }
  /** Lets time pass until the server was asked `count` times in all, and waits for the answer. */
  const untilAsked = async (count: number) => {
    await untilTrue(() => server.sessions.filter(({ statements }) => statements.length > 0).length === count)
    await untilTrue(() => server.open().length === 0)
  }
  return { server, watch, add, ends, errors, untilAsked, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

test('a statement on which the server still works is left alone, and the server is asked again after a while', async () => {
  const { server, add, untilAsked, pass } = await watchSilent({ working: () => [{ pid: 7 }] })
  const { stream } = add(7)
  await pass(4250)
  expect(server.sessions).toHaveLength(0)
  await pass(250)
  await untilAsked(1)
  await pass(4000)
  expect(server.sessions).toHaveLength(1)
  await pass(250)
  await untilAsked(2)
  expect(stream.isOpen).toBe(true)
  await pass(60_000)
  expect(stream.isOpen).toBe(false)
})

test('a statement that the server does not know is given up an interval later, and idle connections with it', async () => {
  const { add, errors, untilAsked, pass } = await watchSilent({ working: () => [{ pid: 8 }] })
  const [lost, working, idle] = [add(7), add(8), add(9, false)]
  await pass(4500)
  await untilAsked(1)
  await pass(250)
  expect(lost.stream.isOpen).toBe(true)
  await pass(250)
  expect([lost, working, idle].map(({ stream }) => stream.isOpen)).toEqual([false, true, false])
  expect(errors).toHaveLength(1)
})

test('a response that arrives after the server was asked saves its connection', async () => {
  const { add, untilAsked, pass } = await watchSilent()
  const { stream } = add(7)
  await pass(4500)
  await untilAsked(1)
  stream.bytesRead++
  await pass(750)
  expect(stream.isOpen).toBe(true)
})

test('a response that arrives while the server is asked saves its connection', async () => {
  let arrive = () => {}
  const { add, untilAsked, pass } = await watchSilent({
    working: () => {
      arrive()
      return []
    },
  })
  const { client, stream } = add(7)
  arrive = () => {
    stream.bytesRead++
    client.readyForQuery = true
    vi.advanceTimersByTime(250)
    client.readyForQuery = false
  }
  await pass(4500)
  await untilAsked(1)
  await pass(750)
  expect(stream.isOpen).toBe(true)
})

test('a server that accepts no more connections is not away', async () => {
  const { server, add, pass } = await watchSilent()
  const { stream } = add(7)
  server.refuseSessions('53300')
  await pass(4500)
  await untilTrue(() => server.sessions.length === 1 && server.open().length === 0)
  await pass(750)
  expect(stream.isOpen).toBe(true)
})

test('a server that does not answer within three seconds is away, and is asked by one connection at a time', async () => {
  const { server, add, pass } = await watchSilent()
  const { stream } = add(7)
  server.refuseSessions('silence')
  await pass(4500)
  await untilTrue(() => server.sessions.length === 1)
  await pass(2500)
  add(8)
  await pass(250)
  expect([server.sessions.length, stream.isOpen]).toEqual([1, true])
  await pass(250)
  await untilTrue(() => server.open().length === 0)
  await pass(500)
  expect(stream.isOpen).toBe(false)
})

test('behind a connection pooler, which hides the sessions, a server that answers is not away', async () => {
  const { add, untilAsked, pass } = await watchSilent({ hasSessionIds: false })
  const { stream } = add(7)
  await pass(4500)
  await untilAsked(1)
  await pass(750)
  expect(stream.isOpen).toBe(true)
})

test('a connection has its own time limit until the default is restored, and is forgotten when it ends', async () => {
  const { watch, add, ends, pass } = await watchSilent({ working: () => [{ pid: 7 }] })
  const { client, stream } = add(7)
  watch.setMaxResponseMs(client, 1000)
  watch.setMaxResponseMs(client)
  await pass(2000)
  expect(stream.isOpen).toBe(true)
  watch.setMaxResponseMs(client, 3000)
  await pass(1500)
  expect(stream.isOpen).toBe(false)
  stream.isOpen = true
  ends[0]!()
  await pass(1000)
  expect(stream.isOpen).toBe(true)
})
