import { expect, test } from 'vitest'
import { largeTreeReadLimiter, queueReadOfCourseTrees } from '../../../src/courses/outline/tree-reads/tree-reads.ts'
import { treeLevelsDownTo } from '../../../src/courses/outline/tree-reads/trees.ts'
import type { GraphQLContext } from '../../../src/operations/context.ts'
import { makeTenantLimiter } from '../../../src/platform/limits/tenant-limiter.ts'

type Courses = Parameters<typeof queueReadOfCourseTrees>[1]

test('a read of a large course that gets no turn leaves its share of large reads free', async () => {
  const makeShare = (resource: string) => makeTenantLimiter({ resource, total: 1, perTenant: 1 })
  const [largeReads, allReads] = [makeShare('large'), makeShare('all')]
  const content = 'x'.repeat(2_000_001)
  const course = [{ id: 'c', treeVersion: 1 }]
  const levels = [
    [{ id: 'm', courseId: 'c' }],
    [{ id: 'l', moduleId: 'm' }],
    [{ id: 'b', lessonId: 'l', content }],
    course,
  ]
  const context = {
    workspaceId: () => 'workspace',
    limiters: { get: (definition: object) => (definition === largeTreeReadLimiter ? largeReads : allReads) },
    db: { sql: { pipeline: async () => levels } },
  } as unknown as GraphQLContext
  const read = () => queueReadOfCourseTrees(context, course as Courses, treeLevelsDownTo.blocks)
  await read()
  const release = allReads.acquireNow('workspace')
  await expect(read()).rejects.toMatchObject({ details: { reason: 'all' } })
  expect(largeReads.state().used).toBe(0)
  release()
  await read()
  expect([largeReads, allReads].map((share) => share.state().used)).toEqual([0, 0])
})
