import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeServiceWriter } from '../../src/courses/changes/writer.ts'
import type { SqlRunner } from '../../src/platform/db/statement.ts'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { deleteExpiredAndExcessTrashEntries } from '../../src/trash/delete-for-good.ts'
import type { TrashEntryRow } from '../../src/trash/entries.ts'
import { reservePositionForRestoredNode } from '../../src/trash/sibling-position.ts'
import { missingId } from '../support/course-fixture.ts'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { runSql, whileRowsAreLocked } from '../support/row-locks.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let workspaceId: string
let key: string
beforeAll(async () => {
  service = await startTestService({ hasJobs: false })
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  await openPublishGate(service)
})
afterAll(() => service.close())

const rest = (method: string, path: string, body?: unknown, headers = {}) =>
  service.rest(method, path, key, body, headers)
const data = async (method: string, path: string, body?: unknown) => (await rest(method, path, body)).body.data
const text = (words: string) => ({ type: 'text', content: { text: words } })
const lesson = (name: string, ...texts: string[]) => ({ name, key: name, blocks: texts.map(text) })

/** A course with two modules of two lessons. Fields that a restore must keep are all set. */
async function createCourse(fields: object = {}) {
  const modules = [
    { name: 'Roots', key: 'roots', lessons: [lesson('a', 'one', 'two', 'three'), lesson('b', 'four')] },
    { name: 'Leaves', objectives: ['Name leaves'], lessons: [lesson('c', 'five'), lesson('d', 'six', 'seven')] },
  ]
  const { id } = await data('POST', '/courses', { name: 'Botany', ...fields, modules })
  return id as string
}
const tree = (id: string) => data('GET', `/courses/${id}/tree`)
const trash = async (query = '') => (await data('GET', `/trash?per_page=100${query}`)) as Record<string, string>[]
const entryOf = async (nodeId: string) => (await trash()).find((entry) => entry.nodeId === nodeId)!
const restore = (id: string) => rest('POST', `/trash/${id}/restore`)
async function remove(path: string, id: string) {
  expect((await rest('DELETE', `/${path}/${id}`)).status).toBe(200)
  return (await entryOf(id)).id!
}

/** What a restore must bring back: everything but versions and the dates of the last change. */
// biome-ignore lint/suspicious/noExplicitAny: trees have every shape.
function comparable(value: any): any {
  if (Array.isArray(value)) return value.map(comparable)
  if (value === null || typeof value !== 'object') return value
  const { version: _v, treeVersion: _t, updatedAt: _u, contentUpdatedAt: _c, updatedBy: _b, ...rest } = value
  return Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, comparable(one)]))
}

test('a delete answers as before, and puts one entry in the trash that says what was deleted, when and by whom', async () => {
  const id = await createCourse()
  const { modules } = await tree(id)
  const module = modules[0]
  const answer = await rest('DELETE', `/modules/${module.id}`)
  const { id: trashId } = (await rest('GET', `/trash?courseId=${id}`)).body.data[0]
  expect([answer.status, answer.body]).toEqual([200, { data: { id: module.id, deleted: true, trashId } }])
  expect((await rest('GET', `/modules/${module.id}`)).status).toBe(404)
  const entries = await trash(`&courseId=${id}`)
  expect(entries).toEqual([
    {
      id: expect.any(String),
      level: 'module',
      nodeId: module.id,
      name: 'Roots',
      blockType: null,
      blockTitle: null,
      courseId: id,
      parentId: id,
      recordCount: 7,
      deletedAt: expect.any(String),
      deletedBy: { type: 'key', id: expect.any(String), name: 'test' },
      expiresAt: expect.any(String),
    },
  ])
  const [{ deletedAt, expiresAt }] = entries as [{ deletedAt: string; expiresAt: string }]
  expect(Date.parse(expiresAt) - Date.parse(deletedAt)).toBe(30 * 86_400_000)
})

