import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CourseTree, createCourseTree, missingId, restLevels } from '../../support/course-fixture.ts'
import { errorBody, invalidFieldBody } from '../../support/error-bodies.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
let outline: CourseTree
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  outline = await createCourseTree(service, key)
})
afterAll(() => service.close())

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

describe.each(restLevels)('a $level', ({ level, title, parent, parentTitle, list, one, sample }) => {
  const ownParents = () => ({
    module: { courseId: outline.course.id },
    lesson: { moduleId: outline.module.id },
    block: { lessonId: outline.lesson.id },
  })
  const written =
    level === 'block'
      ? sample
      : {
          ...sample,
          description: 'At length.',
          durationMinutes: 5,
          objectives: ['To know'],
          prerequisites: ['light'],
          optional: true,
          attributes: { credits: 2 },
        }

  test('is created, listed, read, changed and deleted', async () => {
    const made = await service.rest('POST', list(outline[parent].id), key, { ...written, order: 7 })
    const id = made.body.data.id
    const metadata = { createdAt: time, updatedAt: time }
    const actor = { type: 'key', id: expect.any(String), name: 'test' }
    const common = { order: 7, key: null, version: 1, metadata, createdBy: actor, updatedBy: actor }
    const record = { id, ...ownParents()[level], ...written, ...common }
    expect([made.status, made.body]).toEqual([201, { data: record }])
    expect(made.headers.get('location')).toBe(`/api/v1${one(id)}`)

    const read = await service.rest('GET', one(id), key)
    expect([read.status, read.body]).toEqual([200, made.body])

    const listed = await service.rest('GET', list(outline[parent].id), key)
    const meta = { page: 1, per_page: 20, total: 2, total_pages: 1 }
    expect([listed.status, listed.body]).toEqual([200, { data: [outline[level], made.body.data], meta }])

    const change = level === 'block' ? { content: { text: 'New.', extra: [1] } } : { name: 'New', description: null }
    const changed = await service.rest('PATCH', one(id), key, change)
    const unread = { path: 'content.extra', message: 'is not read; the service keeps it, and learners do not get it' }
    const data = { ...record, ...change, version: 2 }
    const warned = level === 'block' ? { data, meta: { warnings: [unread] } } : { data }
    expect([changed.status, changed.body]).toEqual([200, warned])
    expect((await service.rest('GET', one(id), key)).body).toEqual({ data })

    const gone = await service.rest('DELETE', one(id), key)
    expect([gone.status, gone.body]).toEqual([200, { data: { id, deleted: true, trashId: expect.any(String) } }])
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      const after = await service.rest(method, one(id), key, method === 'PATCH' ? {} : undefined)
      expect([after.status, after.body]).toEqual([404, errorBody('not_found', `${title} not found.`)])
    }
  })

  test('a record is not created below a parent that does not exist', async () => {
    for (const id of [missingId, 'x', outline.block.id]) {
      const made = await service.rest('POST', list(id), key, sample)
      expect([made.status, made.body]).toEqual([404, errorBody('not_found', `${parentTitle} not found.`)])
      const listed = await service.rest('GET', list(id), key)
      expect([listed.status, listed.body]).toEqual([404, errorBody('not_found', `${parentTitle} not found.`)])
    }
  })

  test('the order of a record is a whole number from 0', async () => {
    const refused: [unknown, string][] = [
      [-1, 'must be 0 or more'],
      [1.5, 'must be a whole number'],
      ['1', 'must be a whole number'],
      [true, 'must be a whole number'],
      [[1], 'must be a whole number'],
      [2_000_000_000, 'must be at most 1,000,000,000'],
      [3_000_000_000, 'must be at most 1,000,000,000'],
      [1e300, 'must be at most 1,000,000,000'],
    ]
    for (const [order, message] of refused) {
      const made = await service.rest('POST', list(outline[parent].id), key, { ...sample, order })
      expect([made.status, made.body]).toEqual([400, invalidFieldBody('order', message)])
      const changed = await service.rest('PATCH', one(outline[level].id), key, { order })
      expect([changed.status, changed.body]).toEqual([400, invalidFieldBody('order', message)])
    }
  })

  test('a record is deleted with its parent', async () => {
    const own = await createCourseTree(service, key, 'Short-lived')
    expect((await service.rest('DELETE', `/courses/${own.course.id}`, key)).status).toBe(200)
    expect((await service.rest('GET', one(own[level].id), key)).status).toBe(404)
  })
})
