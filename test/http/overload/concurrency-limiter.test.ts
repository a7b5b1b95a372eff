import { expect, onTestFinished, test, vi } from 'vitest'
import { getConcurrencyLimits, makeConcurrencyLimiter } from '../../../src/http/overload/concurrency-limiter.ts'
import { eventLoopSampleIntervalMs } from '../../../src/http/overload/event-loop-delay.ts'

/** A limiter for two concurrent requests with a fake clock. */
function onClock({ most = 2, least = 1, reserved = 0 } = {}) {
  let at = 0
  let oldest = 0
  const queue = makeConcurrencyLimiter({
    maxWaitMs: 500,
    maxConcurrency: most,
    minConcurrency: least,
    lateLoopConcurrency: 1,
    reservedForIdleClients: reserved,
    oldestWaitMs: () => oldest,
    now: () => at,
  })
  queue.stop()
  const decided: string[] = []
  return {
    queue,
    decided,
    /** Sends a request with a name, and records in `decided` what happened to it. */
    async enter(name: string, client = 'client') {
      const leave = await queue.acquire(client)
      decided.push(leave ? `${name} in` : `${name} away`)
      return leave
    },
    later: (ms: number) => {
      at += ms
    },
    beatAfter: (ms: number) => {
      at += ms
      queue.sample()
    },
    waitForConnection: (ms: number) => {
      oldest = ms
    },
  }
}

const settled = () => new Promise((done) => setImmediate(done))

test('a long wait for a database connection makes the limiter refuse requests', async () => {
  const { enter, decided, waitForConnection } = onClock()
  waitForConnection(500)
  await enter('1')
  waitForConnection(501)
  await enter('2')
  waitForConnection(0)
  await enter('3')
  expect(decided).toEqual(['1 in', '2 away', '3 in'])
})

test('one late sample of the event loop is tolerated, two in a row cause refusals, and a timely sample ends them', async () => {
  const { queue, enter, decided, later, beatAfter } = onClock()
  beatAfter(eventLoopSampleIntervalMs + 900)
  await enter('1')
  later(eventLoopSampleIntervalMs + 501)
  expect(queue.oldestAgeMs()).toBe(501)
  await enter('2')
  beatAfter(0)
  expect(queue.oldestAgeMs()).toBe(501)
  await enter('3')
  beatAfter(eventLoopSampleIntervalMs)
  expect(queue.oldestAgeMs()).toBe(0)
  await enter('4')
  expect(decided).toEqual(['1 in', '2 away', '3 away', '4 in'])
})

test('requests beyond the limit are admitted in order as others finish', async () => {
  const { queue, enter, decided, later } = onClock()
  const [first, second] = await Promise.all([enter('1'), enter('2')])
  void enter('3')
  void enter('4')
  later(100)
  await settled()
  expect(decided).toEqual(['1 in', '2 in'])
  expect(queue.oldestAgeMs()).toBe(100)
  first!()
  await settled()
  expect(decided).toEqual(['1 in', '2 in', '3 in'])
  second!()
  await settled()
  expect(decided).toEqual(['1 in', '2 in', '3 in', '4 in'])
  expect(queue.oldestAgeMs()).toBe(0)
})

test('a request that waited too long is refused, and later ones keep waiting', async () => {
  const { enter, decided, later, beatAfter } = onClock()
  const first = await enter('1')
  await enter('2')
  void enter('3')
  later(300)
  void enter('4')
  beatAfter(201)
  await settled()
  expect(decided).toEqual(['1 in', '2 in', '3 away'])
  first!()
  await settled()
  expect(decided).toEqual(['1 in', '2 in', '3 away', '4 in'])
})

test('a request may wait exactly as long as the maximum', async () => {
  const { enter, decided, beatAfter } = onClock()
  await Promise.all([enter('1'), enter('2')])
  void enter('3')
  beatAfter(500)
  await settled()
  expect(decided).toEqual(['1 in', '2 in'])
  beatAfter(1)
  await settled()
  expect(decided).toEqual(['1 in', '2 in', '3 away'])
})

test('very long requests block no others, and their end admits no additional ones', async () => {
  const { enter, decided, beatAfter } = onClock()
  const slow = await Promise.all([enter('1'), enter('2')])
  for (let beat = 0; beat < 40; beat++) beatAfter(eventLoopSampleIntervalMs)
  await Promise.all([enter('3'), enter('4')])
  void enter('5')
  for (const leave of slow) leave!()
  await settled()
  expect(decided).toEqual(['1 in', '2 in', '3 in', '4 in'])
})

