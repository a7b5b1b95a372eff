import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { waitForExclusiveEventLoopTurn, waitForTurnIfTextIsLong } from '../../src/platform/event-loop-turns.ts'

test('two callers that wait at once continue in different turns of the event loop, in their order', async () => {
  const events: string[] = []
  const work = async (name: string) => {
    await waitForExclusiveEventLoopTurn()
    events.push(name)
  }
  const all = Promise.all(['first', 'second', 'third'].map(work))
  for (let turn = 0; turn < 3; turn++) await nextTurn().then(() => events.push('turn'))
  await all
  expect(events.join(' ')).toMatch(/^(first|turn) .*first.* turn .*second.* turn .*third/)
  const [first, second, third] = ['first', 'second', 'third'].map((name) => events.indexOf(name))
  expect(second! - first!).toBeGreaterThan(1)
  expect(third! - second!).toBeGreaterThan(1)
})

test('only a text of more than 262,144 characters waits for a turn of its own', async () => {
  expect(waitForTurnIfTextIsLong({ length: 262_144 })).toBeUndefined()
  const waiting = waitForTurnIfTextIsLong({ length: 262_145 })
  expect(waiting).toBeInstanceOf(Promise)
  await waiting
})
