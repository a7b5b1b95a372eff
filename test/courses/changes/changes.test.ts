import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteOldChanges } from '../../../src/courses/changes/old-changes.ts'
import { maxListedNodes } from '../../../src/courses/changes/record-change.ts'
import { makeServiceWriter } from '../../../src/courses/changes/writer.ts'
import { insertCourse } from '../../../src/courses/course/writes/course-writes.ts'
import { serviceCallerId } from '../../../src/operations/actor.ts'
import { makeUuidV7 } from '../../../src/platform/uuid.ts'
import { applyDueReleaseSchedules } from '../../../src/releases/publishing/due-schedules.ts'
import { countUnindexedChanges } from '../../support/changes.ts'
import { createCourseTree } from '../../support/course-fixture.ts'
import { makeIdentityProvider } from '../../support/identity-provider.ts'
import { createRecordsFor, sampleBodyOf } from '../../support/operation-samples.ts'
import { type Ids, pathOf, routes, titleOf } from '../../support/operations.ts'
import { runSql, whileRowsAreLocked } from '../../support/row-locks.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
let service: TestService
let workspaceId: string
let key: string
beforeAll(async () => {
  provider = await makeIdentityProvider()
  service = await startTestService({ env: provider.env, hasJobs: false })
})
afterAll(async () => {
  await service.close()
  await provider.close()
})
beforeEach(async () => {
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
})

const readChanges = (of = workspaceId) =>
  service.db.prisma.change.findMany({ where: { workspaceId: of }, orderBy: { id: 'asc' } })

async function readTreeVersions(of: string) {
  const rows = await service.db.prisma.course.findMany({
    where: { workspaceId: of },
    select: { id: true, treeVersion: true },
  })
  return new Map(rows.map(({ id, treeVersion }) => [id, treeVersion]))
}

/** Returns the changes that `write` records. */
async function changesOf(write: () => Promise<unknown>) {
  const before = new Set((await readChanges()).map(({ id }) => id))
  await write()
  return (await readChanges()).filter(({ id }) => !before.has(id))
}

/** Makes a request that must succeed, and returns the nodes of the one change that it records. */
async function nodesOf(method: string, path: string, body?: object) {
  const changes = await changesOf(async () => {
    const answer = await service.rest(method, path, key, body)
    expect(answer.body.error).toBeUndefined()
  })
  expect(changes).toHaveLength(1)
  return changes[0]!.nodes
}

describe('each operation', () => {
  const withoutSample = new Set([
    'checkAnswer',
    'generateContent',
    'importAsset',
    'uploadAssetContent',
    'completeAsset',
  ])
  const writes = routes.filter(
    ({ rest, access, name }) => rest.method !== 'GET' && access !== 'person' && !withoutSample.has(name),
  )

  test.each(writes.map((route) => [titleOf(route), route] as const))(
    '%s records one change for each course that it changes',
    async (_title, route) => {
      const token = await provider.token(route.name)
      const own = (await service.rest('POST', '/api-keys', token, { name: 'all' })).body.data.key
      const workspace = (await service.rest('GET', '/me', own)).body.data.workspace
      const ids: Ids = {
        ...(await createRecordsFor(route, service, { key: own, token })),
        workspace: workspace.publicId,
      }
      const [before, changesBefore] = [await readTreeVersions(workspace.id), await readChanges(workspace.id)]
      const body = sampleBodyOf(route, ids)
      const answer = await service.rest(route.rest.method, pathOf(route, ids), own, body)
      expect([titleOf(route), answer.body.error]).toEqual([titleOf(route), undefined])
      const after = await readTreeVersions(workspace.id)
      const known = new Set(changesBefore.map(({ id }) => id))
      const changes = (await readChanges(workspace.id)).filter(({ id }) => !known.has(id))
      const increased = [...after].filter(([id, treeVersion]) => before.get(id) !== treeVersion)
      const deleted = [...before].filter(([id]) => !after.has(id))
      const recorded = changes.map(({ courseId, treeVersion }) => [courseId, treeVersion])
      expect(recorded).toEqual(expect.arrayContaining([...increased, ...deleted]))
      expect(new Set(changes.map(({ courseId }) => courseId)).size).toBe(changes.length)
      for (const change of changes) {
        expect(change.treeVersion).toBe((after.get(change.courseId) ?? before.get(change.courseId))!)
        expect(change).toMatchObject({ operation: route.name, requestId: answer.headers.get('x-request-id') })
        expect(change.caller).toMatch(/^key:/)
        expect((change.nodes as unknown[]).length).toBe(change.nodeCount)
        expect(change.nodeCount).toBeGreaterThan(0)
      }
    },
  )
})

