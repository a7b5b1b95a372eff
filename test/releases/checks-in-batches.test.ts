import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeStoredReleaseSnapshot, readRelease } from '../../src/releases/content/read.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

const call = (method: string, path: string, body?: unknown) => service.rest(method, path, key, body)

/** Publishes a course with four lessons of 0.4 MB, each with a finding. */
async function publishLargeCourse(name: string) {
  const text = { type: 'text', content: { text: `${name}. [light](#nowhere) ${'光合成 '.repeat(20_000)}` } }
  const lessons = ['One', 'Two', 'Three', 'Four'].map((lesson) => ({ name: lesson, blocks: [text, text] }))
  const { id } = (await call('POST', '/courses', { name, modules: [{ name: 'M', lessons }] })).body.data
  expect((await call('POST', `/courses/${id}/releases`, { gate: 'off' })).status).toBe(201)
  const { workspaceId } = await service.db.prisma.course.findFirstOrThrow({ where: { id } })
  return { id, workspaceId }
}

test('the lessons of a release are read in batches of at most 1 MB, in their order', async () => {
  const { id, workspaceId } = await publishLargeCourse('Batches')
  const { sql } = service.db
  const snapshot = makeStoredReleaseSnapshot(sql, workspaceId, await readRelease(sql, workspaceId, id, 1))
  const lessons = snapshot.outline.modules.flatMap((module) => module.lessons)
  const batches: string[][] = []
  for await (const batch of snapshot.readLessonsInBatches(lessons.map(({ hash }) => hash)))
    batches.push([...batch.values()].map((lesson) => lesson.name))
  expect(batches).toEqual([
    ['One', 'Two'],
    ['Three', 'Four'],
  ])
})

test('a large release has the findings of its draft', async () => {
  const { id } = await publishLargeCourse('Equal')
  const read = async (query: string) => (await call('GET', `/courses/${id}/checks${query}`)).body.data
  const release = await read('?release=1')
  expect(release.findings.filter(({ code }: { code: string }) => code === 'inner_link_broken')).toHaveLength(8)
  expect((await read('')).findings).toEqual(release.findings)
})

test('the checks of a release whose lessons are deleted meanwhile are 404', async () => {
  const { id, workspaceId } = await publishLargeCourse('Deleted')
  await service.db.prisma.releaseNode.deleteMany({ where: { workspaceId, courseId: id } })
  const { status, body } = await call('GET', `/courses/${id}/checks?release=1`)
  expect([status, body.error.code]).toEqual([404, 'not_found'])
})
