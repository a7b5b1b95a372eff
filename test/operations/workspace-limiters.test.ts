import { expect, test, vi } from 'vitest'
import { makeWorkspaceLimiters } from '../../src/operations/workspace-limiters.ts'

const kinds = ['treeWrites', 'largeTreeReads', 'checks', 'releaseWrites', 'releaseReads'] as const

test.each(kinds)('%s count against the whole courses that a workspace may have in memory', async (kind) => {
  const limiters = makeWorkspaceLimiters(10)
  const [first, second] = kinds.filter((other) => other !== kind)
  const end = await limiters[first!].acquire('one')
  await limiters[second!].acquire('one')
  const third = limiters[kind].acquire('one')
  await vi.waitFor(() => expect(limiters.wholeCourses.state()).toMatchObject({ used: 2, waiting: 1 }))
  const endOther = await limiters[kind].acquire('two')
  expect(limiters.wholeCourses.state().used).toBe(3)
  end()
  const endThird = await third
  endThird()
  endOther()
  expect([limiters.wholeCourses.state().used, limiters[kind].state().used]).toEqual([1, 0])
})

test('an operation that is refused for its memory gives back its other reservation', async () => {
  vi.useFakeTimers()
  try {
    const limiters = makeWorkspaceLimiters(10)
    await limiters.checks.acquire('one')
    await limiters.releaseWrites.acquire('one')
    const refused = expect(limiters.releaseReads.acquire('one')).rejects.toMatchObject({
      status: 429,
      details: { reason: 'whole courses in memory' },
    })
    await vi.advanceTimersByTimeAsync(10_000)
    await refused
    expect([limiters.releaseReads.state().used, limiters.wholeCourses.state().waiting]).toEqual([0, 0])
  } finally {
    vi.useRealTimers()
  }
})