test('a change names each record, what happened to it, and the changed fields', async () => {
  const { course, module, lesson, block } = await createCourseTree(service, key)
  const other = await createCourseTree(service, key)
  expect(await nodesOf('PATCH', `/courses/${course.id}`, { name: 'Zoology', difficulty: 'advanced' })).toEqual([
    { level: 'course', id: course.id, change: 'changed', fields: ['name', 'difficulty'] },
  ])
  expect(await nodesOf('PATCH', `/blocks/${block.id}`, { content: { text: 'New.' }, order: 3 })).toEqual([
    { level: 'block', id: block.id, change: 'changed', fields: ['content', 'order'] },
  ])
  expect(await nodesOf('PATCH', `/lessons/${lesson.id}`, { order: 3 })).toEqual([
    { level: 'lesson', id: lesson.id, change: 'moved', fields: ['order'] },
  ])
  const copies = await nodesOf('POST', `/modules/${module.id}/duplicate`)
  expect(copies).toMatchObject(['module', 'lesson', 'block'].map((level) => ({ level, change: 'created' })))
  expect(await nodesOf('DELETE', `/modules/${module.id}`)).toEqual(
    [
      ['module', module],
      ['lesson', lesson],
      ['block', block],
    ].map(([level, { id }]) => ({ level, id, change: 'deleted' })),
  )
  const [entry] = (await service.rest('GET', '/trash', key)).body.data
  expect(await nodesOf('POST', `/trash/${entry.id}/restore`)).toEqual(
    [
      ['module', module],
      ['lesson', lesson],
      ['block', block],
    ].map(([level, { id }]) => ({ level, id, change: 'restored' })),
  )
  const blocks = [{ type: 'text', content: { text: 'One' } }]
  const created = await nodesOf('POST', `/modules/${module.id}/lessons`, { name: 'New', blocks })
  expect(created).toMatchObject(['lesson', 'block'].map((level) => ({ level, change: 'created' })))
  const moves = await changesOf(() =>
    service.rest('POST', `/lessons/${lesson.id}/move`, key, { moduleId: other.module.id }),
  )
  expect(Object.fromEntries(moves.map(({ courseId, nodes }) => [courseId, nodes]))).toEqual({
    [course.id]: [{ level: 'lesson', id: lesson.id, change: 'moved', fields: ['courseId'] }],
    [other.course.id]: [
      { level: 'lesson', id: lesson.id, change: 'moved', fields: ['moduleId', 'order', 'courseId'] },
      { level: 'block', id: block.id, change: 'moved', fields: ['courseId'] },
    ],
  })
})

test('a write that changes nothing, fails or only shows what it would change records nothing', async () => {
  const { course, lesson, block } = await createCourseTree(service, key)
  const tree = (await service.rest('GET', `/courses/${course.id}/tree`, key)).body.data
  const recorded = await changesOf(async () => {
    const statuses = [
      await service.rest('PATCH', `/lessons/${lesson.id}`, key, {}),
      await service.rest('PUT', `/courses/${course.id}/tree`, key, { modules: tree.modules }),
      await service.rest('PUT', `/courses/${course.id}/tree`, key, { modules: [], dryRun: true }),
      await service.rest('PATCH', `/blocks/${block.id}`, key, { content: { text: 'x' } }, { 'If-Match': '"99"' }),
      await service.rest('PATCH', `/blocks/${makeUuidV7()}`, key, { order: 1 }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 200, 412, 404])
  })
  expect(recorded).toEqual([])
})

const lessonsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Quail ${index}` }))
const found = async (word: string) => (await service.rest('GET', `/search?query=${word}`, key)).body.meta.total
async function indexAll() {
  while ((await countUnindexedChanges(service.db)) > 0) await service.app.services.textIndex.indexPendingChanges()
}

test('a change of more than 1,000 nodes lists the topmost ones, and the search finds, moves and forgets all of them', async () => {
  const size = maxListedNodes + 50
  const module = { name: 'Birds', lessons: lessonsOf(size) }
  const course = (await service.rest('POST', '/courses', key, { name: 'Many', modules: [module] })).body.data
  const [created] = await readChanges()
  expect(created).toMatchObject({ nodeCount: size + 2, nodes: [{ level: 'course', id: course.id, change: 'created' }] })
  await indexAll()
  expect(await found('quail')).toBe(size)
  const modules = (await service.rest('GET', `/courses/${course.id}/modules`, key)).body.data
  const other = (await service.rest('POST', '/courses', key, { name: 'Other' })).body.data
  expect((await service.rest('POST', `/modules/${modules[0].id}/move`, key, { courseId: other.id })).status).toBe(200)
  await indexAll()
  const where = { workspaceId, courseId: other.id }
  expect(await service.db.prisma.searchEntry.count({ where })).toBe(size + 2)
  const [removed] = await changesOf(() => service.rest('DELETE', `/courses/${other.id}`, key))
  expect(removed).toMatchObject({ nodeCount: size + 2, nodes: [{ level: 'course', id: other.id, change: 'deleted' }] })
  await indexAll()
  expect(await service.db.prisma.searchEntry.count({ where })).toBe(0)
})

test('a replaced tree of many nodes lists the modules, or the course if even these are too many', async () => {
  const course = (await service.rest('POST', '/courses', key, { name: 'Many' })).body.data
  const path = `/courses/${course.id}/tree`
  const nested = { modules: [{ name: 'Birds', lessons: lessonsOf(maxListedNodes) }] }
  expect(await nodesOf('PUT', path, nested)).toMatchObject([{ level: 'module', change: 'created' }])
  expect(await nodesOf('PUT', path, { modules: lessonsOf(maxListedNodes + 1), prune: false })).toEqual([
    { level: 'course', id: course.id, change: 'changed', fields: ['modules'] },
  ])
})

test('jobs, the sample course and generated content record their changes', async () => {
  const liveFrom = new Date(Date.now() + 3_600_000)
  const { course } = await createCourseTree(service, key)
  await service.rest('POST', `/courses/${course.id}/releases`, key, { liveFrom })
  await service.db.prisma.release.updateMany({
    where: { workspaceId },
    data: { liveFrom: new Date(Date.now() - 1000) },
  })
  await service.db.prisma.course.updateMany({
    where: { workspaceId },
    data: { liveChangesAt: new Date(Date.now() - 1000) },
  })
  const [due] = await changesOf(() => applyDueReleaseSchedules(service.db.sql))
  const fields = ['status', 'liveReleaseNumber']
  expect(due).toMatchObject({
    ...{ operation: 'applyDueReleaseSchedules', caller: serviceCallerId, requestId: null, courseId: course.id },
    nodes: [{ level: 'course', id: course.id, change: 'changed', fields }],
  })
})

describe('a change that leaves every text as it was is recorded, and nothing is left to index', () => {
  const isLeftToIndex = async (write: () => Promise<{ status: number }>) => {
    const changes = await changesOf(async () => expect((await write()).status).toBe(200))
    expect(changes).toHaveLength(1)
    return changes[0]!.searchCursor !== null
  }
  const content = (text: string) => ({ content: { text, format: 'markdown' } })

  test('a block', async () => {
    const { id } = (await createCourseTree(service, key)).block
    const patch = (body: object) => isLeftToIndex(() => service.rest('PATCH', `/blocks/${id}`, key, body))
    expect(await patch(content('First.'))).toBe(true)
    expect(await patch(content('First.'))).toBe(false)
    expect(await patch({ ...content('First.'), order: 1 })).toBe(false)
    expect(await patch({ ...content('First.'), key: 'first' })).toBe(true)
    expect(await patch({ ...content('First.'), key: 'first' })).toBe(false)
    expect(await patch(content('Second.'))).toBe(true)
  })

  test('a lesson', async () => {
    const { id } = (await createCourseTree(service, key)).lesson
    const patch = (body: object) => isLeftToIndex(() => service.rest('PATCH', `/lessons/${id}`, key, body))
    expect(await patch({ objectives: ['One'], description: null })).toBe(true)
    expect(await patch({ objectives: ['One'], durationMinutes: 5 })).toBe(false)
    expect(await patch({ objectives: ['One', 'Two'] })).toBe(true)
    expect(await patch({ description: '' })).toBe(true)
  })

  test('unless another writer came between', async () => {
    const { course, block } = await createCourseTree(service, key)
    const { id } = block
    await service.rest('PATCH', `/blocks/${id}`, key, content('First.'))
    const change = (tx: Parameters<typeof runSql>[0]) =>
      runSql(
        tx,
        `WITH locked AS (UPDATE courses SET tree_version = tree_version + 1 WHERE workspace_id = $1 AND id = $2)
         UPDATE blocks SET content = '{"text":"Second.","format":"markdown"}', version = version + 1 WHERE workspace_id = $1 AND id = $3`,
        [workspaceId, course.id, id],
      )
    const request = () => service.rest('PATCH', `/blocks/${id}`, key, content('First.'))
    expect(await isLeftToIndex(() => whileRowsAreLocked(service, change, request))).toBe(true)
  })
})

test('changes older than 30 days are deleted, but not before the search contains them', async () => {
  const old = { ...makeServiceWriter(workspaceId, 'test'), changeId: '01900000-0000-7000-8000-000000000000' }
  const stuck = { ...old, changeId: '01900000-0000-7000-8000-000000000001' }
  for (const writer of [old, stuck, makeServiceWriter(workspaceId, 'test')])
    await insertCourse(service.db.sql, writer, makeUuidV7(), { name: 'Old' })
  await indexAll()
  const { sql } = service.db
  const unindex = "UPDATE changes SET search_cursor = 'node:0' WHERE workspace_id = $1 AND id = $2"
  await runSql(sql, unindex, [workspaceId, stuck.changeId])
  await deleteOldChanges(sql)
  const left = (await readChanges()).map(({ id }) => id)
  expect(left).toHaveLength(2)
  expect(left).toContain(stuck.changeId)
})