test('slow responses lower the limit, and fast ones raise it again', async () => {
  const { queue, enter, later } = onClock()
  const oneAfterAnother = async (count: number, ms: number) => {
    for (let time = 0; time < count; time++) {
      const leave = await enter('')
      later(ms)
      leave!()
    }
  }
  const atOnce = async () => {
    const entered = [queue.acquire('client'), queue.acquire('client')]
    for (const one of entered) (await one)!()
    return entered.filter((one) => !(one instanceof Promise)).length
  }
  expect(await atOnce()).toBe(2)
  await oneAfterAnother(40, 301)
  expect(await atOnce()).toBe(1)
  await oneAfterAnother(20, 1)
  expect(await atOnce()).toBe(2)
})

test('the limit stays between minConcurrency and maxConcurrency', async () => {
  const { queue, enter, later } = onClock({ most: 4, least: 2 })
  const atOnce = () => {
    const entered = Array.from({ length: 6 }, () => queue.acquire('client'))
    const inside = entered.filter((one) => !(one instanceof Promise))
    for (const one of entered) void Promise.resolve(one).then((leave) => leave?.())
    return inside.length
  }
  for (let time = 0; time < 100; time++) {
    const leave = await enter('')
    later(400)
    leave!()
  }
  expect(atOnce()).toBe(2)
  await settled()
  for (let time = 0; time < 100; time++) (await enter(''))!()
  expect(atOnce()).toBe(4)
})

test('the clients of waiting requests take turns', async () => {
  const { enter, decided } = onClock()
  const running = await Promise.all([enter('a1', 'a'), enter('a2', 'a')])
  for (const name of ['a3', 'a4', 'a5']) void enter(name, 'a')
  for (const name of ['b1', 'b2']) void enter(name, 'b')
  running[0]!()
  await settled()
  running[1]!()
  await settled()
  expect(decided).toEqual(['a1 in', 'a2 in', 'a3 in', 'b1 in'])
})

test('beyond the limit, a few clients without another request are admitted at once', async () => {
  const { enter, decided } = onClock({ reserved: 1 })
  await Promise.all([enter('a1', 'a'), enter('a2', 'a')])
  void enter('a3', 'a')
  await enter('b1', 'b')
  void enter('b2', 'b')
  void enter('c1', 'c')
  await settled()
  expect(decided).toEqual(['a1 in', 'a2 in', 'b1 in'])
})

test('each turn of the event loop admits one queued request', async () => {
  const { enter, decided } = onClock()
  const running = await Promise.all([enter('1'), enter('2')])
  for (const name of ['3', '4', '5']) void enter(name)
  for (const leave of running) leave!()
  for (let microtask = 0; microtask < 20; microtask++) await Promise.resolve()
  expect(decided).toEqual(['1 in', '2 in', '3 in'])
  await settled()
  await settled()
  expect(decided).toEqual(['1 in', '2 in', '3 in', '4 in'])
})

test('a client with queued requests does not overtake them', async () => {
  const { enter, decided } = onClock()
  const running = await Promise.all([enter('1'), enter('2')])
  for (const name of ['3', '4']) void enter(name)
  for (const leave of running) leave!()
  void enter('5')
  for (let turn = 0; turn < 3; turn++) await settled()
  expect(decided).toEqual(['1 in', '2 in', '3 in', '4 in'])
})

test('while the event loop is late, a client that has no other request is not refused', async () => {
  const { enter, decided, beatAfter } = onClock()
  const first = await enter('a1', 'a')
  beatAfter(eventLoopSampleIntervalMs + 501)
  beatAfter(eventLoopSampleIntervalMs + 501)
  void enter('a2', 'a')
  const other = await enter('b1', 'b')
  void enter('b2', 'b')
  await settled()
  expect(decided).toEqual(['a1 in', 'b1 in', 'a2 away', 'b2 away'])
  first!()
  other!()
  await enter('b3', 'b')
  expect(decided.at(-1)).toBe('b3 in')
})

test('while the event loop is late, a client may have another request as long as few requests run', () => {
  let at = 0
  const limits = {
    maxWaitMs: 500,
    maxConcurrency: 9,
    minConcurrency: 1,
    lateLoopConcurrency: 2,
    reservedForIdleClients: 0,
  }
  const limiter = makeConcurrencyLimiter({ ...limits, oldestWaitMs: () => 0, now: () => at })
  limiter.stop()
  for (let sample = 0; sample < 2; sample++) {
    at += eventLoopSampleIntervalMs + 501
    limiter.sample()
  }
  const entered = [1, 2, 3].map(() => limiter.acquire('client') instanceof Promise)
  expect(entered).toEqual([false, false, true])
})

