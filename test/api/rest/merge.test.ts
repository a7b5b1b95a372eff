import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CourseTree, createCourseTree } from '../../support/course-fixture.ts'
import { invalidFieldBody } from '../../support/error-bodies.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
let outline: CourseTree
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
beforeEach(async () => {
  outline = await createCourseTree(service, key)
})
afterAll(() => service.close())

const records = [
  {
    level: 'course',
    one: (id: string) => `/courses/${id}`,
    full: { name: 'A', description: 'B', language: 'en', difficulty: 'advanced' },
    clears: ['description', 'language', 'difficulty'],
    required: ['name', 'published'],
  },
  {
    level: 'module',
    one: (id: string) => `/modules/${id}`,
    full: { name: 'A', description: 'B', order: 3 },
    clears: ['description'],
    required: ['name', 'order'],
  },
  {
    level: 'lesson',
    one: (id: string) => `/lessons/${id}`,
    full: { name: 'A', description: 'B', order: 3 },
    clears: ['description'],
    required: ['name', 'order'],
  },
  {
    level: 'block',
    one: (id: string) => `/blocks/${id}`,
    full: { type: 'code', content: { language: 'sql', code: 'SELECT 1' }, order: 3 },
    clears: [],
    required: ['type', 'content', 'order'],
  },
] as const

describe.each(records)('a PATCH of a $level', ({ level, one, full, clears, required }) => {
  const patch = (body: unknown) => service.rest('PATCH', one(outline[level].id), key, body)

  test('a change keeps the fields that it does not name', async () => {
    let record = (await patch(full)).body.data
    expect(record).toMatchObject(full)
    for (const [field, value] of Object.entries(full)) {
      const { status, body } = await patch({ [field]: value })
      const grown = level === 'course' && { treeVersion: record.treeVersion + 1 }
      record = { ...record, ...grown, version: record.version + 1, metadata: body.data.metadata }
      expect([status, body]).toEqual([200, { data: record }])
    }
  })

  test('a change without any field changes nothing', async () => {
    const { status, body } = await patch({})
    expect([status, body]).toEqual([200, { data: outline[level] }])
  })

  test('clears with null what may be empty, and refuses null elsewhere', async () => {
    const record = (await patch(full)).body.data
    for (const field of clears) {
      const { status, body } = await patch({ [field]: null })
      expect([status, body.data[field], body.data.name]).toEqual([200, null, record.name])
    }
    for (const field of required) {
      const { status, body } = await patch({ [field]: null })
      expect([status, body]).toEqual([400, invalidFieldBody(field, 'must not be null; leave it out to keep it')])
    }
  })

  test('a change that is refused changes nothing', async () => {
    const before = (await service.rest('GET', one(outline[level].id), key)).body
    await patch({ ...full, colour: 'green' })
    await patch({ ...full, order: -1 })
    expect((await service.rest('GET', one(outline[level].id), key)).body).toEqual(before)
  })
})

test('publishing and taking back is the status of a course', async () => {
  const statuses: string[] = []
  for (const published of [true, true, false]) {
    const { body } = await service.rest('PATCH', `/courses/${outline.course.id}`, key, { published })
    statuses.push(body.data.status)
  }
  expect(statuses).toEqual(['published', 'published', 'draft'])
})
