import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStoredBytes } from '../../../src/operations/storage/stored-bytes.ts'
import { addUpStorageTallies, recountOldestStorage, recountStorage } from '../../../src/operations/storage/tallies.ts'
import { deleteOldReleases } from '../../../src/releases/old-releases.ts'
import { deleteExpiredAndExcessTrashEntries } from '../../../src/trash/delete-for-good.ts'
import { createCourseTree } from '../../support/course-fixture.ts'
import { openPublishGate } from '../../support/publish-gate.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ hasJobs: false })
  await openPublishGate(service)
})
afterAll(() => service.close())

const text = (length: number) => 'ä'.repeat(length)
const block = (length: number) => ({ type: 'text', content: { text: text(length) } })

/** A workspace with one course. The names of lessons and blocks are the ids of the first ones, if there are any. */
async function makeAuthor() {
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  const send = (method: string, path: string, body?: unknown) => service.rest(method, path, key, body)
  const { course } = await createCourseTree(service, key)
  const firstId = async (path: string) => (await send('GET', path)).body.data?.[0]?.id ?? 'none'
  const module = () => firstId(`/courses/${course.id}/modules`)
  const lesson = async () => firstId(`/modules/${await module()}/lessons`)
  const firstBlock = async () => firstId(`/lessons/${await lesson()}/blocks`)
  return { workspaceId, send, course: `/courses/${course.id}`, firstId, module, lesson, firstBlock }
}
type Author = Awaited<ReturnType<typeof makeAuthor>>

/** Requests and jobs that store, change or free something. Some fail when there is nothing left to change. */
const steps: Record<string, (author: Author, size: number) => Promise<unknown>> = {
  'create a block': async ({ send, lesson }, size) => send('POST', `/lessons/${await lesson()}/blocks`, block(size)),
  'create the first block': async ({ send, lesson }, size) =>
    send('POST', `/lessons/${await lesson()}/blocks`, { ...block(size), order: 0 }),
  'create a lesson': async ({ send, module }, size) =>
    send('POST', `/modules/${await module()}/lessons`, {
      name: 'Roots',
      attributes: { note: text(size) },
      blocks: [block(size)],
    }),
  'change a block': async ({ send, firstBlock }, size) =>
    send('PATCH', `/blocks/${await firstBlock()}`, { content: block(size).content }),
  'change the course': ({ send, course }, size) =>
    send('PATCH', course, { description: text(size), objectives: [text(3), 'a "b"'] }),
  'change and move a lesson': async ({ send, lesson }, size) =>
    send('PATCH', `/lessons/${await lesson()}`, { objectives: [text(size)], order: 5 }),
  'duplicate the course': ({ send, course }) => send('POST', `${course}/duplicate`),
  'duplicate a lesson': async ({ send, lesson }) => send('POST', `/lessons/${await lesson()}/duplicate`),
  'delete a block': async ({ send, firstBlock }) => send('DELETE', `/blocks/${await firstBlock()}`),
  'delete a lesson': async ({ send, lesson }) => send('DELETE', `/lessons/${await lesson()}`),
  'delete a course': async ({ send, firstId }) => send('DELETE', `/courses/${await firstId('/courses')}`),
  restore: async ({ send, firstId }) => send('POST', `/trash/${await firstId('/trash')}/restore`),
  'delete for good': async ({ send, firstId }) => send('DELETE', `/trash/${await firstId('/trash')}`),
  publish: ({ send, course }) => send('POST', `${course}/releases`, {}),
  'restore a release': ({ send, course }) => send('POST', `${course}/restore`, { release: 1 }),
  'write a tree': ({ send, course }, size) =>
    send('PUT', `${course}/tree`, {
      prune: true,
      name: 'Botany',
      modules: [
        { key: 'm', name: 'Leaves', lessons: [{ key: 'l', name: 'Light', blocks: [{ key: 'b', ...block(size) }] }] },
      ],
    }),
  'delete old releases': () => deleteOldReleases(service.db.sql, 1),
  'add up': () => addUpStorageTallies(service.db.sql),
  'index the texts': ({ workspaceId }) => service.app.services.textIndex.waitUntilIndexed(workspaceId),
}

const read = (workspaceId: string) => readStoredBytes(service.db.sql, workspaceId)

/** What the sums say, and what a count of everything says. */
async function compare(workspaceId: string) {
  const told = await read(workspaceId)
  await recountStorage(service.db.sql, workspaceId)
  return { told, counted: await read(workspaceId) }
}

test('each request counts what it stores and frees', async () => {
  for (const [name, step] of Object.entries(steps)) {
    const author = await makeAuthor()
    await steps['write a tree']!(author, 40)
    await steps.publish!(author, 0)
    await step(author, 70)
    await step(author, 30)
    const { told, counted } = await compare(author.workspaceId)
    expect([name, told]).toEqual([name, counted])
    expect(counted.drafts).toBeGreaterThan(name === 'delete a course' ? -1 : 1000)
  }
})

