import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CourseTree, createCourseTree } from '../../support/course-fixture.ts'
import { invalidFieldBody } from '../../support/error-bodies.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
let tree: CourseTree
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  tree = await createCourseTree(service, key)
})
afterAll(() => service.close())

const read = (query = '', headers?: Record<string, string>) =>
  service.rest('GET', `/lessons/${tree.lesson.id}${query}`, key, undefined, headers)

test('GET /lessons/{lessonId}?include=blocks returns the lesson with its blocks, in order', async () => {
  const text = { type: 'text', content: { text: 'First of all' }, order: 0 }
  await service.rest('POST', `/lessons/${tree.lesson.id}/blocks`, key, text)
  const { data: blocks } = (await service.rest('GET', `/lessons/${tree.lesson.id}/blocks`, key)).body
  expect(blocks).toHaveLength(2)
  const { data: lesson } = (await read()).body
  const { status, body } = await read('?include=blocks')
  expect([status, body]).toEqual([200, { data: { ...lesson, blocks } }])
})

test('a lesson with its blocks has no ETag, because a change of a block leaves the lesson’s version', async () => {
  const etag = (await read()).headers.get('etag')!
  expect((await read('', { 'If-None-Match': etag })).status).toBe(304)
  const { status, headers, body } = await read('?include=blocks', { 'If-None-Match': etag })
  expect([status, headers.get('etag'), body.data.blocks.length > 0]).toEqual([200, null, true])
})

test.each([
  ['?include=', 'include', 'must be one of blocks'],
  ['?include=module', 'include', 'must be one of blocks'],
  ['?include=blocks,module', 'include', 'must be one of blocks'],
  ['?include=blocks,blocks', 'include', 'must be one of blocks'],
  ['?include=blocks&include=blocks', 'include', 'must occur once'],
  ['?colour=red', 'colour', 'is not a parameter; known are include'],
])('%s is refused', async (query, path, message) => {
  const { status, body } = await read(query)
  expect([status, body]).toEqual([400, invalidFieldBody(path, message)])
})

test('a route without lists to include refuses the parameter', async () => {
  const { status, body } = await service.rest('GET', `/blocks/${tree.block.id}?include=blocks`, key)
  expect([status, body]).toEqual([400, invalidFieldBody('include', 'is not a parameter of this route')])
})

test('the blocks of a lesson of another workspace are not found', async () => {
  const { status } = await service.rest('GET', `/lessons/${tree.lesson.id}?include=blocks`, await service.key())
  expect(status).toBe(404)
})