test.each([
  ['its title', { type: 'text', content: { title: 'Sugar', text: 'Leaves make it.' } }, 'Sugar'],
  [
    'its text',
    { type: 'text', content: { title: '', text: '## Leaves\n\nThey make sugar.' } },
    '## Leaves\n\nThey make sugar.',
  ],
  ['its alternative text', { type: 'image', content: { url: 'https://example.com/a.png', alt: 'A leaf' } }, 'A leaf'],
  ['its first question', { type: 'quiz', content: { questions: [{ type: 'essay', prompt: 'Why?' }] } }, 'Why?'],
  ['its file name', { type: 'code', content: { filename: 'leaf.py', code: 'pass' } }, 'leaf.py'],
  ['the beginning of a long text', { type: 'text', content: { text: '🌱'.repeat(300) } }, '🌱'.repeat(200)],
  ['nothing', { type: 'text', content: { text: '' } }, null],
])('a deleted block is listed with %s', async (_what, block, blockTitle) => {
  const { id } = await data('POST', '/courses', { name: 'Botany', modules: [{ name: 'M', lessons: [{ name: 'L' }] }] })
  const { modules } = await tree(id)
  const created = await data('POST', `/lessons/${modules[0].lessons[0].id}/blocks`, block)
  await remove('blocks', created.id)
  expect(await entryOf(created.id)).toMatchObject({ name: null, blockType: block.type, blockTitle })
})

test.each(['modules', 'lessons', 'blocks', 'courses'])(
  'what was deleted from /%s comes back as it was',
  async (path) => {
    const id = await createCourse({ language: 'en', objectives: ['Name plants'], attributes: { owner: 'Ada' } })
    const before = await tree(id)
    const [first] = before.modules
    const nodeId = {
      courses: id,
      modules: first.id,
      lessons: first.lessons[0].id,
      blocks: first.lessons[0].blocks[1].id,
    }[path]!
    const node = await data('GET', `/${path}/${nodeId}`)
    const entryId = await remove(path, nodeId)
    const answer = await restore(entryId)
    expect(answer.status).toBe(200)
    const after = await tree(id)
    expect(comparable(after)).toEqual(comparable(before))
    expect(after.treeVersion).toBeGreaterThan(before.treeVersion)
    const restored = await data('GET', `/${path}/${nodeId}`)
    expect(restored.version).toBeGreaterThan(node.version)
    expect(restored.metadata.createdAt).toBe(node.metadata.createdAt)
    expect(restored.createdBy).toEqual(node.createdBy)
    expect(answer.body.data).toMatchObject({ nodeId, courseId: id, treeVersion: after.treeVersion })
    expect(await entryOf(nodeId)).toBeUndefined()
    expect((await restore(entryId)).status).toBe(404)
  },
)

