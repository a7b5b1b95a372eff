import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { makeServiceWriter } from '../../../src/courses/changes/writer.ts'
import { insertCourse } from '../../../src/courses/course/writes/course-writes.ts'
import { makeUuidV7 } from '../../../src/platform/uuid.ts'
import { countUnindexedChanges } from '../../support/changes.ts'
import { type CourseTree, createCourseTree } from '../../support/course-fixture.ts'
import { runSql } from '../../support/row-locks.ts'
import { freshDatabase, startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let workspaceId: string
let key: string
let outline: CourseTree
beforeAll(async () => {
  service = await startTestService()
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  outline = await createCourseTree(service, key)
})
afterAll(() => service.close())

const pending = () => countUnindexedChanges(service.db, workspaceId)
const entries = () => service.db.prisma.searchEntry.findMany({ where: { workspaceId }, select: { id: true } })
const found = async (word: string) =>
  (await service.rest('GET', `/search?query=${word}&per_page=100`, key)).body.meta.total
const write = (text: string) =>
  service.rest('POST', `/lessons/${outline.lesson.id}/blocks`, key, { type: 'text', content: { text } })

async function standing(): Promise<string[]> {
  const where = { where: { workspaceId }, select: { id: true } }
  const { course, module, lesson, block } = service.db.prisma
  const rows = await Promise.all([
    course.findMany(where),
    module.findMany(where),
    lesson.findMany(where),
    block.findMany(where),
  ])
  return rows
    .flat()
    .map(({ id }) => id)
    .sort()
}

test('after catching up, exactly the existing records have search entries', async () => {
  const { body } = await write('gone')
  await service.rest('DELETE', `/blocks/${body.data.id}`, key)
  while ((await pending()) > 0) await service.app.services.textIndex.indexPendingChanges()
  expect((await entries()).map(({ id }) => id).sort()).toEqual(await standing())
})

test('a tree request records what it changes, and the search finds the new texts', async () => {
  const readLastChange = async () => {
    const [last] = await service.db.prisma.change.findMany({ where: { workspaceId }, orderBy: { id: 'desc' }, take: 1 })
    return (last!.nodes as { id: string }[]).map(({ id }) => id)
  }
  const { course, block } = outline
  const { body } = await write('unchanged')
  while ((await pending()) > 0) await service.app.services.textIndex.indexPendingChanges()
  const tree = (await service.rest('GET', `/courses/${course.id}/tree`, key)).body.data
  const [module] = tree.modules
  const [lesson] = module.lessons
  const blocks = [
    { id: block.id, key: 'first', type: 'text', content: { text: 'nuthatch' } },
    { id: body.data.id, key: 'second', type: 'text', content: { text: 'unchanged' } },
  ]
  const modules = [{ id: module.id, name: 'Dunnock', lessons: [{ id: lesson.id, name: 'Whinchat', blocks }] }]
  expect((await service.rest('PUT', `/courses/${course.id}/tree`, key, { modules })).status).toBe(200)
  expect((await readLastChange()).sort()).toEqual([module.id, lesson.id, block.id, body.data.id].sort())
  expect([await found('nuthatch'), await found('dunnock'), await found('whinchat')]).toEqual([1, 1, 1])
})

test('the settings of an indexing and of a search end with their transactions', async () => {
  const text = `SELECT current_setting('synchronous_commit') AS commit, current_setting('statement_timeout') AS timeout, pg_sleep(0.05)::text AS slept`
  /** Reads the settings of all connections: each of these statements needs its own one. */
  const settings = () => Promise.all(Array.from({ length: 10 }, () => runSql(service.db.sql, text)))
  const before = await settings()
  await write('bittern')
  await service.app.services.textIndex.indexPendingChanges()
  expect(await found('bittern')).toBe(1)
  expect(await settings()).toEqual(before)
})

// The embedded database has one connection, so no two transactions run there at the same time.
test.runIf(inject('postgres'))(
  'while one transaction indexes a workspace, another one does not wait for it and indexes nothing',
  async () => {
    const { db } = await freshDatabase()
    onTestFinished(() => db.close())
    const own = makeUuidV7()
    await db.prisma.workspace.create({ data: { id: own, name: 'Own', plan: 'enterprise' } })
    await insertCourse(db.sql, makeServiceWriter(own, 'test'), makeUuidV7(), { name: 'Birds' })
    const batch = 'SELECT b.taken FROM search_catch_up_batch($1::uuid, 100) b'
    await db.sql.transaction(async (tx) => {
      expect(await runSql(tx, batch, [own])).toEqual([{ taken: 1 }])
      expect(await runSql(db.sql, batch, [own])).toEqual([])
    })
  },
)

test('after a change of the searched fields, every record is indexed again, in small steps', async () => {
  // No service runs on this database, so no scheduled job indexes the records meanwhile.
  const { db } = await freshDatabase()
  onTestFinished(() => db.close())
  const { prisma } = db
  const [own, courseId, moduleId, lessonId] = Array.from({ length: 4 }, makeUuidV7) as [string, string, string, string]
  await prisma.workspace.create({ data: { id: own, name: 'Own', plan: 'enterprise' } })
  await prisma.course.create({ data: { workspaceId: own, id: courseId, name: 'Birds' } })
  const place = { workspaceId: own, courseId, order: 1 }
  await prisma.module.create({ data: { ...place, id: moduleId, name: 'Waders' } })
  await prisma.lesson.create({ data: { ...place, id: lessonId, moduleId, name: 'Herons' } })
  await prisma.$executeRaw`
    INSERT INTO blocks (id, workspace_id, course_id, lesson_id, type, content, "order")
    SELECT gen_random_uuid(), l.workspace_id, l.course_id, l.id, 'text', '{"text":"heron"}'::json, n
    FROM lessons l, generate_series(1, 1000) n WHERE l.workspace_id = ${own}::uuid AND l.id = ${lessonId}::uuid`
  const queued = () => countUnindexedChanges(db, own)
  const step = async () => {
    const [row] = await prisma.$queryRaw<{ taken: number }[]>`
      SELECT b.taken FROM search_catch_up_batch(${own}::uuid, 100) b`
    return row?.taken ?? 0
  }
  await prisma.searchEntry.deleteMany({ where: { workspaceId: own } })
  await prisma.$executeRaw`UPDATE _sql_scripts SET checksum = 'of other fields' WHERE name = 'search_index.sql'`
  await db.migrate()
  expect(await queued()).toBe(1)
  const sizes: number[] = []
  for (
    let entries = 0;
    (await step()) === 100;
    entries = await prisma.searchEntry.count({ where: { workspaceId: own } })
  )
    sizes.push((await prisma.searchEntry.count({ where: { workspaceId: own } })) - entries)
  expect(sizes.length).toBeGreaterThan(10)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100)
  expect(await queued()).toBe(0)
  const where = { where: { workspaceId: own } }
  const records = await Promise.all([
    prisma.course.count(where),
    prisma.module.count(where),
    prisma.lesson.count(where),
    prisma.block.count(where),
  ])
  expect(await prisma.searchEntry.count(where)).toBe(records.reduce((sum, count) => sum + count))
})

