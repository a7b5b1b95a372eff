import { expect, test } from 'vitest'
import { beatMs } from '../../src/gate/lateness.ts'
import { makeQueue } from '../../src/gate/queue.ts'

/** A queue on a clock of its own, which stands until it is told how much later it is. Two are worked on at once. */
function onClock() {
  let at = 0
  let oldest = 0
  const queue = makeQueue({ boundMs: 500, most: 2, least: 1, few: 1, oldestWaitMs: () => oldest, now: () => at })
  queue.stop()
  const decided: string[] = []
  return {
    queue,
    decided,
    /** Comes in under a name; `decided` tells what became of it. */
    async enter(name: string) {
      const leave = await queue.enter()
      decided.push(leave ? `${name} in` : `${name} away`)
      return leave
    },
    later: (ms: number) => {
      at += ms
    },
    beatAfter: (ms: number) => {
      at += ms
      queue.beat()
    },
    waitForConnection: (ms: number) => {
      oldest = ms
    },
  }
}

const settled = () => new Promise((done) => setImmediate(done))

test('who waits for a connection makes the queue as old as that', async () => {
  const { enter, decided, waitForConnection } = onClock()
  waitForConnection(500)
  await enter('1')
  waitForConnection(501)
  await enter('2')
  waitForConnection(0)
  await enter('3')
  expect(decided).toEqual(['1 in', '2 away', '3 in'])
})

test('one long step of the event loop is no queue, two in a row are, and a beat in time ends it', async () => {
  const { queue, enter, decided, later, beatAfter } = onClock()
  beatAfter(beatMs + 900)
  await enter('1')
  later(beatMs + 501)
  expect(queue.ageMs()).toBe(501)
  await enter('2')
  beatAfter(0)
  expect(queue.ageMs()).toBe(501)
  await enter('3')
  beatAfter(beatMs)
  expect(queue.ageMs()).toBe(0)
  await enter('4')
  expect(decided).toEqual(['1 in', '2 away', '3 away', '4 in'])
})

test('who finds enough others at work comes in as they leave, in order', async () => {
  const { queue, enter, decided, later } = onClock()
  const [first, second] = await Promise.all([enter('1'), enter('2')])
  void enter('3')
  void enter('4')
  later(100)
  await settled()
  expect(decided).toEqual(['1 in', '2 in'])
  expect(queue.ageMs()).toBe(100)
  first!()
  await settled()
  expect(decided).toEqual(['1 in', '2 in', '3 in'])
  second!()
  await settled()
  expect(decided).toEqual(['1 in', '2 in', '3 in', '4 in'])
  expect(queue.ageMs()).toBe(0)
})

test('who has waited too long is turned away, and who came later waits on', async () => {
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

test('what goes on for long keeps nobody out, and its end lets nobody in twice', async () => {
  const { enter, decided, beatAfter } = onClock()
  const slow = await Promise.all([enter('1'), enter('2')])
  for (let beat = 0; beat < 40; beat++) beatAfter(beatMs)
  await Promise.all([enter('3'), enter('4')])
  void enter('5')
  for (const leave of slow) leave!()
  await settled()
  expect(decided).toEqual(['1 in', '2 in', '3 in', '4 in'])
})

test('fewer are worked on at once while they take long, and as many as before once they do not', async () => {
  const { queue, enter, later } = onClock()
  const oneAfterAnother = async (count: number, ms: number) => {
    for (let time = 0; time < count; time++) {
      const leave = await enter('')
      later(ms)
      leave!()
    }
  }
  const atOnce = async () => {
    const entered = [queue.enter(), queue.enter()]
    for (const one of entered) (await one)!()
    return entered.filter((one) => !(one instanceof Promise)).length
  }
  expect(await atOnce()).toBe(2)
  await oneAfterAnother(40, 301)
  expect(await atOnce()).toBe(1)
  await oneAfterAnother(20, 1)
  expect(await atOnce()).toBe(2)
})

test('a flood is turned away a few at a time, so that between them the loop does other work', async () => {
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

test('with bound 0 nobody waits and nobody is turned away', () => {
  const queue = makeQueue({ boundMs: 0, most: 0, least: 0, few: 0, oldestWaitMs: () => 60_000 })
  expect(queue.enter()).toBeTypeOf('function')
})