test('a flood is refused in small batches, so that the event loop can do other work', async () => {
  const { enter, decided, waitForConnection } = onClock()
  waitForConnection(501)
  const flood = Array.from({ length: 100 }, (_, index) => enter(String(index)))
  const turns: number[] = []
  const count = () => {
    turns.push(decided.length)
    if (decided.length < flood.length) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all(flood)
  expect(turns.length).toBeGreaterThan(5)
})

test('a maximum wait of 0 admits every request', () => {
  const queue = makeConcurrencyLimiter({
    maxWaitMs: 0,
    maxConcurrency: 0,
    minConcurrency: 0,
    lateLoopConcurrency: 0,
    reservedForIdleClients: 0,
    oldestWaitMs: () => 60_000,
  })
  expect(queue.acquire('client')).toBeTypeOf('function')
})

test('the event loop is measured every 50 ms', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let at = 0
  const limits = {
    maxWaitMs: 400,
    maxConcurrency: 2,
    minConcurrency: 1,
    lateLoopConcurrency: 1,
    reservedForIdleClients: 0,
  }
  const limiter = makeConcurrencyLimiter({ ...limits, oldestWaitMs: () => 0, now: () => at })
  onTestFinished(limiter.stop)
  for (let sample = 0; sample < 2; sample++) {
    at += 500
    vi.advanceTimersByTime(50)
  }
  expect(limiter.oldestAgeMs()).toBe(450)
})

test('the limits of a service follow from the size of its database pool', () => {
  expect(getConcurrencyLimits(10)).toEqual({
    maxConcurrency: 64,
    minConcurrency: 14,
    lateLoopConcurrency: 10,
    reservedForIdleClients: 16,
  })
  expect(getConcurrencyLimits(100)).toMatchObject({
    maxConcurrency: 600,
    minConcurrency: 104,
    lateLoopConcurrency: 100,
  })
})

test('a response is slow from more than six tenths of the maximum wait on', async () => {
  const { enter, later, queue } = onClock({ most: 2, least: 1 })
  const respondAfter = async (ms: number) => {
    const leave = await enter('')
    later(ms)
    leave!()
  }
  const canTwoRun = async () => {
    const entered = [queue.acquire('client'), queue.acquire('client')]
    for (const one of entered) void Promise.resolve(one).then((leave) => leave?.())
    await settled()
    return entered.every((one) => !(one instanceof Promise))
  }
  for (let time = 0; time < 50; time++) await respondAfter(300)
  expect(await canTwoRun()).toBe(true)
  for (let time = 0; time < 50; time++) await respondAfter(301)
  expect(await canTwoRun()).toBe(false)
})

test('the end of a request that is no longer counted does not lower the limit', async () => {
  const { enter, queue, beatAfter } = onClock({ most: 2, least: 1 })
  for (let time = 0; time < 50; time++) {
    const leave = await enter('')
    for (let beat = 0; beat < 40; beat++) beatAfter(eventLoopSampleIntervalMs)
    leave!()
  }
  expect([queue.acquire('client'), queue.acquire('client')].map((one) => one instanceof Promise)).toEqual([
    false,
    false,
  ])
})

test('requests of the last one to two generations of twenty samples count', async () => {
  const { enter, decided, beatAfter } = onClock()
  const beat = (count: number) => {
    for (let sample = 0; sample < count; sample++) beatAfter(eventLoopSampleIntervalMs)
  }
  await Promise.all([enter('1'), enter('2')])
  beat(39)
  void enter('3').then(() => {})
  await settled()
  expect(decided).toEqual(['1 in', '2 in'])
})

test('the refusals of one turn are limited by the time since the turn before', async () => {
  const { enter, decided, later, waitForConnection } = onClock()
  waitForConnection(501)
  const flood = Array.from({ length: 100 }, (_, index) => enter(String(index)))
  await settled()
  expect(decided).toHaveLength(16)
  later(5)
  await settled()
  expect(decided).toHaveLength(66)
  await settled()
  expect(decided).toHaveLength(82)
  await Promise.all(flood)
})

test('the measurement of the event loop does not keep the process running, and ends with the limiter', () => {
  const interval = vi.spyOn(globalThis, 'setInterval')
  const clear = vi.spyOn(globalThis, 'clearInterval')
  onTestFinished(() => {
    interval.mockRestore()
    clear.mockRestore()
  })
  const limits = { maxWaitMs: 400, ...getConcurrencyLimits(1) }
  const limiter = makeConcurrencyLimiter({ ...limits, oldestWaitMs: () => 0 })
  const [timer] = interval.mock.results.map(({ value }) => value as NodeJS.Timeout)
  expect(timer!.hasRef()).toBe(false)
  limiter.stop()
  expect(clear).toHaveBeenCalledWith(timer)
  makeConcurrencyLimiter({ ...limits, maxWaitMs: 0, oldestWaitMs: () => 0 })
  expect(interval).toHaveBeenCalledTimes(1)
})

test('a client whose requests have ended may use the reserve for idle clients again', async () => {
  const { enter, decided } = onClock({ reserved: 1 })
  const leave = await enter('1', 'ann')
  leave!()
  await Promise.all([enter('2', 'bob'), enter('3', 'bob')])
  void enter('4', 'ann')
  await settled()
  expect(decided).toEqual(['1 in', '2 in', '3 in', '4 in'])
})
