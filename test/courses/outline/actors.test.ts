import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { findCachedActorName, makeActorNameLoaders } from '../../../src/identity/actor-names.ts'
import { makeCaches } from '../../../src/platform/caches.ts'
import { makeUuidV7 } from '../../../src/platform/uuid.ts'
import { connect, masterKey } from '../../api/mcp/client.ts'
import { type CourseTree, createCourseTree, restLevels } from '../../support/course-fixture.ts'
import { makeIdentityProvider } from '../../support/identity-provider.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { statementsOf } from '../../support/sql-recorder.ts'

let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
let service: TestService
let workspaceId: string
let ann: string
let first: string
let second: string
let third: string
beforeAll(async () => {
  provider = await makeIdentityProvider()
  service = await startTestService({ env: { ...provider.env, MCP_MASTER_API_KEY: masterKey } })
  ann = await provider.token('ann', { name: 'Ann' })
  first = await makeKey('first')
  second = await makeKey('second')
  third = await makeKey('third')
  workspaceId = (await personNamed('Ann')).workspaceId
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

async function call(method: string, path: string, auth: string, body?: unknown) {
  const answer = await service.rest(method, path, auth, body)
  expect(answer.status).toBeLessThan(300)
  return answer.body?.data
}
const personNamed = (name: string) => service.db.prisma.user.findFirstOrThrow({ where: { name } })
const makeKey = async (name: string) => (await call('POST', '/api-keys', ann, { name })).key as string

const keyNamed = (name: string) => ({ type: 'key', id: expect.any(String), name })
const selection = 'createdBy { type id name } updatedBy { type id name }'
const annWrote = () => ({ type: 'person', id: expect.any(String), name: 'Ann' })
const by = (creator: unknown, changer = creator) => ({ createdBy: creator, updatedBy: changer })

const pathsOf = ({ course, module, lesson, block }: CourseTree) => [
  `/courses/${course.id}`,
  `/modules/${module.id}`,
  `/lessons/${lesson.id}`,
  `/blocks/${block.id}`,
]

describe('a record says who created it and who last changed it', () => {
  test('when it is created and changed, at every level, to every reader', async () => {
    const outline = await createCourseTree(service, first)
    for (const path of pathsOf(outline)) {
      expect(await call('GET', path, first)).toMatchObject(by(keyNamed('first')))
      const [, list, id] = path.split('/')
      const title = { courses: 'Course', modules: 'Module', lessons: 'Lesson', blocks: 'Block' }[list!]
      const change = list === 'blocks' ? { content: { text: 'More' } } : { description: 'More' }
      const query = `mutation ($id: ID!, $input: Update${title}Input!) { update${title}(id: $id, input: $input) { ${selection} } }`
      const { data } = await service.graphql(query, ann, { id, input: change })
      expect(data[`update${title}`]).toEqual(by(keyNamed('first'), annWrote()))
      expect(await call('GET', path, second)).toMatchObject(by(keyNamed('first'), annWrote()))
    }
    const { modules, ...course } = await call('GET', `/courses/${outline.course.id}/tree`, second)
    for (const record of [course, modules[0], modules[0].lessons[0], modules[0].lessons[0].blocks[0]])
      expect(record).toMatchObject(by(keyNamed('first'), annWrote()))
    const list = await call('GET', '/courses', second)
    expect(list[0]).toMatchObject(by(keyNamed('first'), annWrote()))
  })

  test('when it is moved, but not when only its position changes by an insertion or a new order', async () => {
    for (const { level, parent, list, one, sample } of restLevels) {
      const outline = await createCourseTree(service, first)
      const shifted = outline[level].id
      const added = await call('POST', list(outline[parent].id), second, { ...sample, order: 0 })
      expect(await call('GET', one(shifted), first)).toMatchObject(by(keyNamed('first')))
      await call('PUT', `${list(outline[parent].id)}/order`, third, { ids: [shifted, added.id] })
      const listed = await call('GET', list(outline[parent].id), first)
      expect(listed.map(({ updatedBy }: { updatedBy: { name: string } }) => updatedBy.name)).toEqual([
        'first',
        'second',
      ])
      const target = { [`${parent}Id`]: outline[parent].id, order: 0 }
      expect(await call('POST', `${one(added.id)}/move`, first, target)).toMatchObject(
        by(keyNamed('second'), keyNamed('first')),
      )
    }
  })

  test('when it is copied: the copier created the copy and everything in it', async () => {
    const { course, block } = await createCourseTree(service, first)
    const copy = await call('POST', `/courses/${course.id}/duplicate`, second)
    const { modules, ...top } = await call('GET', `/courses/${copy.id}/tree`, first)
    for (const record of [top, modules[0], modules[0].lessons[0], modules[0].lessons[0].blocks[0]])
      expect(record).toMatchObject(by(keyNamed('second')))
    const query = `mutation ($id: ID!) { duplicateBlock(id: $id) { ${selection} } }`
    expect((await service.graphql(query, ann, { id: block.id })).data.duplicateBlock).toEqual(by(annWrote()))
  })

  test('when a tree is written: only what changes, and a tree that was read can be sent back', async () => {
    const { course, module, lesson, block } = await createCourseTree(service, first)
    const { status: _status, ...tree } = await call('GET', `/courses/${course.id}/tree`, second)
    tree.modules[0].lessons[0].name = 'Shade'
    tree.modules[0].lessons[0].blocks.push({ type: 'text', content: { text: 'New' } })
    await call('PUT', `/courses/${course.id}/tree`, second, tree)
    for (const path of [`/courses/${course.id}`, `/modules/${module.id}`, `/blocks/${block.id}`])
      expect(await call('GET', path, first)).toMatchObject(by(keyNamed('first')))
    expect(await call('GET', `/lessons/${lesson.id}`, first)).toMatchObject(by(keyNamed('first'), keyNamed('second')))
    const [, added] = await call('GET', `/lessons/${lesson.id}/blocks`, first)
    expect(added).toMatchObject(by(keyNamed('second')))
  })

  test('when the master key wrote it, without id and name', async () => {
    const { tool } = await connect(service, masterKey)
    const made = await tool('create_course', { workspaceId, name: 'Moss' })
    const master = { type: 'master', id: null, name: null }
    expect(await call('GET', `/courses/${made.data.id}`, first)).toMatchObject(by(master))
  })

  test('createdBy and updatedBy are null in records that were stored without them', async () => {
    const { course } = await createCourseTree(service, first)
    await service.db.prisma.course.updateMany({ where: { id: course.id }, data: { createdBy: null, updatedBy: null } })
    expect(await call('GET', `/courses/${course.id}`, first)).toMatchObject(by(null))
  })
})

test('GraphQL has the same actors, with their id in actorId', async () => {
  const { course } = await createCourseTree(service, first)
  const query = 'query ($id: ID!) { course(id: $id) { createdBy { type actorId name } } }'
  const { data } = await service.graphql(query, second, { id: course.id })
  const { type, id: actorId, name } = course.createdBy
  expect(data.course).toEqual({ createdBy: { type, actorId, name } })
})

test('a person or key of another workspace, or that is gone, has no name', async () => {
  const { course } = await createCourseTree(service, first)
  const stranger = await provider.token('bob', { name: 'Bob' })
  const { key: theirs, keyId } = await call('POST', '/api-keys', stranger, { name: 'secret' })
  const { id: bob } = await personNamed('Bob')
  for (const [type, id] of [
    ['person', bob],
    ['agent', bob],
    ['key', keyId],
    ['key', makeUuidV7()],
  ]) {
    await service.db.prisma.course.updateMany({ where: { id: course.id }, data: { createdBy: `${type}:${id}` } })
    expect((await call('GET', `/courses/${course.id}`, first)).createdBy).toEqual({ type, id, name: null })
  }
  expect((await service.rest('GET', `/courses/${course.id}`, theirs)).status).toBe(404)
})

test('the names take no statement for the writer, one for all keys and one for all people, and none again', async () => {
  const [writer, other] = [await makeKey('writer'), await makeKey('other')]
  const cara = await provider.token('cara', { name: 'Cara' })
  await call('POST', '/api-keys', cara, { name: 'cara' })
  const { id } = await personNamed('Cara')
  await service.db.prisma.user.update({ where: { id }, data: { workspaceId } })
  const outline = await createCourseTree(service, writer)
  await call('POST', `/courses/${outline.course.id}/modules`, other, { name: 'Other' })
  const list = `/courses/${outline.course.id}/modules`
  const count = async (path: string, auth: string) => (await statementsOf(() => call('GET', path, auth))).length
  // The first read of the course counts its lessons and blocks.
  await call('GET', `/courses/${outline.course.id}`, writer)
  for (const path of pathsOf(outline)) expect(await count(path, writer)).toBe(1)
  await service.db.prisma.module.updateMany({
    where: { id: outline.module.id },
    data: { createdBy: `person:${id}`, updatedBy: `agent:${id}` },
  })
  expect([await count(list, second), await count(list, second)]).toEqual([3, 1])
})

test('the names of ten thousand actors are remembered, and a changed name shows after a minute', async () => {
  const { id } = await personNamed('Ann')
  const caches = makeCaches()
  const { person } = makeActorNameLoaders({ sql: service.db.sql, caches, workspaceId })
  expect(await person.load(id)).toBe('Ann')
  const others = Array.from({ length: 9999 }, () => makeUuidV7())
  await person.loadMany(others)
  expect(findCachedActorName(caches, workspaceId, id)).toEqual({ name: 'Ann' })
  await person.load(makeUuidV7())
  expect(findCachedActorName(caches, workspaceId, others[0]!)).toBeUndefined()
  const readAt = performance.now()
  const clock = vi.spyOn(performance, 'now')
  onTestFinished(() => clock.mockRestore())
  clock.mockImplementation(() => readAt + 60_001)
  // The cache looks at the clock once a millisecond.
  await vi.waitFor(() => expect(findCachedActorName(caches, workspaceId, id)).toBeUndefined(), 10_000)
})

test('the answers of MCP leave them out', async () => {
  const { course } = await createCourseTree(service, first)
  const { tool } = await connect(service, first)
  const added = await tool('add_content', { kind: 'module', parentId: course.id, name: 'Roots' })
  expect(Object.keys(added.data)).not.toContain('createdBy')
})
