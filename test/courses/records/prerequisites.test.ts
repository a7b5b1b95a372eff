import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Agent, connect } from '../../api/mcp/client.ts'
import { countUnindexedChanges } from '../../support/changes.ts'
import { createCourseTree } from '../../support/course-fixture.ts'
import { openPublishGate } from '../../support/publish-gate.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { statementsOf } from '../../support/sql-recorder.ts'

let service: TestService
let key: string
let agent: Agent
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  agent = await connect(service, key)
  await openPublishGate(service)
})
afterAll(() => service.close())

const rest = (method: string, path: string, body?: unknown) => service.rest(method, path, key, body)
const data = async (method: string, path: string, body?: unknown) => (await rest(method, path, body)).body.data

/** A course with a module that needs a lesson, and a lesson that needs a module. */
const tree = {
  name: 'Botany',
  modules: [
    { key: 'roots', name: 'Roots', lessons: [{ key: 'water', name: 'Water', blocks: [] }] },
    {
      key: 'leaves',
      name: 'Leaves',
      prerequisites: ['water'],
      lessons: [{ key: 'light', name: 'Light', prerequisites: ['roots', 'water'], blocks: [] }],
    },
  ],
}
const createTree = async (): Promise<string> => (await data('POST', '/courses', tree)).id
const treeOf = (id: string) => data('GET', `/courses/${id}/tree`)
type Needing = { prerequisites: string[] }
const prerequisitesOf = ({ modules }: { modules: (Needing & { lessons: Needing[] })[] }) =>
  modules.map(({ prerequisites, lessons }) => [prerequisites, ...lessons.map((lesson) => lesson.prerequisites)])
const expected = [
  [[], []],
  [['water'], ['roots', 'water']],
]

describe.each([
  { level: 'module', create: ({ course }: Records) => `/courses/${course.id}/modules` },
  { level: 'lesson', create: ({ module }: Records) => `/modules/${module.id}/lessons` },
] as const)('a $level', ({ level, create }) => {
  let records: Records
  beforeAll(async () => {
    records = await createCourseTree(service, key)
  })

  test(`a ${level} has its prerequisites on every API, in their order and each once`, async () => {
    const made = await data('POST', create(records), { name: 'Leaves', prerequisites: ['b', 'a', 'b', 'a '] })
    const path = `/${level}s/${made.id}`
    const stored = { prerequisites: ['b', 'a', 'a '] }
    expect(made).toMatchObject(stored)
    expect(await data('GET', path)).toMatchObject(stored)
    const query = `query ($id: ID!) { ${level}(id: $id) { prerequisites } }`
    expect(await service.graphql(query, key, { id: made.id })).toEqual({ data: { [level]: stored } })
    await agent.tool('update_content', { kind: level, id: made.id, prerequisites: ['c', 'c'] })
    expect(await data('GET', path)).toMatchObject({ prerequisites: ['c'] })
    expect(await data('PATCH', path, { name: 'Roots' })).toMatchObject({ prerequisites: ['c'] })
    expect(await data('POST', `${path}/duplicate`)).toMatchObject({ prerequisites: ['c'] })
    await agent.tool('update_content', { kind: level, id: made.id, clear: ['prerequisites'] })
    expect(await data('GET', path)).toMatchObject({ prerequisites: [] })
  })

  test.each([
    ['a text', 'light', ''],
    ['an empty key', ['light', ' '], '.1'],
    ['a key of 201 characters', ['x'.repeat(201)], '.0'],
    ['21 keys', Array.from({ length: 21 }, (_, at) => `${at}`), ''],
    ['a key with NUL', ['a\0'], '.0'],
  ])(`a ${level} is refused with %s as prerequisites`, async (_name, prerequisites, place) => {
    const { status, body } = await rest('POST', create(records), { name: 'Leaves', prerequisites })
    expect([status, body.error.details?.fields[0].path]).toEqual([400, `prerequisites${place}`])
  })

  test(`a ${level} takes 20 prerequisites of 200 characters`, async () => {
    const prerequisites = Array.from({ length: 20 }, (_, at) => `${at}`.padEnd(200, 'x'))
    expect(await data('POST', create(records), { name: 'Leaves', prerequisites })).toMatchObject({ prerequisites })
  })
})
type Records = Awaited<ReturnType<typeof createCourseTree>>

