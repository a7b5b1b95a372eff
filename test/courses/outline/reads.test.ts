import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeServiceWriter } from '../../../src/courses/changes/writer.ts'
import { readCoursePage, readCoursesInRange } from '../../../src/courses/course-list/reads/course-list.ts'
import {
  findRememberedCourseCounts,
  makeLessonAndBlockCountLoader,
  rememberCourseCounts,
} from '../../../src/courses/outline/reads/course-counts.ts'
import { readCoursesByIds } from '../../../src/courses/outline/reads/course-reads.ts'
import { makeLessonCountOfModuleLoader } from '../../../src/courses/outline/reads/lesson-counts.ts'
import {
  readChildrenOfParents,
  readPageOfChildren,
  readTreeNodesByIds,
} from '../../../src/courses/outline/reads/reads.ts'
import { increaseTreeVersion } from '../../../src/courses/outline/writes/locks.ts'
import { readCourseTree, treeLevelsByDepth } from '../../../src/courses/tree/reads/trees.ts'
import { type CourseTree, createCourseTree, restLevels } from '../../support/course-fixture.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let workspaceId: string
let foreign: string
let outline: CourseTree
beforeAll(async () => {
  service = await startTestService()
  workspaceId = await service.workspace()
  foreign = await service.workspace()
  const key = await service.key({ workspaceId })
  await createCourseTree(service, await service.key({ workspaceId: foreign }), 'Foreign')
  for (const published of [true, false, true, false]) {
    await service.rest('POST', '/courses', key, { name: `${published}`, description: '', language: 'en', published })
  }
  outline = await createCourseTree(service, key)
  for (const { parent, list, named } of restLevels) {
    for (const order of [5, 1, 5]) await service.rest('POST', list(outline[parent].id), key, { ...named('x'), order })
  }
  const odd = { type: 'code', content: { z: 1, code: 'a', nested: [{ b: null, a: '"\\u0041' }], n: 0.1 } }
  await service.rest('POST', `/lessons/${outline.lesson.id}/blocks`, key, odd)
})
afterAll(() => service.close())

type Row = { [field: string]: unknown }

/** A course as a statement gives it: it compares the tree versions, and leaves out what only the database needs. */
const withUnpublishedChanges = ({
  liveTreeVersion,
  liveChangesAt: _at,
  nextSizeCheck: _next,
  ...course
}: Row): Row => ({
  ...course,
  hasUnpublishedChanges: liveTreeVersion !== course.treeVersion,
})

/** A row without the workspace, with its moments as text: as a statement gives it. */
const fromPrisma = (row: Row): Row =>
  Object.fromEntries(
    Object.entries('liveTreeVersion' in row ? withUnpublishedChanges(row) : row)
      .filter(([field]) => field !== 'workspaceId')
      .map(([field, value]) => [field, value instanceof Date ? value.toISOString() : value]),
  )
/** A statement's row: content is text there, as the author wrote it. */
const fromSql = (row: object): Row => {
  const { content, total: _total, ...fields } = row as Row
  return typeof content === 'string' ? { ...fields, content: JSON.parse(content) } : fields
}

const newest = { orderBy: { id: 'desc' } } as const

