import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCoursePage } from '../../../src/courses/course-list/reads/course-list.ts'
import { mergeCourseTallies } from '../../../src/courses/course-list/reads/course-tallies.ts'
import { makeUuidV7 } from '../../../src/platform/uuid.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ hasJobs: false })
})
afterAll(() => service.close())

const make = (key: string, published: boolean) => service.rest('POST', '/courses', key, { name: 'x', published })

/** What the list says of a workspace's courses, and what there is. */
async function totals(workspaceId: string) {
  const told = (published?: boolean) =>
    readCoursePage(
      service.db.sql,
      { workspaceId, filter: { published }, sort: 'created' },
      { limit: 1, offset: 0 },
    ).then(({ total }) => total)
  const counted = (status?: string) => service.db.prisma.course.count({ where: { workspaceId, status } })
  return {
    told: await Promise.all([told(), told(true), told(false)]),
    counted: await Promise.all([counted(), counted('published'), counted('draft')]),
  }
}

test('the number of courses is what there is, whatever was made, published, deleted and added up', async () => {
  const step = fc.constantFrom('draft', 'published', 'publish', 'unpublish', 'delete', 'copy', 'add up')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const workspaceId = await service.workspace()
      const key = await service.key({ workspaceId })
      const ids: string[] = []
      for (const name of steps) {
        const last = ids.at(-1)
        if (name === 'draft' || name === 'published') ids.push((await make(key, name === 'published')).body.data.id)
        else if (name === 'add up') await tally(workspaceId)
        else if (last === undefined) continue
        else if (name === 'delete') await service.rest('DELETE', `/courses/${ids.pop()}`, key)
        else if (name === 'copy') ids.push((await service.rest('POST', `/courses/${last}/duplicate`, key)).body.data.id)
        else await service.rest('PATCH', `/courses/${last}`, key, { published: name === 'publish' })
      }
      const { told, counted } = await totals(workspaceId)
      expect(told).toEqual(counted)
    }),
    { numRuns: 8 },
  )
})

/** Rows that say nothing, so that there are enough to be added up; and adds them up. */
async function tally(workspaceId: string) {
  await service.db.prisma.courseTally.createMany({
    data: Array.from({ length: 21 }, () => ({ workspaceId, status: 'draft', courses: 0 })),
  })
  await mergeCourseTallies(service.db.sql)
  expect(await service.db.prisma.courseTally.count({ where: { workspaceId } })).toBeLessThan(4)
}

test('a run adds up the tallies of 100 workspaces, of those that have more than 20', async () => {
  const ids = Array.from({ length: 102 }, () => makeUuidV7())
  await service.db.prisma.workspace.createMany({ data: ids.map((id) => ({ id, name: 'Test', plan: 'enterprise' })) })
  const many = (workspaceId: string, count: number) =>
    Array.from({ length: count }, () => ({ workspaceId, status: 'draft', courses: 0 }))
  const [few, ...others] = ids
  await service.db.prisma.courseTally.createMany({
    data: [...many(few!, 20), ...others.flatMap((id) => many(id, 21))],
  })
  const count = () => service.db.prisma.courseTally.count({ where: { workspaceId: { in: ids } } })
  await mergeCourseTallies(service.db.sql)
  expect(await count()).toBe(20 + 21)
  await mergeCourseTallies(service.db.sql)
  expect(await count()).toBe(20)
})

test('courses that are made and deleted together while tallies are added up are all counted', async () => {
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  const made = await Promise.all(Array.from({ length: 40 }, (_, index) => make(key, index % 2 === 0)))
  await Promise.all([
    ...made.slice(0, 15).map(({ body }) => service.rest('DELETE', `/courses/${body.data.id}`, key)),
    ...Array.from({ length: 20 }, () => make(key, false)),
    ...Array.from({ length: 5 }, () => mergeCourseTallies(service.db.sql)),
  ])
  expect(await totals(workspaceId)).toMatchObject({ told: [45, 12, 33], counted: [45, 12, 33] })
})

test('a page far down is what the same page is near', async () => {
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  const data = Array.from({ length: 530 }, (_, index) => ({
    id: `01a1fcfe-91f6-768f-881d-${String(index).padStart(12, '0')}`,
    workspaceId,
    name: `${index}`,
  }))
  await service.db.prisma.course.createMany({ data })
  for (const filter of ['', '&published=false']) {
    const { body } = await service.rest('GET', `/courses?page=27&per_page=20${filter}`, key)
    expect(body.meta).toEqual({ page: 27, per_page: 20, total: 530, total_pages: 27 })
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
      '9',
      '8',
      '7',
      '6',
      '5',
      '4',
      '3',
      '2',
      '1',
      '0',
    ])
  }
})
