import { expect, test } from 'vitest'
import { makeInFlightCalls } from '../../../src/api/mcp/in-flight-calls.ts'
import type { Caller } from '../../../src/identity/caller.ts'

const caller: Caller = { kind: 'key', keyId: 'k', name: 'k', workspaceId: 'w', plan: 'enterprise', scopes: new Set() }
const asker = { caller, address: '127.0.0.1' }

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
  const [here, there] = [makeInFlightCalls(broadcast), makeInFlightCalls(broadcast)]
  const aborted = (signal: AbortSignal) => new Promise((resolve) => signal.addEventListener('abort', resolve))
  const works = [here.track(asker, id, aborted), there.track(asker, id, aborted)]
  here.cancel(asker, id)
  await works[0]
  expect(published).toHaveLength(1)
  expect(published[0]!.length).toBeLessThan(200)
  for (const hear of hears) hear(published[0]!)
  await works[1]
})