test('a course has no prerequisites', async () => {
  expect((await rest('POST', '/courses', { name: 'Botany', prerequisites: ['a'] })).status).toBe(400)
})

test('a tree request writes prerequisites, and says which nodes change', async () => {
  const id = await createTree()
  expect(prerequisitesOf(await treeOf(id))).toEqual(expected)
  const same = await data('PUT', `/courses/${id}/tree`, await treeOf(id))
  expect(same.counts).toMatchObject({ updated: 0, unchanged: 4 })
  const modules = [{ key: 'leaves', name: 'Leaves', prerequisites: ['roots', 'roots'] }]
  const changed = await data('PUT', `/courses/${id}/tree`, { modules })
  expect(changed.changes.filter(({ change }: { change: string }) => change === 'updated')).toEqual([
    expect.objectContaining({ key: 'leaves', fields: ['prerequisites'] }),
  ])
  await agent.tool('put_course_tree', { id, modules: [{ key: 'leaves', name: 'Leaves', clear: ['prerequisites'] }] })
  expect((await treeOf(id)).modules[1].prerequisites).toEqual([])
})

test('a copy of a course keeps the prerequisites, and a deleted module is restored with them', async () => {
  const id = await createTree()
  const copy = await data('POST', `/courses/${id}/duplicate`)
  expect(prerequisitesOf(await treeOf(copy.id))).toEqual(expected)
  const module = (await treeOf(id)).modules[1]
  await rest('DELETE', `/modules/${module.id}`)
  const entry = (await data('GET', '/trash')).find(({ nodeId }: { nodeId: string }) => nodeId === module.id)
  await rest('POST', `/trash/${entry.id}/restore`)
  expect(prerequisitesOf(await treeOf(id))).toEqual(expected)
})

test('a module from the trash that was deleted before the field existed has no prerequisites', async () => {
  const id = await createTree()
  const module = (await treeOf(id)).modules[1]
  await rest('DELETE', `/modules/${module.id}`)
  const entry = (await data('GET', '/trash')).find(({ nodeId }: { nodeId: string }) => nodeId === module.id)
  const { prisma } = service.db
  await prisma.$executeRaw`UPDATE trash_records SET body = (body::jsonb - 'prerequisites')::json
    WHERE trash_id = ${entry.id}::uuid AND level <> 'block'`
  await rest('POST', `/trash/${entry.id}/restore`)
  expect(prerequisitesOf(await treeOf(id))).toEqual([
    [[], []],
    [[], []],
  ])
})

test('a course read as text shows prerequisites beside the key, and as Markdown leaves them out', async () => {
  const id = await createTree()
  await rest('PATCH', `/modules/${(await treeOf(id)).modules[0].id}`, { prerequisites: ['a\nb', 'c'] })
  const { text } = await data('GET', `/courses/${id}/reading?as=outline`)
  expect(text).toContain(' · key light · prerequisites roots, water · ')
  expect(text).toContain(' · key roots · prerequisites a b, c · ')
  expect((await data('GET', `/courses/${id}/reading?as=markdown`)).text).not.toContain('prerequisites')
})

test('a search does not find prerequisites', async () => {
  await data('POST', '/courses', {
    name: 'Botany',
    modules: [{ name: 'Leaves', prerequisites: ['quokka'], lessons: [{ name: 'Light', prerequisites: ['quokka'] }] }],
  })
  const { textIndex } = service.app.services
  while ((await countUnindexedChanges(service.db)) > 0) await textIndex.indexPendingChanges()
  expect((await rest('GET', '/search?query=quokka')).body.data).toEqual([])
})