describe('a statement returns the same rows as Prisma', () => {
  test('courses by id', async () => {
    const expected = (await service.db.prisma.course.findMany({ where: { workspaceId } })).map(fromPrisma)
    const all = await service.db.prisma.course.findMany()
    const found = await readCoursesByIds(
      service.db.sql,
      workspaceId,
      all.map(({ id }) => id),
    )
    const byId = (a: Row, b: Row) => (String(a.id) < String(b.id) ? -1 : 1)
    expect(found.map(fromSql).sort(byId)).toEqual(expected.sort(byId))
  })

  test.each([
    [{ published: undefined }, { limit: 2, offset: 0 }],
    [{ published: undefined }, { limit: 2, offset: 4 }],
    [{ published: undefined }, { limit: 2, offset: 16 }],
    [{ published: true }, { limit: 20, offset: 0 }],
    [{ published: false }, { limit: 2, offset: 2 }],
    [{ published: null }, { limit: 20, offset: 0 }],
  ])('a page of courses: %j %j', async (filter, slice) => {
    const status = filter.published == null ? undefined : filter.published ? 'published' : 'draft'
    const where = { workspaceId, status }
    const [items, total] = await Promise.all([
      service.db.prisma.course.findMany({ where, ...newest, skip: slice.offset, take: slice.limit }),
      service.db.prisma.course.count({ where }),
    ])
    const found = await readCoursePage(service.db.sql, { workspaceId, filter, sort: 'created' }, slice)
    expect({ items: found.items.map(fromSql), total: found.total }).toEqual({ items: items.map(fromPrisma), total })
  })

  test('a slice of courses, in both directions', async () => {
    const ids = (await service.db.prisma.course.findMany({ where: { workspaceId }, ...newest })).map(({ id }) => id)
    for (const isBackward of [false, true]) {
      for (const [after, before] of [
        [undefined, undefined],
        [ids[0], undefined],
        [undefined, ids[3]],
        [ids[0], ids[3]],
        [ids.at(-1), undefined],
      ]) {
        const expected = await service.db.prisma.course.findMany({
          where: { workspaceId, id: { lt: after, gt: before } },
          orderBy: { id: isBackward ? 'asc' : 'desc' },
          take: 2,
        })
        const positions = { after: after ? { id: after } : undefined, before: before ? { id: before } : undefined }
        const found = await readCoursesInRange(
          service.db.sql,
          { workspaceId, filter: {}, sort: 'created' },
          { ...positions, isBackward, limit: 2 },
        )
        expect(found.map(fromSql)).toEqual(expected.map(fromPrisma))
      }
    }
  })

  describe.each(restLevels)('$level records', ({ level, parent }) => {
    const parentId = `${parent}Id`
    const inOrder = async (where: object): Promise<Row[]> => {
      const query = { where: { workspaceId, ...where }, orderBy: { order: 'asc' } } as const
      const { module, lesson, block } = service.db.prisma
      const found = {
        module: () => module.findMany(query),
        lesson: () => lesson.findMany(query),
        block: () => block.findMany(query),
      }
      return (await found[level]()).map(fromPrisma)
    }
    const byOrder = (a: Row, b: Row) => Number(a.order) - Number(b.order)

    test('by id, by parent and by page', async () => {
      const expected = await inOrder({ [parentId]: outline[parent].id })
      expect(expected.length).toBeGreaterThan(3)
      const ids = expected.map(({ id }) => String(id))
      const byId = await readTreeNodesByIds(service.db.sql, level, workspaceId, ids)
      expect(byId.map(fromSql).sort(byOrder)).toEqual(expected)
      const children = await readChildrenOfParents(service.db.sql, level, workspaceId, [outline[parent].id])
      expect(children.map(fromSql)).toEqual(expected)
      const page = await readPageOfChildren(service.db.sql, level, workspaceId, outline[parent].id, {
        limit: 2,
        offset: 2,
      })
      expect(page?.items.map(fromSql)).toEqual(expected.slice(2, 4))
      expect(page?.total).toBe(expected.length)
    })

    test('of another workspace, which are not returned', async () => {
      expect(await readTreeNodesByIds(service.db.sql, level, foreign, [outline[level].id])).toEqual([])
      expect(await readChildrenOfParents(service.db.sql, level, foreign, [outline[parent].id])).toEqual([])
      const page = { limit: 20, offset: 0 }
      expect(await readPageOfChildren(service.db.sql, level, foreign, outline[parent].id, page)).toBeUndefined()
    })
  })

  test('the reads of a tree return all its levels in order', async () => {
    const order = { orderBy: { order: 'asc' } } as const
    const expected = await service.db.prisma.course.findFirst({
      where: { workspaceId, id: outline.course.id },
      include: { modules: { ...order, include: { lessons: { ...order, include: { blocks: order } } } } },
    })
    const found = await readCourseTree(service.db.sql, workspaceId, outline.course.id, treeLevelsByDepth.blocks)
    expect(found).toMatchObject({ lessonCount: 4, blockCount: 5 })
    const ids = (tree: typeof expected | typeof found) =>
      tree?.modules?.map(({ id, lessons }) => [id, lessons?.map(({ id, blocks }) => [id, blocks?.map(({ id }) => id)])])
    expect(ids(found)).toEqual(ids(expected))
    expect(await readCourseTree(service.db.sql, foreign, outline.course.id, treeLevelsByDepth.blocks)).toBeUndefined()
  })

  test('the counts of lessons and blocks are those of the course', async () => {
    const { sql, prisma } = service.db
    const { course, module } = outline
    const expected = {
      lessonCount: await prisma.lesson.count({ where: { courseId: course.id } }),
      blockCount: await prisma.block.count({ where: { courseId: course.id } }),
    }
    const none = { lessonCount: 0, blockCount: 0 }
    const counted = await makeLessonAndBlockCountLoader(sql, workspaceId).loadMany([course.id, module.id])
    expect(counted).toEqual([expect.objectContaining(expected), none])
    expect(await makeLessonAndBlockCountLoader(sql, foreign).load(course.id)).toEqual(none)

    const ofModules = makeLessonCountOfModuleLoader(sql, workspaceId).loadMany([module.id, course.id])
    expect(await ofModules).toEqual([await prisma.lesson.count({ where: { moduleId: module.id } }), 0])
    expect(await makeLessonCountOfModuleLoader(sql, foreign).load(module.id)).toBe(0)
  })

  test('counts are remembered for one tree version of a course of one workspace', async () => {
    const { sql } = service.db
    const [course] = await readCoursesByIds(sql, workspaceId, [outline.course.id])
    const counts = await makeLessonAndBlockCountLoader(sql, workspaceId).load(course!.id)
    expect(findRememberedCourseCounts(sql, workspaceId, course!)).toMatchObject(counts)
    expect(
      findRememberedCourseCounts(sql, workspaceId, { ...course!, treeVersion: course!.treeVersion + 1 }),
    ).toBeUndefined()
    expect(findRememberedCourseCounts(sql, foreign, course!)).toBeUndefined()
  })

  test('the counts of ten thousand courses are remembered', () => {
    const { sql } = service.db
    const counted = { lessonCount: 1, blockCount: 1, treeVersion: 1, workspaceId }
    const ids = Array.from({ length: 10_001 }, (_, index) => `course ${index}`)
    for (const id of ids) rememberCourseCounts(sql, { ...counted, id })
    const remembered = ids.filter(
      (id) => findRememberedCourseCounts(sql, workspaceId, { id, treeVersion: 1 }) !== undefined,
    )
    expect(remembered).toEqual(ids.slice(1))
  })

  test('counts of a transaction that is rolled back are not remembered', async () => {
    const { sql } = service.db
    const [course] = await readCoursesByIds(sql, workspaceId, [outline.course.id])
    const next = { id: course!.id, treeVersion: course!.treeVersion + 1 }
    const failure = new Error('Rolled back')
    const work = sql.transaction(async (tx) => {
      await increaseTreeVersion(tx, makeServiceWriter(workspaceId, 'test'), course!.id, [])
      await makeLessonAndBlockCountLoader(tx, workspaceId).load(course!.id)
      expect(findRememberedCourseCounts(tx, workspaceId, next)).toBeDefined()
      throw failure
    })
    await expect(work).rejects.toBe(failure)
    expect(findRememberedCourseCounts(sql, workspaceId, next)).toBeUndefined()
  })
})
