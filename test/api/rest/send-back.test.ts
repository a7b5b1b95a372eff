import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CourseTree, createCourseTree } from '../../support/course-fixture.ts'
import { invalidFieldBody } from '../../support/error-bodies.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
let outline: CourseTree
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  outline = await createCourseTree(service, key)
  for (const level of ['course', 'module', 'lesson'] as const) {
    const fields = {
      description: 'D',
      durationMinutes: 5,
      objectives: ['O'],
      attributes: { sku: 1 },
      key: `${level}-1`,
    }
    await service.rest('PATCH', `/${level}s/${outline[level].id}`, key, fields)
  }
})
afterAll(() => service.close())

const levels = ['course', 'module', 'lesson', 'block'] as const

/** The members that a change of the record itself changes. */
const changing = { version: 0, treeVersion: 0, metadata: 0, updatedBy: 0 }

describe.each(levels)('a PATCH of a %s', (level) => {
  const read = async () => service.rest('GET', `/${level}s/${outline[level].id}`, key)
  const patch = (body: unknown, headers = {}) =>
    service.rest('PATCH', `/${level}s/${outline[level].id}`, key, body, headers)

  test.each([true, false])('takes what GET answered and changes nothing else (If-Match: %s)', async (isConditional) => {
    const before = await read()
    const headers = isConditional ? { 'If-Match': before.headers.get('etag')! } : {}
    const { status, body } = await patch(before.body.data, headers)
    expect([status, { ...body.data, ...changing }]).toEqual([200, { ...before.body.data, ...changing }])
    expect(body.data.version).toBe(before.body.data.version + 1)
    expect((await read()).body).toEqual(body)
  })

  test('passes members over that only the service writes, whatever their values', async () => {
    const { data } = (await read()).body
    const input = [
      'name',
      'description',
      'type',
      'content',
      'order',
      'key',
      'attributes',
      'objectives',
      'prerequisites',
    ]
    const settings = [
      'language',
      'difficulty',
      'durationMinutes',
      'slug',
      'visibility',
      'tags',
      'authors',
      'license',
      'coverAssetId',
      'optional',
    ]
    const readOnly = Object.keys(data).filter((name) => ![...input, ...settings].includes(name))
    expect(readOnly).toEqual(expect.arrayContaining(['id', 'version', 'metadata', 'createdBy', 'updatedBy']))
    for (const value of [null, 'other', 7, [[]], { a: {} }]) {
      const { status, body } = await patch(Object.fromEntries(readOnly.map((name) => [name, value])))
      expect([status, body]).toEqual([200, { data }])
    }
  })

  test('is refused by If-Match alone if the version has changed', async () => {
    const old = await read()
    await patch(old.body.data)
    expect((await patch(old.body.data)).status).toBe(200)
    expect((await patch(old.body.data, { 'If-Match': old.headers.get('etag')! })).status).toBe(412)
  })

  test('still names a member that the record does not have', async () => {
    const { data } = (await read()).body
    const { status, body } = await patch({ ...data, vesion: 1 })
    expect(status).toBe(400)
    expect(body.error.details.fields).toEqual([
      { path: 'vesion', message: expect.stringMatching(/^is not a known field/) },
    ])
  })
})

test('a PUT of a course tree takes what GET answered, whatever the members have that only the service writes', async () => {
  const path = `/courses/${outline.course.id}/tree`
  const { data } = (await service.rest('GET', path, key)).body
  const sent = structuredClone(data)
  const records = [sent, sent.modules[0], sent.modules[0].lessons[0], sent.modules[0].lessons[0].blocks[0]]
  for (const record of records) Object.assign(record, { version: [1], metadata: 'M', createdBy: 5, updatedBy: 'x' })
  sent.modules[0].order = 'first'
  const { status, body } = await service.rest('PUT', path, key, sent)
  expect([status, body.data.changes]).toEqual([200, []])
  expect((await service.rest('GET', path, key)).body.data.modules).toEqual(data.modules)
})

test('a POST does not take what only the service writes', async () => {
  const { status, body } = await service.rest('POST', '/courses', key, { name: 'C', version: 1 })
  expect([status, body.error.details.fields[0].path]).toEqual([400, 'version'])
})

test('a PUT of an order takes no members of the records', async () => {
  const { data } = (await service.rest('GET', `/courses/${outline.course.id}/modules`, key)).body
  const ids = data.map(({ id }: { id: string }) => id)
  const { status, body } = await service.rest('PUT', `/courses/${outline.course.id}/modules/order`, key, {
    ids,
    id: 'x',
  })
  expect([status, body]).toEqual([400, invalidFieldBody('id', 'is not a known field; known are ids')])
})
