import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Agent, connect } from '../../api/mcp/client.ts'
import { openPublishGate } from '../../support/publish-gate.ts'
import { startTestService, type TestService } from '../../support/service.ts'

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

const lessons = [{ key: 'light', name: 'Light', optional: true, blocks: [] }]
const modules = [
  { key: 'leaves', name: 'Leaves', optional: true, lessons },
  { key: 'roots', name: 'Roots', lessons: [{ key: 'water', name: 'Water', blocks: [] }] },
]
const makeCourse = async () => (await data('POST', '/courses', { name: 'Botany', modules })).id as string
type Optional = { optional: boolean }
type Tree = { modules: { id: string; lessons: { id: string }[] }[] }
const flagsOf = (course: { modules: (Optional & { lessons: Optional[] })[] }) =>
  course.modules.map(({ optional, lessons }) => [optional, ...lessons.map((lesson) => lesson.optional)])
const treeOf = (id: string) => data('GET', `/courses/${id}/tree`)
const flags = [
  [true, true],
  [false, false],
]

test.each([
  ['module', (tree: Tree) => tree.modules[1]!.id],
  ['lesson', (tree: Tree) => tree.modules[1]!.lessons[0]!.id],
] as const)('a %s is optional on every API, and required otherwise', async (level, idOf) => {
  const id = idOf(await treeOf(await makeCourse()))
  const path = `/${level}s/${id}`
  expect(await data('GET', path)).toMatchObject({ optional: false })
  expect(await data('PATCH', path, { optional: true })).toMatchObject({ optional: true })
  expect(await data('PATCH', path, { name: 'Other' })).toMatchObject({ optional: true })
  expect(await service.graphql(`query ($id: ID!) { ${level}(id: $id) { optional } }`, key, { id })).toEqual({
    data: { [level]: { optional: true } },
  })
  expect(await data('POST', `${path}/duplicate`)).toMatchObject({ optional: true })
  expect(await data('PATCH', path, { optional: null })).toMatchObject({ optional: false })
  await agent.tool('update_content', { kind: level, id, optional: true })
  expect(await data('GET', path)).toMatchObject({ optional: true })
  await agent.tool('update_content', { kind: level, id, optional: false })
  expect(await data('GET', path)).toMatchObject({ optional: false })
  for (const optional of ['yes', 1, [true]]) {
    const { status, body } = await rest('PATCH', path, { optional })
    expect([status, body.error.details.fields[0].path]).toEqual([400, 'optional'])
  }
})

test('a course is not optional', async () => {
  expect((await rest('POST', '/courses', { name: 'Botany', optional: true })).status).toBe(400)
})

test('a tree request writes what is optional, and tells which nodes change', async () => {
  const id = await makeCourse()
  expect(flagsOf(await treeOf(id))).toEqual(flags)
  expect((await data('PUT', `/courses/${id}/tree`, { modules })).counts).toMatchObject({ updated: 0, unchanged: 4 })
  const changed = await data('PUT', `/courses/${id}/tree`, {
    modules: [{ key: 'leaves', name: 'Leaves', optional: null }],
  })
  expect(changed.changes.filter(({ change }: { change: string }) => change === 'updated')).toMatchObject([
    { key: 'leaves', fields: ['optional'] },
  ])
  expect((await treeOf(id)).modules[0].optional).toBe(false)
})

test('a release, delivery, a comparison and a restore tell what is optional', async () => {
  const id = await makeCourse()
  await rest('PATCH', `/courses/${id}`, { visibility: 'public' })
  await rest('POST', `/courses/${id}/releases`, {})
  const { publicId } = (await data('GET', '/me')).workspace
  const delivered = `/delivery/${publicId}/courses/${id}`
  for (const path of [`/courses/${id}/releases/1`, delivered, `${delivered}/tree`])
    expect(flagsOf(await data('GET', path))).toEqual(flags)
  const lesson = (await treeOf(id)).modules[0].lessons[0].id
  expect(await data('GET', `${delivered}/lessons/${lesson}`)).toMatchObject({ optional: true })
  await rest('PATCH', `/lessons/${lesson}`, { optional: false })
  const { changes } = await data('GET', `/courses/${id}/diff?from=1&to=draft`)
  expect(changes).toMatchObject([{ nodeId: lesson, values: [{ path: '/optional', before: 'true', after: 'false' }] }])
  await rest('POST', `/courses/${id}/restore`, { release: 1 })
  expect(flagsOf(await treeOf(id))).toEqual(flags)
})

test('in a release and in the trash from before the field existed, nothing is optional', async () => {
  const id = await makeCourse()
  await rest('POST', `/courses/${id}/releases`, {})
  const { prisma } = service.db
  const older = (body: unknown) =>
    JSON.parse(JSON.stringify(body, (name, value) => (name === 'optional' ? undefined : value)))
  for (const { workspaceId, id: release, outline } of await prisma.release.findMany({ where: { courseId: id } }))
    await prisma.release.update({
      where: { workspaceId_id: { workspaceId, id: release } },
      data: { outline: older(outline) },
    })
  for (const { workspaceId, hash, body } of await prisma.releaseNode.findMany({ where: { courseId: id } }))
    await prisma.releaseNode.update({ where: { workspaceId_hash: { workspaceId, hash } }, data: { body: older(body) } })
  const none = flags.map((row) => row.map(() => false))
  expect(flagsOf(await data('GET', `/courses/${id}/releases/1`))).toEqual(none)
  const module = (await treeOf(id)).modules[0]
  await rest('DELETE', `/modules/${module.id}`)
  const entry = (await data('GET', '/trash')).find(({ nodeId }: { nodeId: string }) => nodeId === module.id)
  await prisma.$executeRaw`UPDATE trash_records SET body = (body::jsonb - 'optional')::json
    WHERE trash_id = ${entry.id}::uuid AND level <> 'block'`
  await rest('POST', `/trash/${entry.id}/restore`)
  expect(flagsOf(await treeOf(id))).toEqual(none)
})

test('a course read as text says what is optional', async () => {
  const { text } = await data('GET', `/courses/${await makeCourse()}/reading?as=outline`)
  expect(text.match(/ · optional/g)).toHaveLength(2)
})
