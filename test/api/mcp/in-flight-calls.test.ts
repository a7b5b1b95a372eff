import { expect, test } from 'vitest'
import { makeInFlightCallTracker } from '../../../src/api/mcp/in-flight-calls.ts'
import type { Caller } from '../../../src/identity/caller.ts'

const caller: Caller = { kind: 'key', keyId: 'k', name: 'k', workspaceId: 'w', plan: 'enterprise', scopes: new Set() }
const asker = { caller, ipAddress: '127.0.0.1' }

test.each([
  ['a number', 7],
  ['a word', 'call'],
  ['a megabyte', 'x'.repeat(1_000_000)],
])('a call whose identifier is %s is cancelled, here and elsewhere, by a short message', async (_case, id) => {
  const published: string[] = []
  const hears: ((message: string) => void)[] = []
  const broadcast = {
    live: () => true,
    publish: async (message: string) => void published.push(message),
    listen: (hear: (message: string) => void) => void hears.push(hear),
  }
  const [here, there] = [makeInFlightCallTracker(broadcast), makeInFlightCallTracker(broadcast)]
  const aborted = (signal: AbortSignal) => new Promise((resolve) => signal.addEventListener('abort', resolve))
  const works = [here.track(asker, id, aborted), there.track(asker, id, aborted)]
  here.cancel(asker, id)
  await works[0]
  expect(published).toHaveLength(1)
  expect(published[0]!.length).toBeLessThan(200)
  for (const hear of hears) hear(published[0]!)
  await works[1]
})

const silent = { live: () => false, publish: async () => {}, listen: () => {} }

test('after a call has ended, another call with its identifier can be cancelled', async () => {
  const calls = makeInFlightCallTracker(silent)
  await calls.track(asker, 7, async () => {})
  await expect(calls.track(asker, 7, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  const aborted = calls.track(asker, 7, async (signal) => {
    calls.cancel(asker, 7)
    return signal.aborted
  })
  expect(await aborted).toBe(true)
})

test('nothing is remembered of calls that have ended, whatever their identifiers', async () => {
  const calls = makeInFlightCallTracker(silent)
  const end = Promise.withResolvers<void>()
  const works = [7, 7, 8].map((id) => calls.track(asker, id, () => end.promise))
  expect(calls.size()).toBe(2)
  end.resolve()
  await Promise.all(works)
  expect(calls.size()).toBe(0)
})

test('of two calls with the same identifier, neither is cancelled', async () => {
  const calls = makeInFlightCallTracker(silent)
  const first = Promise.withResolvers<void>()
  const works = [0, 1].map(() =>
    calls.track(asker, 7, async (signal) => {
      await first.promise
      return signal.aborted
    }),
  )
  calls.cancel(asker, 7)
  first.resolve()
  expect(await Promise.all(works)).toEqual([false, false])
})

test.each<[string, Parameters<ReturnType<typeof makeInFlightCallTracker>['cancel']>]>([
  ['another caller', [{ ...asker, caller: { ...caller, keyId: 'other' } }, 7]],
  ['another address', [{ ...asker, ipAddress: '127.0.0.2' }, 7]],
  ['a text instead of a number', [asker, '7']],
  ['another identifier', [asker, 8]],
])('a call is not cancelled by %s', async (_case, cancellation) => {
  const calls = makeInFlightCallTracker(silent)
  const isAborted = await calls.track(asker, 7, async (signal) => {
    calls.cancel(...cancellation)
    return signal.aborted
  })
  expect(isAborted).toBe(false)
})

test('a cancellation is not sent to other processes while messages would be late, and only cancellations are heard', async () => {
  const published: string[] = []
  const hears: ((message: string) => void)[] = []
  let isLive = true
  const calls = makeInFlightCallTracker({
    live: () => isLive,
    publish: async (message: string) => void published.push(message),
    listen: (hear: (message: string) => void) => void hears.push(hear),
  })
  calls.cancel(asker, 7)
  isLive = false
  calls.cancel(asker, 7)
  expect(published).toHaveLength(1)
  const isAborted = await calls.track(asker, 7, async (signal) => {
    for (const hear of hears) hear(published[0]!.replace('cancel ', 'others '))
    return signal.aborted
  })
  expect(isAborted).toBe(false)
})
