import { expect, test, vi } from 'vitest'
import { courseCheckLimiter } from '../../src/checks/limiters.ts'
import { largeTreeReadLimiter } from '../../src/courses/outline/tree-reads/tree-reads.ts'
import { wholeCourseLimiter } from '../../src/courses/outline/whole-course-limiter.ts'
import { treeWriteLimiter } from '../../src/courses/tree/large-writes.ts'
import { makeWorkspaceLimiters } from '../../src/operations/workspace-limiters.ts'
import { releaseReadLimiter, releaseWriteLimiter } from '../../src/releases/limiters.ts'

const kinds = { treeWriteLimiter, largeTreeReadLimiter, courseCheckLimiter, releaseWriteLimiter, releaseReadLimiter }

test.each(Object.entries(kinds))(
  '%s counts against the whole courses that a workspace may have in memory',
  async (_name, definition) => {
    const limiters = makeWorkspaceLimiters(10)
    const limiter = limiters.get(definition)
    const wholeCourses = limiters.get(wholeCourseLimiter)
    const [first, second] = Object.values(kinds).filter((other) => other !== definition)
    const end = await limiters.get(first!).acquire('one')
    await limiters.get(second!).acquire('one')
    const third = limiter.acquire('one')
    await vi.waitFor(() => expect(wholeCourses.state()).toMatchObject({ used: 2, waiting: 1 }))
    const endOther = await limiter.acquire('two')
    expect(wholeCourses.state().used).toBe(3)
    end()
    const endThird = await third
    endThird()
    endOther()
    expect([wholeCourses.state().used, limiter.state().used]).toEqual([1, 0])
  },
)

test('an operation that is refused for its memory gives back its other reservation', async () => {
  vi.useFakeTimers()
  try {
    const limiters = makeWorkspaceLimiters(10)
    await limiters.get(courseCheckLimiter).acquire('one')
    await limiters.get(releaseWriteLimiter).acquire('one')
    const refused = expect(limiters.get(releaseReadLimiter).acquire('one')).rejects.toMatchObject({
      status: 429,
      details: { reason: 'whole courses in memory' },
    })
    await vi.advanceTimersByTimeAsync(10_000)
    await refused
    const states = [releaseReadLimiter, wholeCourseLimiter].map((definition) => limiters.get(definition).state())
    expect(states).toMatchObject([{ used: 0 }, { waiting: 0 }])
  } finally {
    vi.useRealTimers()
  }
})

test('two processes have limiters of their own, and one process has one limiter of each definition', () => {
  const [first, second] = [makeWorkspaceLimiters(10), makeWorkspaceLimiters(10)]
  first.get(releaseReadLimiter).acquireNow('one')
  expect(first.get(releaseReadLimiter).state().used).toBe(1)
  expect(second.get(releaseReadLimiter).state().used).toBe(0)
})
