import { expect, test, vi } from 'vitest'
import { wholeCourseLimiter } from '../../../src/courses/outline/whole-course-limiter.ts'
import { readTreesOfCoursesInTurn } from '../../../src/courses/tree/reads/in-turn.ts'
import { largeTreeReadLimiter } from '../../../src/courses/tree/reads/tree-read-turns.ts'
import { treeLevelsByDepth } from '../../../src/courses/tree/reads/trees.ts'
import type { GraphQLContext } from '../../../src/operations/context.ts'
import { makeWorkspaceLimiters } from '../../../src/operations/workspace-limiters.ts'
import { makeCaches } from '../../../src/platform/caches.ts'
import { ResultTooLargeError } from '../../../src/platform/db/result-size.ts'
import type { SqlRunner } from '../../../src/platform/db/statement.ts'
import { makeTenantLimiter } from '../../../src/platform/limits/tenant-limiter.ts'

type Courses = Parameters<typeof readTreesOfCoursesInTurn>[1]

/** Makes a function that reads a course whose only block has this content, and the limiters of its reads. */
function prepareRead(id: string, content: string, onRead: (maxBytes: number | undefined) => void = () => {}) {
  const makeShare = (resource: string) => makeTenantLimiter({ resource, total: 1, perTenant: 1 })
  const [largeReads, allReads] = [makeShare('large'), makeShare('all')]
  const course = [{ id, treeVersion: 1 }]
  const levels = [
    [{ id: 'm', courseId: id }],
    [{ id: 'l', moduleId: 'm' }],
    [{ id: 'b', lessonId: 'l', content }],
    course,
  ]
  const pipeline = (async (_reads: unknown, maxBytes?: number) => {
    onRead(maxBytes)
    if (maxBytes !== undefined && content.length > maxBytes) throw new ResultTooLargeError()
    return levels
  }) as unknown as SqlRunner['pipeline']
  const begun = makeWorkspaceLimiters(1).get(largeTreeReadLimiter)
  const limiterOf = (definition: object) =>
    definition === largeTreeReadLimiter ? begun : definition === wholeCourseLimiter ? largeReads : allReads
  const context = {
    workspaceId: () => 'workspace',
    limiters: { get: limiterOf },
    caches: makeCaches(),
    db: { sql: { pipeline } },
  } as unknown as GraphQLContext
  const read = () => readTreesOfCoursesInTurn(context, course as Courses, treeLevelsByDepth.blocks)
  return { read, largeReads, allReads }
}

test('a read of a large course that gets no turn leaves its share of large reads free', async () => {
  const { read, largeReads, allReads } = prepareRead('c', 'x'.repeat(2_000_001))
  await read()
  const release = allReads.acquireNow('workspace')
  await expect(read()).rejects.toMatchObject({ details: { reason: 'all' } })
  expect(largeReads.state().used).toBe(0)
  release()
  await read()
  expect([largeReads, allReads].map((share) => share.state().used)).toEqual([0, 0])
})

/** Makes a function that reads a course, whose content and whose duration the test decides. */
function makeReader() {
  const makeShare = (resource: string) =>
    makeTenantLimiter({ resource, total: 1, perTenant: 1, waitMs: 60_000, maxWaiting: 9 })
  const [largeReads, allReads] = [makeShare('large'), makeShare('all')]
  const course = [{ id: crypto.randomUUID(), treeVersion: 1 }]
  const state = { chars: 0, until: Promise.resolve() }
  const pipeline = async () => {
    await state.until
    const content = 'x'.repeat(state.chars)
    return [
      [{ id: 'm', courseId: course[0]!.id }],
      [{ id: 'l', moduleId: 'm' }],
      [{ id: 'b', lessonId: 'l', content }],
      course,
    ]
  }
  const begun = makeWorkspaceLimiters(1).get(largeTreeReadLimiter)
  const limiterOf = (definition: object) =>
    definition === largeTreeReadLimiter ? begun : definition === wholeCourseLimiter ? largeReads : allReads
  const context = {
    workspaceId: () => 'workspace',
    limiters: { get: limiterOf },
    caches: makeCaches(),
    db: { sql: { pipeline } },
  } as unknown as GraphQLContext
  const read = () => readTreesOfCoursesInTurn(context, course as Courses, treeLevelsByDepth.blocks)
  return { largeReads, allReads, state, read }
}

test('a read that waits while another one finds that the course is large waits for its turn as a large read', async () => {
  const { largeReads, allReads, state, read } = makeReader()
  const { promise, resolve: endRead } = Promise.withResolvers<void>()
  Object.assign(state, { chars: 2_000_001, until: promise })
  const first = read()
  const second = read()
  const releaseLarge = largeReads.acquireNow('workspace')
  await vi.waitFor(() => expect(allReads.state()).toMatchObject({ used: 1, waiting: 1 }))
  endRead()
  await first
  await vi.waitFor(() => expect(largeReads.state()).toMatchObject({ used: 1, waiting: 1 }))
  expect(allReads.state().used).toBe(0)
  releaseLarge()
  await second
  expect([largeReads, allReads].map((share) => share.state().used)).toEqual([0, 0])
})

test('a course that has become small again is read without a turn as a large read', async () => {
  const { largeReads, state, read } = makeReader()
  state.chars = 2_000_001
  await read()
  state.chars = 2_000_000
  await read()
  const releaseLarge = largeReads.acquireNow('workspace')
  await read()
  releaseLarge()
})

test('a read that returns too much for a small course is stopped, and starts again with a turn of large courses', async () => {
  const reads: [maxBytes: number | undefined, largeReads: number][] = []
  const { read, largeReads, allReads } = prepareRead('unknown', 'x'.repeat(4_000_001), (maxBytes) => {
    reads.push([maxBytes, largeReads.state().used])
  })
  await read()
  await read()
  expect(reads).toEqual([
    [4_000_000, 0],
    [undefined, 1],
    [undefined, 1],
  ])
  expect([largeReads, allReads].map((share) => share.state().used)).toEqual([0, 0])
})
