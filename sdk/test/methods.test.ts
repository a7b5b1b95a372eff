import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/support/service.ts'
import { ConflictError, type CoursewrightClient, createClient, VersionConflictError } from '../src/index.ts'
import { thrownBy } from './thrown-by.ts'

let service: TestService
let client: CoursewrightClient
let sent: Headers[]
beforeAll(async () => {
  service = await startTestService()
  sent = []
  const recording: typeof fetch = (input, init) => {
    sent.push((input as Request).headers)
    return fetch(input, init)
  }
  client = createClient({ baseUrl: service.url, apiKey: await service.key(), fetch: recording })
})
afterAll(() => service.close())

const lastIfMatch = () => sent.at(-1)!.get('If-Match')

test('a course is created, filled, changed, moved about, published and deleted, with records and with their ids', async () => {
  const course = await client.courses.create({ name: 'Botany', modules: [{ name: 'Light' }, { name: 'Water' }] })
  const [light, water] = await client.modules.list(course).toArray()
  const lesson = await client.lessons.create(light!, { name: 'The leaf' })
  const text = await client.blocks.create(lesson, { type: 'text', content: { text: 'Leaves eat light.' } })
  expect((await client.blocks.update(text, { content: { text: 'Leaves make sugar.' } })).version).toBe(2)
  expect(await client.lessons.move(lesson.id, { moduleId: water!.id })).toMatchObject({ moduleId: water!.id })
  const order = { ids: [water!.id, light!.id] }
  expect((await client.modules.reorder(course, order)).map(({ name }) => name)).toEqual(['Water', 'Light'])
  const { release } = await client.releases.create(course, { message: 'First', gate: 'off' })
  expect(release).toMatchObject({ number: 1, courseId: course.id })
  const pinned = await client.releases.update(release!, { pinned: true })
  expect(await client.releases.get(course.id, 1)).toEqual(await client.releases.get(pinned))
  expect(await client.courses.get(course)).toMatchObject({ status: 'published', blockCount: 1 })
  const hits = await client.search.content({ query: 'sugar' }).toArray()
  expect(hits.map(({ id }) => id)).toEqual([text.id])
  const deleted = await client.courses.delete(course.id)
  const [entry] = await client.trash.list().toArray()
  expect(deleted).toEqual({ deleted: true, id: course.id, trashId: entry!.id })
  expect(await client.trash.restoreEntry(entry!)).toMatchObject({ courseId: course.id })
})

test('a change of a record that was read is refused if somebody else has changed it, and one by its id is not', async () => {
  const course = await client.courses.create({ name: 'Read', modules: [{ name: 'Module' }] })
  await client.courses.update(course.id, { name: 'Changed' })
  expect(lastIfMatch()).toBeNull()
  for (const change of [
    client.courses.update(course, { name: 'Late' }),
    client.courses.delete(course),
    client.courses.update(course.id, { name: 'Late' }, { ifMatch: '"v1"' }),
  ]) {
    const error = await thrownBy(change)
    expect(error).toBeInstanceOf(VersionConflictError)
    expect([error.status, error.code, (error as VersionConflictError).currentVersion]).toEqual([
      ...[412, 'precondition_failed', 2],
    ])
  }
  const fresh = await client.courses.get(course)
  const changed = await client.courses.update(fresh, { name: 'Fresh' })
  expect([lastIfMatch(), changed.version]).toEqual(['"v2"', 3])
  expect((await client.courses.update(course, { name: 'Forced' }, { ifMatch: false })).name).toBe('Forced')
  const [module] = await client.modules.list(course).toArray()
  await client.modules.update(module!, { name: 'Once' })
  expect(await thrownBy(client.modules.update({ ...module! }, { name: 'Twice' }))).toBeInstanceOf(VersionConflictError)
})

test('a tree that is written back must be the one that was read, and other writes compare it when they are asked', async () => {
  const course = await client.courses.create({ name: 'Tree', modules: [{ name: 'Module' }] })
  const tree = await client.courses.getTree(course)
  await client.modules.create(course, { name: 'Another' })
  expect(await thrownBy(client.courses.putTree(tree, tree))).toBeInstanceOf(VersionConflictError)
  const again = await client.courses.getTree(course)
  expect((await client.courses.putTree(again, { ...again, name: 'Tree II' })).course.name).toBe('Tree II')
  const publish = (options?: { ifMatch: boolean }) => client.releases.create(course, { dryRun: true }, options)
  expect(await thrownBy(publish({ ifMatch: true }))).toBeInstanceOf(VersionConflictError)
  expect((await publish()).isNew).toBe(false)
  expect(() => client.releases.create(course.id, {}, { ifMatch: true })).toThrow('needs a record with its treeVersion')
})

test('a conflict says its reason, and an Idempotency-Key of the caller is sent', async () => {
  const { id } = await client.courses.create({ name: 'Archived' }, { idempotencyKey: 'archived-1' })
  expect((await client.courses.create({ name: 'Archived' }, { idempotencyKey: 'archived-1' })).id).toBe(id)
  await client.courses.archive(id)
  const error = await thrownBy(client.courses.update(id, { name: 'No' }))
  expect(error).toBeInstanceOf(ConflictError)
  expect([error.name, error.status, (error as ConflictError).reason]).toEqual(['ConflictError', 409, 'course_archived'])
})

test('a list gives its pages with the total, and can be read again', async () => {
  const { id } = await client.courses.create({ name: 'Pages', modules: ['A', 'B', 'C'].map((name) => ({ name })) })
  const modules = client.modules.list(id, { per_page: 2 })
  const pages = await Array.fromAsync(modules.pages())
  expect(pages.map(({ items, total }) => [items.map(({ name }) => name), total])).toEqual([
    [['A', 'B'], 3],
    [['C'], 3],
  ])
  expect((await modules.toArray()).length).toBe(3)
  const abort = AbortSignal.abort(new Error('stopped'))
  await expect(client.modules.list(id, {}, { signal: abort }).toArray()).rejects.toThrow('stopped')
})
