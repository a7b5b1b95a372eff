import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../api/mcp/client.ts'
import { type CourseTree, createCourseTree } from '../support/course-fixture.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
let outline: CourseTree
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  outline = await createCourseTree(service, key)
})
afterAll(() => service.close())

const tooLarge = [2 ** 31, 1e15, 1e300]

test.each(tooLarge)('%d is refused with the largest value of the field, in every API', async (value) => {
  const { module, lesson } = outline
  const order = { path: 'order', message: 'must be at most 1,000,000,000' }
  const requests: [string, string, object | undefined, object][] = [
    ['PATCH', `/lessons/${lesson.id}`, { order: value }, order],
    ['POST', `/modules/${module.id}/lessons`, { name: 'L', order: value }, order],
    ['POST', `/lessons/${lesson.id}/move`, { moduleId: module.id, order: value }, order],
    [
      'PATCH',
      `/lessons/${lesson.id}`,
      { durationMinutes: value },
      { path: 'durationMinutes', message: 'must be at most 100,000' },
    ],
    ['GET', `/courses?page=${BigInt(value)}`, undefined, { path: 'page', message: 'must be at most 1,000,000' }],
    ['GET', `/courses?per_page=${BigInt(value)}`, undefined, { path: 'per_page', message: 'must be at most 100' }],
  ]
  for (const [method, path, body, field] of requests) {
    const { status, body: answer } = await service.rest(method, path, key, body)
    expect([path, status, answer.error.details.fields]).toEqual([path, 400, [field]])
  }
  const agent = await connect(service, key)
  const { error } = await agent.tool('update_content', { kind: 'lesson', id: lesson.id, order: value })
  expect(error.details.fields).toEqual([order])
  const document = 'query ($page: Int) { coursePage(page: $page) { items { id } } }'
  const { errors } = await service.graphql(document, key, { page: value })
  expect(errors[0].extensions.details.fields).toEqual([{ path: 'page', message: 'must be at most 1,000,000' }])
})

test('a number that is not whole, or too small, is told so', async () => {
  const path = `/lessons/${outline.lesson.id}`
  const messageFor = async (order: unknown) =>
    (await service.rest('PATCH', path, key, { order })).body.error.details.fields[0].message
  expect(await messageFor(1.5)).toBe('must be a whole number')
  expect(await messageFor('1')).toBe('must be a whole number')
  expect(await messageFor(-(2 ** 40))).toBe('must be 0 or more')
})
