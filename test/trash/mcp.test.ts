import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Scope } from '../../src/identity/scopes.ts'
import { type Agent, connect } from '../api/mcp/client.ts'
import { createCourseTree, missingId } from '../support/course-fixture.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let workspaceId: string
let key: string
let agent: Agent
beforeAll(async () => {
  service = await startTestService()
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  agent = await connect(service, key)
})
afterAll(() => service.close())

const list = async (args: object = {}) => (await agent.tool('list_trash', { ...args })).data
const restore = (trashId: unknown, by = agent) => by.tool('restore_content', { trashId })
const exists = async (path: string) => (await service.rest('GET', path, key)).status === 200

/** Creates a course, deletes its lesson as the agent, and returns both with the id of the trash entry. */
async function deleteLesson() {
  const made = await createCourseTree(service, key)
  const { data } = await agent.tool('delete_content', { kind: 'lesson', id: made.lesson.id })
  return { ...made, trashId: data.trashId as string }
}

test('an agent lists what it has deleted, and restores it with its ids', async () => {
  const { course, module, lesson, block, trashId } = await deleteLesson()
  const entry = {
    id: trashId,
    level: 'lesson',
    nodeId: lesson.id,
    name: 'Light',
    blockType: null,
    courseId: course.id,
    deletedAt: expect.any(String),
    expiresAt: expect.any(String),
  }
  expect(await list({ courseId: course.id })).toEqual({
    items: [entry],
    pageInfo: { page: 1, total: 1, totalPages: 1 },
  })
  const { isError, data } = await restore(trashId)
  expect([isError, data]).toEqual([
    false,
    {
      level: 'lesson',
      nodeId: lesson.id,
      courseId: course.id,
      parentId: module.id,
      order: 0,
      treeVersion: expect.any(Number),
    },
  ])
  expect(await exists(`/blocks/${block.id}`)).toBe(true)
  expect((await list({ courseId: course.id })).items).toEqual([])
})

test('an agent selects a level and reads page after page', async () => {
  const { course, module, trashId } = await deleteLesson()
  await agent.tool('delete_content', { kind: 'module', id: module.id })
  const levels = async (args: object) => (await list({ courseId: course.id, ...args })).items.map(({ level }) => level)
  expect(await levels({})).toEqual(['module', 'lesson'])
  expect((await list({ courseId: course.id, level: 'lesson' })).items).toMatchObject([{ id: trashId }])
  expect(await levels({ page: 2 })).toEqual([])
  expect(await levels({ page: 2, perPage: 1 })).toEqual(['lesson'])
  expect(await levels({ courseId: missingId })).toEqual([])
})

test('a refused restore says what to do, and the entry stays in the trash', async () => {
  const { module, course, trashId } = await deleteLesson()
  const { data } = await agent.tool('delete_content', { kind: 'module', id: module.id })
  const { isError, error } = await restore(trashId)
  expect([isError, error.code]).toEqual([true, 'conflict'])
  expect(error.details).toMatchObject({ trashId: data.trashId })
  expect((await list({ courseId: course.id })).items).toHaveLength(2)
  expect((await restore(data.trashId)).isError).toBe(false)
  expect((await restore(trashId)).isError).toBe(false)
})

test('the tools are offered only to keys that may use them', async () => {
  const { trashId } = await deleteLesson()
  const offered = async ({ client }: Agent) =>
    (await client.listTools()).tools
      .map(({ name }) => name)
      .filter((name) => /^(list_trash|restore_content)$/.test(name))
  const toolsets = '?tools=write,history'
  const withScopes = async (...scopes: Scope[]) =>
    connect(service, await service.key({ workspaceId, scopes }), toolsets)
  const reader = await withScopes('courses:read')
  const learner = await withScopes('delivery:read')
  expect(await offered(await connect(service, key, toolsets))).toEqual(['list_trash', 'restore_content'])
  expect(await offered(reader)).toEqual(['list_trash'])
  expect((await reader.tool('list_trash')).data.items.length).toBeGreaterThan(0)
  expect(await offered(learner)).toEqual([])
  for (const [who, name, args] of [
    [reader, 'restore_content', { id: trashId }],
    [learner, 'list_trash', {}],
    [learner, 'restore_content', { id: trashId }],
  ] as const) {
    const { isError, error } = await who.tool(name, args)
    expect([name, isError, error.code]).toEqual([name, true, 'forbidden'])
  }
  expect((await restore(trashId)).isError).toBe(false)
})

test("another workspace's entry looks like an unknown one", async () => {
  const { trashId, lesson } = await deleteLesson()
  const stranger = await connect(service, await service.key())
  expect((await stranger.tool('list_trash')).data.items).toEqual([])
  const refusals = [await restore(trashId, stranger)]
  for (const id of [missingId, 'nothing', '', 5]) refusals.push(await restore(id))
  expect(refusals.map(({ isError, error }) => [isError, error.code])).toEqual(Array(5).fill([true, 'not_found']))
  expect(new Set(refusals.map(({ text }) => text)).size).toBe(1)
  expect(await exists(`/lessons/${lesson.id}`)).toBe(false)
})

test('an argument of a wrong type or value is refused with its name', async () => {
  const refuse = async (name: string, args: Record<string, unknown>) => {
    const { isError, error } = await agent.tool(name, args)
    return [isError, error.code, error.details.fields.map(({ path }) => path)]
  }
  for (const trashId of [true, null, ['a'], {}, undefined])
    expect(await refuse('restore_content', { trashId })).toEqual([true, 'invalid_request', ['trashId']])
  for (const [name, value] of Object.entries({ level: 'page', courseId: {}, page: 0, perPage: 0, deletedBy: 'me' }))
    expect(await refuse('list_trash', { [name]: value })).toEqual([true, 'invalid_request', [name]])
  expect(await refuse('list_trash', { page: 'first' })).toEqual([true, 'invalid_request', ['page']])
})

test('restore_content takes the identifier as id too, as before', async () => {
  const { trashId } = await deleteLesson()
  const both = await agent.tool('restore_content', { id: trashId, trashId })
  expect(both.error.details.fields.map(({ path }) => path)).toEqual(['id'])
  expect((await agent.tool('restore_content', { id: trashId })).isError).toBe(false)
})

test('of two restores at once, one restores and the other finds nothing', async () => {
  const { trashId, lesson } = await deleteLesson()
  const answers = await Promise.all([restore(trashId), restore(trashId)])
  expect(answers.map(({ isError, error }) => (isError ? error.code : 'restored')).toSorted()).toEqual([
    'not_found',
    'restored',
  ])
  expect(await exists(`/lessons/${lesson.id}`)).toBe(true)
})

test('a restore that is repeated with its idempotencyKey returns the first answer', async () => {
  const { trashId } = await deleteLesson()
  const send = () => agent.tool('restore_content', { id: trashId, idempotencyKey: `restore-${trashId}` })
  const first = await send()
  const again = await send()
  expect([first.isError, again.isError, again.data]).toEqual([false, false, first.data])
})
