import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../api/mcp/client.ts'
import { type CourseTree, createCourseTree, restLevels } from '../../support/course-fixture.ts'
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

const rest = (method: string, path: string, body?: unknown) => service.rest(method, path, key, body)
const attributes = { 'lms:id': 'B-7', credits: 2.5, elective: false, tags: ['a', 1, true], none: [] }

const records = [
  { level: 'course' as const, list: () => '/courses', one: (id: string) => `/courses/${id}` },
  ...restLevels
    .filter(({ level }) => level !== 'block')
    .map(({ level, parent, list, one }) => ({ level, list: () => list(tree[parent].id), one })),
]

test.each(records)('a $level keeps its attributes as sent, and PATCH replaces all of them', async ({ list, one }) => {
  const made = await rest('POST', list(), { name: 'A', attributes })
  const path = one(made.body.data.id)
  expect([made.status, made.body.data.attributes]).toEqual([201, attributes])
  expect(Object.keys((await rest('GET', path)).body.data.attributes)).toEqual(Object.keys(attributes))
  expect((await rest('PATCH', path, { name: 'B' })).body.data.attributes).toEqual(attributes)
  expect((await rest('PATCH', path, { attributes: { b: 1 } })).body.data.attributes).toEqual({ b: 1 })
  expect((await rest('POST', `${path}/duplicate`)).body.data.attributes).toEqual({ b: 1 })
  expect((await rest('PATCH', path, { attributes: null })).body.data.attributes).toBeNull()
  expect((await rest('PATCH', path, { attributes: {} })).body.data.attributes).toEqual({})
})

const large = { text: 'x'.repeat(16 * 1024) }
const lone = '\ud800'
test.each([
  [7, 'attributes'],
  [['a'], 'attributes'],
  ['{}', 'attributes'],
  [{ a: null }, 'attributes.a'],
  [{ a: {} }, 'attributes.a'],
  [{ a: [1, [2]] }, 'attributes.a.1'],
  [{ a: [{}] }, 'attributes.a.0'],
  [{ a: '\0' }, 'attributes.a'],
  [{ '': 1 }, 'attributes'],
  [{ '\0': 1 }, 'attributes'],
  [{ ['x'.repeat(201)]: 1 }, 'attributes'],
  [large, 'attributes'],
  [{ a: Array.from({ length: 9000 }, () => 1) }, 'attributes'],
])('attributes %j are refused', async (sent, path) => {
  for (const { level, list, one } of records) {
    const answers = [
      await rest('POST', list(), { name: 'A', attributes: sent }),
      await rest('PATCH', one(tree[level].id), { attributes: sent }),
    ]
    for (const { status, body } of answers) {
      expect([status, body.error.details.fields?.[0].path ?? body.error.message]).toEqual([400, path])
    }
  }
})

test('a lone surrogate in attributes is refused over GraphQL', async () => {
  const query = 'mutation ($id: ID!, $a: JSONObject) { updateCourse(id: $id, input: { attributes: $a }) { id } }'
  const result = await service.graphql(query, key, { id: tree.course.id, a: { a: lone } })
  expect(result.errors).toHaveLength(1)
})

test('a tree request writes attributes, keeps those that it leaves out, and clears those that are null', async () => {
  const lessons = [{ key: 'l', name: 'L', attributes: { l: 1 } }]
  const put = (body: object, id: string) => rest('PUT', `/courses/${id}/tree`, body)
  const { id } = (await rest('POST', '/courses', { name: 'A' })).body.data
  const body = { attributes, modules: [{ key: 'm', name: 'M', attributes, lessons }] }
  expect((await put(body, id)).body.data.counts).toMatchObject({ created: 2 })
  const read = (await rest('GET', `/courses/${id}/tree`)).body.data
  expect(read).toMatchObject({ attributes, modules: [{ attributes, lessons: [{ attributes: { l: 1 } }] }] })
  expect((await put(read, id)).body.data).toMatchObject({ changes: [], course: { version: read.version } })
  const kept = await put({ modules: [{ key: 'm', name: 'N' }] }, id)
  expect(kept.body.data.changes).toMatchObject([{ key: 'm', fields: ['name'] }])
  const cleared = await put({ attributes: null, modules: [{ key: 'm', name: 'N', attributes: null }] }, id)
  expect(cleared.body.data.changes).toMatchObject([{ key: 'm', fields: ['attributes'] }])
  const after = (await rest('GET', `/courses/${id}/tree`)).body.data
  expect(after).toMatchObject({
    attributes: null,
    modules: [{ attributes: null, lessons: [{ attributes: { l: 1 } }] }],
  })
  const copy = (await rest('POST', `/courses/${id}/duplicate`)).body.data.id
  expect((await rest('GET', `/courses/${copy}/tree`)).body.data.modules[0].lessons[0].attributes).toEqual({ l: 1 })
})

test('MCP takes attributes, although its schemas do not have them', async () => {
  const agent = await connect(service, key)
  await rest('PATCH', `/courses/${tree.course.id}`, { attributes })
  const update = (args: object) => agent.tool('update_content', { kind: 'course', id: tree.course.id, ...args })
  const stored = async () => (await rest('GET', `/courses/${tree.course.id}`)).body.data
  await update({ name: 'MCP' })
  expect(await stored()).toMatchObject({ name: 'MCP', attributes })
  await update({ attributes: { level: 2 } })
  expect(await stored()).toMatchObject({ attributes: { level: 2 } })
  expect((await update({ attributes: 'none' })).error).toMatchObject({ code: 'invalid_request' })
  expect((await update({ clear: ['attributes'] })).error).toMatchObject({ code: 'invalid_request' })
})

const name = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).filter((text) => !text.includes('\0'))
const text = fc.string({ maxLength: 20, unit: 'grapheme' }).filter((value) => !value.includes('\0'))
const single = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.boolean())
const anyAttributes = fc.dictionary(name, fc.oneof(single, fc.array(single, { maxLength: 5 })), { maxKeys: 8 })

test('any attributes come back from a tree as they were sent, and the same tree again changes nothing', async () => {
  const { id } = (await rest('POST', '/courses', { name: 'A' })).body.data
  const property = fc.asyncProperty(anyAttributes, anyAttributes, async (own, below) => {
    const sent = { attributes: own, modules: [{ key: 'm', name: 'M', attributes: below }] }
    await rest('PUT', `/courses/${id}/tree`, sent)
    const read = (await rest('GET', `/courses/${id}/tree`)).body.data
    // JSON has no negative zero.
    expect(read).toMatchObject(JSON.parse(JSON.stringify(sent)))
    const again = (await rest('PUT', `/courses/${id}/tree`, sent)).body.data
    expect([again.changes, again.course.treeVersion]).toEqual([[], read.treeVersion])
  })
  await fc.assert(property, { numRuns: 40 })
})
