import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CourseTree, createCourseTree } from '../../support/course-fixture.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { type Agent, connect } from './client.ts'

let service: TestService
let key: string
let outline: CourseTree
let agent: Agent
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  outline = await createCourseTree(service, key)
  agent = await connect(service, key)
})
afterAll(() => service.close())

const update = (args: object) => agent.tool('update_content', { kind: 'lesson', id: outline.lesson.id, ...args })
const lesson = async () => (await service.rest('GET', `/lessons/${outline.lesson.id}`, key)).body.data

test('a list that is sent as JSON text is read as the list', async () => {
  const sent = { objectives: '["a","b"]', prerequisites: ' ["light"]' }
  expect((await update(sent)).isError).toBe(false)
  expect(await lesson()).toMatchObject({ objectives: ['a', 'b'], prerequisites: ['light'] })
  expect((await update({ clear: '["description"]' })).isError).toBe(false)
})

test('a text that begins as a list and is none is refused, and nothing is stored', async () => {
  const before = await lesson()
  const { error } = await update({ objectives: '["a",' })
  expect([error.code, error.details.fields]).toEqual([
    'invalid_request',
    [{ path: 'objectives', message: 'must be a list, not a text' }],
  ])
  expect(await lesson()).toEqual(before)
})

test('an object that is sent as JSON text is read as the object, also in a list', async () => {
  const attributes = { sku: 'B-1', tags: ['a'] }
  expect((await update({ attributes: JSON.stringify(attributes) })).isError).toBe(false)
  expect((await lesson()).attributes).toEqual(attributes)
  const block = JSON.stringify({ type: 'text', content: JSON.stringify({ text: 'Light.' }) })
  const modules = JSON.stringify([{ name: 'M', objectives: '["x","y"]', lessons: [{ name: 'L', blocks: [block] }] }])
  const made = await agent.tool('create_course', { name: 'C', objectives: '["o"]', modules })
  expect(made.isError).toBe(false)
  const tree = (await service.rest('GET', `/courses/${made.data.id}/tree`, key)).body.data
  expect(tree.objectives).toEqual(['o'])
  expect(tree.modules[0]).toMatchObject({
    objectives: ['x', 'y'],
    lessons: [{ blocks: [{ content: { text: 'Light.' } }] }],
  })
})

test('identifiers and findings that are sent as JSON text are read as lists', async () => {
  const { course, module } = outline
  for (const [name, list, rest] of [
    ['reorder_content', 'ids', { kind: 'module', parentId: course.id }],
    ['apply_fixes', 'findings', { id: course.id, dryRun: true }],
  ] as const) {
    const asList = await agent.tool(name, { ...rest, [list]: [module.id] })
    const asText = await agent.tool(name, { ...rest, [list]: JSON.stringify([module.id]) })
    expect(asText).toEqual(asList)
    const asHalfList = await agent.tool(name, { ...rest, [list]: `["${module.id}"` })
    expect(asHalfList.error.details.fields).toEqual([{ path: list, message: 'must be a list, not a text' }])
  }
})