test('the content of a block comes back with the spelling of its author', async () => {
  const id = await createCourse()
  const { modules } = await tree(id)
  const [block] = modules[0].lessons[0].blocks
  const content = '{"text":"caf\\u00e9 \\"x\\"",  "b" : [1.0, 1e3],"a":null}'
  await service.http(`/api/v1/blocks/${block.id}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: `{"content":${content}}`,
  })
  const before = await rest('GET', `/blocks/${block.id}`)
  await restore(await remove('blocks', block.id))
  const after = await rest('GET', `/blocks/${block.id}`)
  const contentOf = (answer: { text: string }) => /"content":.*?(?=,"order")/.exec(answer.text)![0]
  expect(contentOf(after)).toBe(contentOf(before))
})

test('siblings that were deleted one after the other come back in their order, whichever is first', async () => {
  const id = await createCourse()
  const { modules } = await tree(id)
  const { id: lessonId, blocks } = modules[0].lessons[0]
  const ids = blocks.map((block: { id: string }) => block.id)
  const idsNow = async () => (await data('GET', `/lessons/${lessonId}/blocks`)).map((block: { id: string }) => block.id)
  const second = await remove('blocks', ids[1])
  const third = await remove('blocks', ids[2])
  const first = await remove('blocks', ids[0])
  await restore(third)
  await restore(first)
  await restore(second)
  expect(await idsNow()).toEqual(ids)
})

test('what a tree request deletes has one entry for each removed root, which comes back at its place', async () => {
  const id = await createCourse()
  const before = await tree(id)
  const [roots, leaves] = before.modules
  const keep = (one: { id: string }) => ({ id: one.id })
  const [a, b] = roots.lessons
  const { id: movedId, type, content } = leaves.lessons[1].blocks[0]
  const { counts } = await data('PUT', `/courses/${id}/tree`, {
    prune: true,
    modules: [
      { id: roots.id, name: 'Roots', lessons: [{ id: b.id, name: 'b', blocks: [{ id: movedId, type, content }] }] },
    ],
  })
  expect(counts.deleted).toBe(1 + 2 + 1 + 1 + 1 + 3 + 1)
  const entries = await trash(`&courseId=${id}`)
  expect(entries.map((entry) => [entry.level, entry.nodeId, entry.recordCount]).toSorted()).toEqual(
    [
      ['block', b.blocks[0].id, 1],
      ['lesson', a.id, 4],
      ['module', leaves.id, 5],
    ].toSorted(),
  )
  for (const { id: entryId } of entries) expect((await restore(entryId!)).status).toBe(200)
  const after = await tree(id)
  expect(after.modules.map(keep)).toEqual([roots, leaves].map(keep))
  expect(after.modules[0].lessons.map(keep)).toEqual([a, b].map(keep))
  expect(after.modules[0].lessons[1].blocks.map(keep)).toEqual([b.blocks[0], leaves.lessons[1].blocks[0]].map(keep))
  expect(after.modules[1].lessons[1].blocks.map(keep)).toEqual([leaves.lessons[1].blocks[1]].map(keep))
})

test('of siblings that are in the trash too, up to 1,000 are skipped to find the place', async () => {
  const courseId = await createCourse()
  const { modules } = await tree(courseId)
  const { id: parentId, blocks } = modules[0].lessons[0]
  const chain = [blocks[0].id, ...Array.from({ length: 1001 }, () => makeUuidV7())]
  const gone = { workspaceId, level: 'block', courseId, parentId, records: 1, deletedBy: 'x' }
  await service.db.prisma.trashEntry.createMany({
    data: chain.slice(1).map((nodeId, index) => ({ ...gone, id: makeUuidV7(), nodeId, previousId: chain[index] })),
  })
  const restoreAfter = (previousId: string) =>
    service.db.sql.transaction((tx) =>
      reservePositionForRestoredNode(tx, 'block', makeServiceWriter(workspaceId, 'test'), {
        nodeId: makeUuidV7(),
        parentId,
        previousId,
        order: 9,
      } as TrashEntryRow),
    )
  expect((await restoreAfter(chain[1000]!))?.position).toBe(1)
  expect((await restoreAfter(chain[1001]!))?.position).toBe(4)
  await service.db.prisma.trashEntry.deleteMany({ where: { parentId } })
})

test('a lesson that moved to another course takes its deleted blocks back there', async () => {
  const [from, to] = [await createCourse(), await createCourse()]
  const [fromTree, toTree] = [await tree(from), await tree(to)]
  const { id: lessonId, blocks } = fromTree.modules[0].lessons[0]
  const entryId = await remove('blocks', blocks[0].id)
  await rest('PATCH', `/lessons/${lessonId}`, { key: null })
  await rest('POST', `/lessons/${lessonId}/move`, { moduleId: toTree.modules[0].id })
  expect((await restore(entryId)).body.data).toMatchObject({ courseId: to, order: 0 })
  const moved = (await tree(to)).modules[0].lessons[2]
  expect(moved.blocks.map((block: { id: string }) => block.id)).toEqual(blocks.map((block: { id: string }) => block.id))
})

test('a record whose parent is deleted too is refused with the trash entry of the parent', async () => {
  const id = await createCourse()
  const { modules } = await tree(id)
  const { id: lessonId, blocks } = modules[0].lessons[0]
  const blockEntry = await remove('blocks', blocks[0].id)
  const moduleEntry = await remove('modules', modules[0].id)
  const refused = await restore(blockEntry)
  expect([refused.status, refused.body.error]).toMatchObject([
    409,
    { code: 'conflict', details: { reason: 'parent_deleted', parentId: lessonId, trashId: moduleEntry } },
  ])
  const courseEntry = await remove('courses', id)
  expect((await restore(moduleEntry)).body.error.details.trashId).toBe(courseEntry)
  for (const entryId of [courseEntry, moduleEntry, blockEntry]) expect((await restore(entryId)).status).toBe(200)
  expect((await tree(id)).modules[0].lessons[0].blocks).toHaveLength(3)
})

test('a record that was deleted twice is named by its latest trash entry, and goes back to its latest place', async () => {
  const id = await createCourse()
  const { modules } = await tree(id)
  const [{ id: lessonId, blocks }] = modules[0].lessons
  const [one, two, three] = blocks.map((block: { id: string }) => block.id)
  const number = await publishCourse(service, key, id)
  const idsNow = async () => (await data('GET', `/lessons/${lessonId}/blocks`)).map((block: { id: string }) => block.id)
  // The first entry of the block says that it was the second, the other entry that it was the last.
  await remove('blocks', two)
  expect((await rest('POST', `/courses/${id}/restore`, { release: number })).status).toBe(200)
  await rest('PUT', `/lessons/${lessonId}/blocks/order`, { ids: [one, three, two] })
  const after = await data('POST', `/lessons/${lessonId}/blocks`, text('eight'))
  await remove('blocks', two)
  const entryId = await remove('blocks', after.id)
  await restore(entryId)
  expect(await idsNow()).toEqual([one, three, after.id])

  const lessonEntries = [await remove('lessons', lessonId)]
  expect((await rest('POST', `/courses/${id}/restore`, { release: number })).status).toBe(200)
  const blockEntry = await remove('blocks', one)
  lessonEntries.push(await remove('lessons', lessonId))
  const refused = await restore(blockEntry)
  expect(refused.body.error.details).toMatchObject({ reason: 'parent_deleted', trashId: lessonEntries[1] })
})

test('a record whose parent is gone for good is refused', async () => {
  const id = await createCourse()
  const { modules } = await tree(id)
  const entryId = await remove('blocks', modules[0].lessons[0].blocks[0].id)
  expect((await rest('DELETE', `/trash/${await remove('modules', modules[0].id)}`)).status).toBe(200)
  const { status, body } = await restore(entryId)
  expect([status, body.error.details]).toMatchObject([409, { reason: 'parent_deleted', trashId: null }])
})

test('a key that another record has meanwhile is refused by name, and the entry stays', async () => {
  const id = await createCourse()
  const { modules } = await tree(id)
  const entryId = await remove('modules', modules[0].id)
  await rest('PATCH', `/modules/${modules[1].id}`, { key: 'a' })
  const { status, body } = await restore(entryId)
  expect([status, body.error.details.keys]).toEqual([409, ['a']])
  await rest('PATCH', `/modules/${modules[1].id}`, { key: null })
  expect((await restore(entryId)).status).toBe(200)
})

test.each(['key', 'slug'])('a course whose %s another course has meanwhile is refused by name', async (field) => {
  const value = `taken-${field}`
  const entryId = await remove('courses', await createCourse({ [field]: value }))
  const other = await createCourse({ [field]: value })
  const { status, body } = await restore(entryId)
  expect([status, body.error.details]).toMatchObject([
    409,
    { reason: `${field}_taken`, courseId: other, fields: [{ path: field }] },
  ])
  expect(body.error.message).toContain(value)
})

test.each(['slug', 'key'])(
  'a course is not restored with a %s that another course takes at the same time',
  async (field) => {
    const entryId = await remove('courses', await createCourse({ [field]: 'raced' }))
    const other = await createCourse()
    const take = (tx: SqlRunner) => runSql(tx, `UPDATE courses SET ${field} = 'raced' WHERE id = $1`, [other])
    const { status, body } = await whileRowsAreLocked(service, take, () => restore(entryId))
    expect([status, body.error.details.fields]).toMatchObject([409, [{ path: field }]])
  },
)

test('a lesson that a release brought back is not there twice', async () => {
  const id = await createCourse()
  const number = await publishCourse(service, key, id)
  const { modules } = await tree(id)
  const lessonId = modules[0].lessons[0].id
  const entryId = await remove('lessons', lessonId)
  await rest('POST', `/courses/${id}/restore`, { release: number, lessonId })
  const { status, body } = await restore(entryId)
  expect([status, body.error.details.reason]).toEqual([409, 'ids_in_use'])
})

test('a published course that was deleted comes back as a draft with its releases, and learners do not see it', async () => {
  const id = await createCourse({ visibility: 'public', slug: 'flowers' })
  await publishCourse(service, key, id)
  await publishCourse(service, key, id, { liveFrom: new Date(Date.now() + 3_600_000) }).catch(() => undefined)
  const workspace = (await data('GET', '/me')).workspace.publicId
  const delivered = () => service.rest('GET', `/delivery/${workspace}/courses/flowers`)
  expect((await delivered()).status).toBe(200)
  const preview = await data('POST', `/courses/${id}/preview-links`, {})
  expect((await service.http(`/preview/${preview.token}`)).status).toBe(200)
  const entryId = await remove('courses', id)
  expect((await delivered()).status).toBe(401)
  expect((await service.http(`/preview/${preview.token}`)).status).toBe(404)
  await restore(entryId)
  expect(await data('GET', `/courses/${id}`)).toMatchObject({
    status: 'draft',
    liveReleaseNumber: null,
    slug: 'flowers',
  })
  expect((await delivered()).status).toBe(401)
  const releases = await data('GET', `/courses/${id}/releases`)
  expect(releases.length).toBeGreaterThan(0)
  const now = new Date().toISOString()
  for (const { liveFrom, liveUntil } of releases) expect(liveFrom === null || liveUntil <= now).toBe(true)
  expect(await publishCourse(service, key, id)).toBe(releases.length + 1)
  expect((await delivered()).status).toBe(200)
})

test('a search finds a restored block again', async () => {
  const id = await createCourse()
  const { modules } = await tree(id)
  const { id: blockId } = modules[0].lessons[0].blocks[0]
  await rest('PATCH', `/blocks/${blockId}`, { content: { text: 'Xylem' } })
  // A search waits for the index for at most 200 ms, and the other tests of this file have left much to index.
  const mustFind = (count: number) =>
    expect.poll(async () => (await data('GET', '/search?query=xylem')).length, { timeout: 20_000 }).toBe(count)
  await mustFind(1)
  const entryId = await remove('blocks', blockId)
  await mustFind(0)
  await restore(entryId)
  await mustFind(1)
})

test('of two restores at once, one restores and the other finds nothing', async () => {
  const id = await createCourse()
  const { modules } = await tree(id)
  for (const entryId of [await remove('modules', modules[0].id), await remove('courses', id)].toReversed()) {
    const answers = await Promise.all([restore(entryId), restore(entryId)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  }
  expect((await tree(id)).modules).toHaveLength(2)
})

test('a block that is written while its lesson is deleted is either refused or in the trash', async () => {
  const id = await createCourse()
  const { id: lessonId } = (await tree(id)).modules[0].lessons[0]
  const adds = Array.from({ length: 10 }, (_, index) => rest('POST', `/lessons/${lessonId}/blocks`, text(`${index}`)))
  const [removed, ...added] = await Promise.all([rest('DELETE', `/lessons/${lessonId}`), ...adds])
  expect(removed.status).toBe(200)
  await restore((await entryOf(lessonId)).id!)
  const blocks = (await tree(id)).modules[0].lessons[0].blocks
  expect(blocks).toHaveLength(3 + added.filter(({ status }) => status === 201).length)
})

test('an Idempotency-Key restores once and repeats the answer', async () => {
  const id = await createCourse()
  const entryId = await remove('courses', id)
  const send = () => rest('POST', `/trash/${entryId}/restore`, undefined, { 'Idempotency-Key': `restore-${id}` })
  const first = await send()
  const again = await send()
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
})

test('a filter selects the course and the level', async () => {
  const id = await createCourse()
  const { modules } = await tree(id)
  await remove('blocks', modules[0].lessons[0].blocks[0].id)
  await remove('lessons', modules[0].lessons[0].id)
  const levels = async (query: string) => (await trash(query)).map(({ level }) => level)
  expect(await levels(`&courseId=${id}`)).toEqual(['lesson', 'block'])
  expect(await levels(`&courseId=${id}&level=block`)).toEqual(['block'])
  expect(await levels('&courseId=nothing')).toEqual([])
  expect((await rest('GET', '/trash?level=page')).status).toBe(400)
  expect((await rest('GET', '/trash?per_page=0')).status).toBe(400)
})

test('nobody else sees, restores or deletes an entry', async () => {
  const entryId = await remove('courses', await createCourse())
  const stranger = await service.key()
  const reader = await service.key({ workspaceId, scopes: ['courses:read'] })
  const learner = await service.key({ workspaceId, scopes: ['delivery:read'] })
  const status = async (method: string, path: string, auth?: string) => (await service.rest(method, path, auth)).status
  for (const [method, path] of [
    ['POST', `/trash/${entryId}/restore`],
    ['DELETE', `/trash/${entryId}`],
  ] as const) {
    expect(await status(method, path)).toBe(401)
    expect(await status(method, path, reader)).toBe(403)
    expect(await status(method, path, stranger)).toBe(404)
    expect(await status(method, path.replace(entryId, missingId), key)).toBe(404)
    expect(await status(method, path.replace(entryId, 'nothing'), key)).toBe(404)
  }
  expect(await status('GET', '/trash')).toBe(401)
  expect(await status('GET', '/trash', learner)).toBe(403)
  expect((await service.rest('GET', '/trash', stranger)).body.data).toEqual([])
  expect((await service.rest('GET', '/trash', reader)).status).toBe(200)
  expect((await restore(entryId)).status).toBe(200)
})

test('a course that is deleted for good takes its releases and what was deleted from it before', async () => {
  const id = await createCourse()
  const { modules } = await tree(id)
  await publishCourse(service, key, id)
  await remove('blocks', modules[0].lessons[0].blocks[0].id)
  const entryId = await remove('courses', id)
  expect((await rest('DELETE', `/trash/${entryId}`)).body.data).toEqual({ id: entryId, deleted: true, trashId: null })
  expect(await trash(`&courseId=${id}`)).toEqual([])
  expect(await service.db.prisma.release.count({ where: { courseId: id } })).toBe(0)
  expect(await service.db.prisma.releaseNode.count({ where: { courseId: id } })).toBe(0)
  expect((await rest('DELETE', `/trash/${entryId}`)).status).toBe(404)
})

test('after 30 days an entry can not be restored, and the job deletes it', async () => {
  const id = await createCourse()
  await publishCourse(service, key, id)
  const entryId = await remove('courses', id)
  const kept = await remove('courses', await createCourse())
  const age = (days: number) =>
    service.db.prisma.trashEntry.updateMany({
      where: { id: entryId },
      data: { deletedAt: new Date(Date.now() - days * 86_400_000) },
    })
  await age(29.9)
  await deleteExpiredAndExcessTrashEntries(service.db.sql)
  expect((await trash()).map((entry) => entry.id)).toContain(entryId)
  await age(30)
  expect((await restore(entryId)).status).toBe(404)
  await deleteExpiredAndExcessTrashEntries(service.db.sql)
  expect(await service.db.prisma.trashEntry.count({ where: { id: entryId } })).toBe(0)
  expect(await service.db.prisma.trashRecord.count({ where: { trashId: entryId } })).toBe(0)
  expect(await service.db.prisma.release.count({ where: { courseId: id } })).toBe(0)
  expect((await restore(kept)).status).toBe(200)
})

test('beyond the maximum, the oldest entries of a workspace go', async () => {
  const crowded = await service.key()
  const status = async (method: string, path: string, body?: unknown) => service.rest(method, path, crowded, body)
  const ids: string[] = []
  for (let index = 0; index < 4; index++) {
    const { id } = (await status('POST', '/courses', { name: `${index}`, modules: [{ name: 'm' }] })).body.data
    await status('DELETE', `/courses/${id}`)
    ids.unshift(id)
  }
  const nodeIds = async () => (await status('GET', '/trash')).body.data.map((entry: { nodeId: string }) => entry.nodeId)
  await deleteExpiredAndExcessTrashEntries(service.db.sql)
  expect(await nodeIds()).toEqual(ids)
  await deleteExpiredAndExcessTrashEntries(service.db.sql, { maxEntries: 3 })
  expect(await nodeIds()).toEqual(ids.slice(0, 3))
  await deleteExpiredAndExcessTrashEntries(service.db.sql, { maxRecords: 4 })
  expect(await nodeIds()).toEqual(ids.slice(0, 2))
})