test('a query of names reads no prerequisites from the database', async () => {
  const id = await createTree()
  const query = `query ($id: ID!) { course(id: $id) { modules { name lessons { name } } } }`
  expect((await statementsOf(() => service.graphql(query, key, { id }))).join()).not.toContain('prerequisites')
})

test('a release keeps prerequisites, and the delivered outline has those of each lesson', async () => {
  const id = await createTree()
  await rest('POST', `/courses/${id}/releases`, {})
  await rest('PATCH', `/courses/${id}`, { visibility: 'public' })
  expect(prerequisitesOf(await data('GET', `/courses/${id}/releases/1`))).toEqual(expected)
  const { publicId } = (await data('GET', '/me')).workspace
  const outline = await data('GET', `/delivery/${publicId}/courses/${id}`)
  expect(prerequisitesOf(outline)).toEqual(expected)
  expect(prerequisitesOf(await data('GET', `/delivery/${publicId}/courses/${id}/tree`))).toEqual(expected)
  const lesson = outline.modules[1].lessons[0]
  expect(await data('GET', `/delivery/${publicId}/courses/${id}/lessons/${lesson.id}`)).toMatchObject({
    prerequisites: ['roots', 'water'],
  })
})

test('a comparison names the prerequisites that differ, and a restore brings them back', async () => {
  const id = await createTree()
  await rest('POST', `/courses/${id}/releases`, {})
  const lesson = (await treeOf(id)).modules[1].lessons[0]
  await rest('PATCH', `/lessons/${lesson.id}`, { prerequisites: ['water'] })
  const { changes } = await data('GET', `/courses/${id}/diff?from=1&to=draft`)
  expect(changes).toMatchObject([
    {
      nodeId: lesson.id,
      change: 'changed',
      values: [{ path: '/prerequisites/0' }, { path: '/prerequisites/1' }],
    },
  ])
  await rest('POST', `/courses/${id}/restore`, { release: 1 })
  expect(prerequisitesOf(await treeOf(id))).toEqual(expected)
})

/** Removes the prerequisites from the releases of a course, as if the releases were older than the field. */
async function makeReleasesOlder(courseId: string): Promise<void> {
  const { prisma } = service.db
  const older = (body: unknown) =>
    JSON.parse(JSON.stringify(body, (name, value) => (name === 'prerequisites' ? undefined : value)))
  for (const { workspaceId, id, outline } of await prisma.release.findMany({ where: { courseId } }))
    await prisma.release.update({ where: { workspaceId_id: { workspaceId, id } }, data: { outline: older(outline) } })
  for (const { workspaceId, hash, body } of await prisma.releaseNode.findMany({ where: { courseId } }))
    await prisma.releaseNode.update({ where: { workspaceId_hash: { workspaceId, hash } }, data: { body: older(body) } })
}

test('in a release from before the field existed, prerequisites are empty, and only they differ from the draft', async () => {
  const id = await createTree()
  await rest('POST', `/courses/${id}/releases`, {})
  await makeReleasesOlder(id)
  const empty = [
    [[], []],
    [[], []],
  ]
  expect(prerequisitesOf(await data('GET', `/courses/${id}/releases/1`))).toEqual(empty)
  expect((await rest('GET', `/courses/${id}/checks?release=1`)).status).toBe(200)
  await rest('PATCH', `/courses/${id}`, { description: 'Plants.' })
  const { changes } = await data('GET', `/courses/${id}/diff?from=1&to=draft`)
  expect(changes.map(({ kind, name }: { kind: string; name: string }) => [kind, name])).toEqual([
    ['course', 'Botany'],
    ['module', 'Leaves'],
  ])
  await rest('POST', `/courses/${id}/restore`, { release: 1 })
  expect(prerequisitesOf(await treeOf(id))).toEqual(empty)
})
