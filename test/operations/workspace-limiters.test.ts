import { expect, test } from 'vitest'
import { callerGenerationLimiter, generationLimiter } from '../../src/ai/limiters.ts'
import { linkCheckLimiter } from '../../src/checks/limiters.ts'
import { wholeCourseLimiter } from '../../src/courses/outline/whole-course-limiter.ts'
import { searchLimiter } from '../../src/courses/search/run.ts'
import { treeReadLimiter } from '../../src/courses/tree/reads/tree-read-turns.ts'
import { makeWorkspaceLimiters } from '../../src/operations/workspace-limiters.ts'

test('two processes have limiters of their own, and one process has one limiter of each definition', () => {
  const [first, second] = [makeWorkspaceLimiters(10), makeWorkspaceLimiters(10)]
  first.get(wholeCourseLimiter).acquireNow('one')
  expect(first.get(wholeCourseLimiter).state().used).toBe(1)
  expect(second.get(wholeCourseLimiter).state().used).toBe(0)
})

test('with 10 connections, so much work of one workspace and of all runs at once, and so many requests wait', () => {
  const limiters = makeWorkspaceLimiters(10)
  const all = [
    wholeCourseLimiter,
    treeReadLimiter,
    searchLimiter,
    linkCheckLimiter,
    generationLimiter,
    callerGenerationLimiter,
  ]
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
      "whole courses in memory: 2 of 4, 100 wait",
      "reads of whole courses: 5 of 10, 500 wait",
      "searches: 2 of 5, 16 wait",
      "checks of links: 1 of 8, 0 wait",
      "generations: 16 of 64, 0 wait",
      "ai_concurrency: 2 of any, 0 wait",
    ]
  `)
})