test('an update of the searched fields of a running service finds all texts, also those written meanwhile', async () => {
  const { prisma } = service.db
  const { textIndex } = service.app.services
  const catchUp = async () => {
    while ((await pending()) > 0) await textIndex.indexPendingChanges()
  }
  const script = await readFile('prisma/sql/search_index.sql', 'utf8')
  const [current = ''] = /CREATE OR REPLACE FUNCTION search_index[\s\S]*?\$\$;/.exec(script) ?? []
  // An earlier version, which did not search the texts of blocks.
  await prisma.$executeRawUnsafe(current.replace('content_text(n."content")', 'NULL::text'))
  await prisma.$executeRaw`UPDATE _sql_scripts SET checksum = 'of an earlier version' WHERE name = 'search_index.sql'`
  const early = await Promise.all(Array.from({ length: 6 }, () => write('egret')))
  await catchUp()
  expect(await found('egret')).toBe(0)
  const [, ...answers] = await Promise.all([
    service.db.migrate(),
    ...Array.from({ length: 6 }, () => write('egret')),
    ...early.map(({ body }) => service.rest('PATCH', `/blocks/${body.data.id}`, key, { order: 500 })),
    ...Array.from({ length: 6 }, () => service.rest('GET', '/search?query=light', key)),
    ...Array.from({ length: 6 }, () => textIndex.indexPendingChanges()),
  ])
  for (const answer of answers) if (answer) expect(answer.status).toBeLessThan(300)
  await catchUp()
  expect(await found('egret')).toBe(12)
})

test('a text that is written during searches and indexing is found afterwards in its last version', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => write('heron')))
  await Promise.all([
    ...made.map(({ body }) => service.rest('PATCH', `/blocks/${body.data.id}`, key, { content: { text: 'stork' } })),
    ...Array.from({ length: 6 }, () => found('heron')),
    ...Array.from({ length: 6 }, () => service.app.services.textIndex.indexPendingChanges()),
  ])
  expect([await found('heron'), await found('stork')]).toEqual([0, 12])
  expect(await pending()).toBe(0)
})
