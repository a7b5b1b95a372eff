import { afterAll, beforeAll, expect, test } from 'vitest'
import { addNodesToChange } from '../../../src/courses/changes/record-change.ts'
import { makeServiceWriter } from '../../../src/courses/changes/writer.ts'
import { defineSqlStatement } from '../../../src/platform/db/statement.ts'
import { countUnindexedChanges } from '../../support/changes.ts'
import { type CourseTree, createCourseTree } from '../../support/course-fixture.ts'
import { startTestService, type TestService } from '../../support/service.ts'

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

const run = (text: string) => service.db.prisma.$executeRawUnsafe(text)
const write = async (text: string): Promise<string> => {
  const { body } = await service.rest('POST', `/lessons/${outline.lesson.id}/blocks`, key, {
    type: 'text',
    content: { text },
  })
  return body.data.id
}
const change = (id: string, text: string) => service.rest('PATCH', `/blocks/${id}`, key, { content: { text } })
const found = async (query: string, auth = key) => {
  const { status, body } = await service.rest('GET', `/search?query=${query}`, auth)
  expect(status).toBe(200)
  return body.data.map(({ id }: { id: string }) => id)
}
/** Creates a block with a given id, which the API does not take. */
async function createBlock(id: string, text: string, order: number): Promise<void> {
  const { course, lesson } = outline
  const place = { workspaceId, courseId: course.id, lessonId: lesson.id, order }
  await service.db.prisma.block.create({ data: { ...place, id, type: 'text', content: { text } } })
  const writer = makeServiceWriter(workspaceId, 'test')
  const nodes = [{ level: 'block' as const, id, change: 'created' as const }]
  await service.db.sql.transaction((tx) => addNodesToChange(tx, writer, course.id, nodes))
}
const pending = () => countUnindexedChanges(service.db, workspaceId)
const failures = () => service.db.prisma.searchFailure.findMany({ where: { workspaceId }, select: { id: true } })
async function lookUp(until: () => Promise<boolean>) {
  await expect
    .poll(
      async () => {
        await service.app.services.textIndex.indexPendingChanges()
        return until()
      },
      { timeout: 30_000 },
    )
    .toBe(true)
}
const allLookedUp = () => lookUp(async () => (await pending()) === 0)

/** Has the database refuse to index one record. */
async function refuse(id: string, sqlState: string): Promise<() => Promise<unknown>> {
  await run(`CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.id = '${id}' THEN RAISE EXCEPTION 'refused' USING ERRCODE = '${sqlState}'; END IF; RETURN NEW; END $$`)
  await run('CREATE TRIGGER refuse BEFORE INSERT ON search_entries FOR EACH ROW EXECUTE FUNCTION refuse_entry()')
  return () => run('DROP FUNCTION refuse_entry() CASCADE')
}

const lookedAt = () => service.logged.filter(({ msg }) => String(msg).startsWith('a record cannot be indexed'))

test('a record that cannot be indexed is logged once, does not stop others, and is found after its next change', async () => {
  await allLookedUp()
  const bad = '019aa000-0000-7000-8000-00000000000b'
  const undo = await refuse(bad, 'XX000')
  await createBlock(bad, 'kingfisher', 9)
  const others = await Promise.all(['kingfisher one', 'kingfisher two'].map(write))
  await allLookedUp()
  expect((await found('kingfisher')).sort()).toEqual(others.sort())
  expect(await failures()).toEqual([{ id: bad }])
  await service.app.services.textIndex.indexPendingChanges()
  expect(lookedAt()).toMatchObject([{ workspaceId, id: bad, kind: 'block', reason: 'refused' }])
  await undo()
  await change(bad, 'kingfisher three')
  await allLookedUp()
  expect(await found('three')).toEqual([bad])
  expect(await failures()).toEqual([])
})

test('a temporary error leaves the batch pending until it succeeds', async () => {
  await allLookedUp()
  const undo = await refuse('019aa000-0000-7000-8000-00000000000c', '53100')
  await createBlock('019aa000-0000-7000-8000-00000000000c', 'wagtail', 19)
  await service.app.services.textIndex.indexPendingChanges()
  expect([await pending(), await failures()]).toEqual([1, []])
  await undo()
  await allLookedUp()
  expect(await found('wagtail')).toEqual(['019aa000-0000-7000-8000-00000000000c'])
})

test('a text with too many words is found by its first 100 KB, and does not stop others', async () => {
  const words = Array.from({ length: 18_000 }, (_, index) => `${index.toString(36)}-x${(index * 7).toString(36)}`)
  const long = await write(`albatross ${words.join(' ')} petrel`)
  const short = await write('albatross petrel')
  await allLookedUp()
  expect([(await found('albatross')).sort(), await found('petrel')]).toEqual([[long, short].sort(), [short]])
})

test('a text is cut at its limit in bytes, and never inside a character', async () => {
  const beginning = defineSqlStatement<{ text: string }>(
    'test_text_beginning',
    'SELECT text_beginning($1, $2::int) AS text',
  )
  const text = 'aé€😀'.repeat(3)
  const bytes = Buffer.from(text)
  for (let most = 0; most <= bytes.length + 1; most++) {
    const [row] = await service.db.sql.rows(beginning, [text, most])
    // The decoder holds back the bytes of a character that is not whole.
    expect(row!.text).toBe(new TextDecoder().decode(bytes.subarray(0, most), { stream: true }))
  }
})