test('what a workspace stores is the sum of all requests, in any order', async () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.integer({ min: 0, max: 3000 }))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (chosen) => {
      const author = await makeAuthor()
      for (const [name, size] of chosen) await steps[name]!(author, size)
      const { told, counted } = await compare(author.workspaceId)
      expect(told).toEqual(counted)
    }),
    { numRuns: 12 },
  )
})

test('what is written while the storage is added up, indexed and counted anew counts once', async () => {
  const author = await makeAuthor()
  const writes = Array.from({ length: 60 }, (_, index) => steps['create a block']!(author, index))
  const jobs = Array.from({ length: 6 }, async () => {
    await addUpStorageTallies(service.db.sql)
    await steps['index the texts']!(author, 0)
    await recountStorage(service.db.sql, author.workspaceId)
  })
  await Promise.all([...writes, ...jobs])
  const { told, counted } = await compare(author.workspaceId)
  expect(told).toEqual(counted)
})

test('a block counts for its content in UTF-8 and 500 bytes, a deleted one as much in the trash, and nothing after that', async () => {
  const author = await makeAuthor()
  const { workspaceId, send, lesson } = author
  const before = await read(workspaceId)
  const { body } = await send('POST', `/lessons/${await lesson()}/blocks`, block(1000))
  const bytes = Buffer.byteLength(JSON.stringify(block(1000).content)) + 'text'.length + 500
  expect(await read(workspaceId)).toEqual({ ...before, drafts: before.drafts + bytes, total: before.total + bytes })
  await send('DELETE', `/blocks/${body.data.id}`)
  expect(await read(workspaceId)).toEqual({ ...before, trash: bytes, total: before.total + bytes })
  await steps['delete for good']!(author, 0)
  expect(await read(workspaceId)).toEqual(before)
})

test('the job that empties the trash frees what it deletes', async () => {
  const author = await makeAuthor()
  await steps['delete a course']!(author, 0)
  expect((await read(author.workspaceId)).trash).toBeGreaterThan(0)
  const expired = { where: { workspaceId: author.workspaceId }, data: { deletedAt: new Date(0) } }
  await service.db.prisma.trashEntry.updateMany(expired)
  await deleteExpiredAndExcessTrashEntries(service.db.sql)
  expect(await read(author.workspaceId)).toMatchObject({ total: 0, drafts: 0, trash: 0 })
})

test('a lesson that several releases share counts once, and old releases free what they stored', async () => {
  const author = await makeAuthor()
  const { workspaceId, send, course, lesson } = author
  await send('POST', `/lessons/${await lesson()}/blocks`, block(50_000))
  await steps.publish!(author, 0)
  const first = (await read(workspaceId)).releases
  expect(first).toBeGreaterThan(100_000)
  await send('PATCH', course, { name: 'Botany for beginners' })
  await steps.publish!(author, 0)
  const second = (await read(workspaceId)).releases
  expect(second - first).toBeLessThan(5000)
  const { body } = await send('GET', `/lessons/${await lesson()}/blocks`)
  await send('DELETE', `/blocks/${body.data.at(-1).id}`)
  await steps.publish!(author, 0)
  const dayAgo = { createdAt: new Date(Date.now() - 25 * 3_600_000) }
  await service.db.prisma.releaseNode.updateMany({ where: { workspaceId }, data: dayAgo })
  await deleteOldReleases(service.db.sql, 1)
  expect((await read(workspaceId)).releases).toBeLessThan(5000)
})

test('a trash record from before the storage was counted counts for its body', async () => {
  const author = await makeAuthor()
  await steps['delete a course']!(author, 0)
  await service.db.prisma.trashRecord.updateMany({ where: { workspaceId: author.workspaceId }, data: { bytes: null } })
  await recountStorage(service.db.sql, author.workspaceId)
  expect((await read(author.workspaceId)).trash).toBeGreaterThan(0)
  await steps['delete for good']!(author, 0)
  expect(await read(author.workspaceId)).toMatchObject({ total: 0 })
})

test('a job counts workspaces anew that were not counted for a week, each once', async () => {
  const [due, recent] = [await makeAuthor(), await makeAuthor()]
  const where = { workspaceId: { in: [due.workspaceId, recent.workspaceId] } }
  const told = await read(due.workspaceId)
  await service.db.prisma.storageTally.deleteMany({ where })
  await service.db.prisma.change.updateMany({ where, data: { bytes: 0 } })
  const countedAt = new Date(Date.now() - 8 * 24 * 3_600_000)
  const { workspace } = service.db.prisma
  await workspace.updateMany({ where: { id: due.workspaceId }, data: { storageCountedAt: countedAt } })
  await recountOldestStorage(service.db.sql)
  expect(await read(due.workspaceId)).toEqual(told)
  expect((await read(recent.workspaceId)).total).toBe(0)
  const { storageCountedAt } = await workspace.findUniqueOrThrow({ where: { id: due.workspaceId } })
  expect(storageCountedAt!.getTime()).toBeGreaterThan(countedAt.getTime())
})
