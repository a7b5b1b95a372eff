import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SqlRunner } from '../../src/platform/db/statement.ts'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { deleteExpiredAndExcessTrashEntries, maxTrashEntries } from '../../src/trash/delete-for-good.ts'
import { createCourseTree } from '../support/course-fixture.ts'
import { deleteToTrash } from '../support/deleted-record.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let workspaceId: string
let key: string
beforeAll(async () => {
  service = await startTestService({ hasJobs: false })
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
})
afterAll(() => service.close())

const rest = (method: string, path: string, body?: unknown) => service.rest(method, path, key, body)
const remove = (path: string) => deleteToTrash(service, key, path)

/** Stores entries of deleted blocks, the oldest first, and returns the ids of those that are left. */
async function storeEntries(count: number, fields: { records?: number; deletedAt?: Date } = {}) {
  const ids = Array.from({ length: count }, () => makeUuidV7())
  const gone = { workspaceId, level: 'block', courseId: makeUuidV7(), parentId: makeUuidV7(), deletedBy: 'x' }
  await service.db.prisma.trashEntry.createMany({
    data: ids.map((id) => ({ ...gone, id, nodeId: makeUuidV7(), records: 1, ...fields })),
  })
  return async () => {
    const where = { workspaceId, courseId: gone.courseId }
    const left = new Set((await service.db.prisma.trashEntry.findMany({ where })).map(({ id }) => id))
    return ids.map((id, index) => (left.has(id) ? index : -1)).filter((index) => index >= 0)
  }
}
const clear = () => service.db.prisma.trashEntry.deleteMany({ where: { workspaceId } })

test('a run deletes up to 2,000 expired entries, and the next run the others', async () => {
  const left = await storeEntries(2001, { deletedAt: new Date(0) })
  await deleteExpiredAndExcessTrashEntries(service.db.sql)
  expect(await left()).toHaveLength(1)
  await deleteExpiredAndExcessTrashEntries(service.db.sql)
  expect(await left()).toEqual([])
})

test('a workspace keeps its newest 10,000 entries, and a run deletes up to 2,000 others', async () => {
  expect(maxTrashEntries).toBe(10_000)
  const left = await storeEntries(2003)
  await deleteExpiredAndExcessTrashEntries(service.db.sql, { maxEntries: 2 })
  expect(await left()).toEqual([2000, 2001, 2002])
  await deleteExpiredAndExcessTrashEntries(service.db.sql, { maxEntries: 2 })
  expect(await left()).toEqual([2001, 2002])
  await clear()
})

test('a workspace whose entries cannot be deleted does not keep those of the others', async () => {
  const left = await storeEntries(150, { deletedAt: new Date(0) })
  const broken = await service.workspace()
  const fields = { level: 'block', courseId: makeUuidV7(), parentId: makeUuidV7(), deletedBy: 'x', records: 1 }
  const deletedAt = new Date(-1)
  await service.db.prisma.trashEntry.createMany({
    data: Array.from({ length: 150 }, () => ({
      ...{ ...fields, workspaceId: broken, id: makeUuidV7(), nodeId: makeUuidV7(), deletedAt },
    })),
  })
  const { sql } = service.db
  const failing = {
    ...sql,
    transaction: <T>(work: (tx: SqlRunner) => Promise<T>) =>
      sql.transaction((tx) =>
        work({
          ...tx,
          rows: (statement, values) =>
            values[0] === broken ? Promise.reject(new Error('broken')) : tx.rows(statement, values),
        } as SqlRunner),
      ),
  } as typeof sql
  await expect(deleteExpiredAndExcessTrashEntries(failing)).rejects.toMatchObject({ errors: [new Error('broken')] })
  expect(await left()).toEqual([])
  expect(await service.db.prisma.trashEntry.count({ where: { workspaceId: broken } })).toBe(150)
  await deleteExpiredAndExcessTrashEntries(sql)
  expect(await service.db.prisma.trashEntry.count({ where: { workspaceId: broken } })).toBe(0)
})

test('the entries of a workspace have at most 1,000,000 records', async () => {
  const left = await storeEntries(3, { records: 500_000 })
  await deleteExpiredAndExcessTrashEntries(service.db.sql)
  expect(await left()).toEqual([1, 2])
  await clear()
})

test('what was deleted from a lesson that has moved to another course stays when the first course is deleted for good', async () => {
  const [from, to] = [await createCourseTree(service, key), await createCourseTree(service, key)]
  const byLesson = await remove(`/blocks/${from.block.id}`)
  const second = (await rest('POST', `/courses/${from.course.id}/modules`, { name: 'Second' })).body.data
  const inSecond = (await rest('POST', `/modules/${second.id}/lessons`, { name: 'Second' })).body.data
  const byModule = await remove(`/lessons/${inSecond.id}`)
  await rest('POST', `/lessons/${from.lesson.id}/move`, { moduleId: to.module.id })
  await rest('POST', `/modules/${second.id}/move`, { courseId: to.course.id })
  expect((await rest('DELETE', await remove(`/courses/${from.course.id}`))).status).toBe(200)
  expect((await rest('POST', `${byLesson}/restore`)).body.data).toMatchObject({ courseId: to.course.id })
  expect((await rest('POST', `${byModule}/restore`)).body.data).toMatchObject({ courseId: to.course.id })
})

test('an entry whose parent is in the trash stays when its first course is deleted for good', async () => {
  const [from, to] = [await createCourseTree(service, key), await createCourseTree(service, key)]
  const block = await remove(`/blocks/${from.block.id}`)
  const lesson = await remove(`/lessons/${from.lesson.id}`)
  await rest('POST', `/modules/${from.module.id}/move`, { courseId: to.course.id })
  const module = await remove(`/modules/${from.module.id}`)
  expect((await rest('DELETE', await remove(`/courses/${from.course.id}`))).status).toBe(200)
  for (const entry of [module, lesson, block])
    expect((await rest('POST', `${entry}/restore`)).body.data).toMatchObject({ courseId: to.course.id })
})

test('a crowded workspace whose entries cannot be deleted is tried once in a run', async () => {
  const left = await storeEntries(250)
  const { sql } = service.db
  let runs = 0
  const failing: typeof sql = {
    ...sql,
    transaction: () => {
      runs++
      return Promise.reject(new Error('broken'))
    },
  }
  await expect(deleteExpiredAndExcessTrashEntries(failing, { maxEntries: 2 })).rejects.toThrow(AggregateError)
  expect([runs, (await left()).length]).toEqual([1, 250])
  await clear()
})

test('what was deleted from a deleted lesson of a course is deleted for good with the course', async () => {
  const { course, lesson, block } = await createCourseTree(service, key)
  for (const path of [`/blocks/${block.id}`, `/lessons/${lesson.id}`]) await remove(path)
  const entry = await remove(`/courses/${course.id}`)
  const where = { workspaceId, courseId: course.id }
  expect(await service.db.prisma.trashEntry.count({ where })).toBe(3)
  expect((await rest('DELETE', entry)).status).toBe(200)
  expect(await service.db.prisma.trashEntry.count({ where })).toBe(0)
})
