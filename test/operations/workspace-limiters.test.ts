import { expect, test, vi } from 'vitest'
import { callerGenerationLimiter, generationLimiter } from '../../src/ai/limiters.ts'
import { courseCheckLimiter, linkCheckLimiter } from '../../src/checks/limiters.ts'
import { wholeCourseLimiter } from '../../src/courses/outline/whole-course-limiter.ts'
import { searchLimiter } from '../../src/courses/search/run.ts'
import { largeTreeWriteLimiter } from '../../src/courses/tree/large-writes.ts'
import { largeTreeReadLimiter, treeReadLimiter } from '../../src/courses/tree/reads/tree-read-turns.ts'
import { makeWorkspaceLimiters } from '../../src/operations/workspace-limiters.ts'
import { releaseReadLimiter, releaseWriteLimiter } from '../../src/releases/limiters.ts'

const kinds = {
  largeTreeWriteLimiter,
  largeTreeReadLimiter,
  courseCheckLimiter,
  releaseWriteLimiter,
  releaseReadLimiter,
}

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

test('with 10 connections, so much work of one workspace and of all runs at once, and so many requests wait', () => {
  const limiters = makeWorkspaceLimiters(10)
  const more = { wholeCourseLimiter, treeReadLimiter, searchLimiter, linkCheckLimiter, generationLimiter }
  const all = Object.values({ ...kinds, ...more, callerGenerationLimiter })
  /** Counts how often a reservation succeeds. */
  const countOf = (reserve: (index: number) => unknown) => {
    for (let index = 0; index < 1000; index++) if (!reserve(index)) return index
    return 'any'
  }
  const sizes = all.map((definition) => {
    const { resource, tryAcquire, acquire, state } = limiters.get(definition)
    const perTenant = countOf(() => tryAcquire('one'))
    const waiting = countOf((index) => {
      void acquire('one').catch(() => {})
      return state().waiting > index
    })
    const others = countOf((index) => tryAcquire(`other ${index}`))
    const total = others === 'any' ? 'any' : others + Number(perTenant)
    return `${resource}: ${perTenant} of ${total}, ${waiting} wait`
  })
  expect(sizes).toMatchInlineSnapshot(`
    [
      "large tree writes: 2 of 5, 4 wait",
      "reads of large courses: 2 of 4, 4 wait",
      "checks of courses: 2 of 8, 8 wait",
      "releases: 2 of 5, 32 wait",
      "reads of whole releases: 1 of 3, 32 wait",
      "whole courses in memory: 2 of 4, 32 wait",
      "reads of whole courses: 5 of 10, 500 wait",
      "searches: 2 of 5, 16 wait",
      "checks of links: 1 of 8, 0 wait",
      "generations: 16 of 64, 0 wait",
      "ai_concurrency: 2 of any, 0 wait",
    ]
  `)
})
