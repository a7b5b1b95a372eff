import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxSearchMatches } from '../../../src/courses/search/matches.ts'
import { startSearchService } from './search-service.ts'

const courses = 20
/** With so many blocks, a word in each of them is frequent: an eighth of them is half of what a search reads. */
const blocks = courses * Math.ceil((4.2 * maxSearchMatches) / courses)

let service: Awaited<ReturnType<typeof startSearchService>>
let key: string
let workspaceId: string
beforeAll(async () => {
  service = await startSearchService()
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  const body = (n: number) => ({
    name: `Course ${n}`,
    ...(n === 7 && { modules: [{ name: 'Module', lessons: [{ name: 'Quartz and other minerals' }] }] }),
  })
  for (let n = 0; n < courses; n++) await service.rest('POST', '/courses', key, body(n))
  await service.waitUntilIndexed()
  // As search_index.sql writes the entries of blocks, course by course. To create the blocks would take a minute.
  await service.db.prisma.$executeRawUnsafe(
    `INSERT INTO search_entries (workspace_id, id, kind, course_id, terms)
     SELECT '${workspaceId}', b.id, 'block', b.course_id, search_terms('${workspaceId}', NULL, b.words, 'en')
       || search_scopes('${workspaceId}', b.course_id, translate(right(b.id::text, 1), '89abcdef', '01234567'))
     FROM (
       SELECT c.id AS course_id, gen_random_uuid() AS id, 'quartz ' || CASE WHEN n = 1 THEN 'feldspar' ELSE 'stone' END AS words
       FROM courses c, generate_series(1, ${blocks / courses}) n WHERE c.workspace_id = '${workspaceId}' ORDER BY c.id, n
     ) b`,
  )
})
afterAll(() => service.close())

const find = async (path: string) => (await service.rest('GET', path, key)).body

test('a search for a word of very many records finds records with the word in their name first, and counts 2,000', async () => {
  const { data, meta } = await find('/search?query=quartz')
  expect(data[0]).toMatchObject({ kind: 'lesson', excerpt: '<mark>Quartz</mark> and other minerals' })
  expect(meta.total).toBe(2000)
})

test('a search of courses for such a word finds every course, the one with the word in a name first', async () => {
  const { data, meta } = await find('/courses?search=quartz')
  expect([meta.total, data[0].name]).toEqual([courses, 'Course 7'])
  const chosen = data.slice(5, 8).map(({ id }: { id: string }) => id)
  expect((await find(`/courses?search=quartz&ids=${chosen}`)).meta.total).toBe(3)
})

test('a search for such a word and a rare one finds every record with both', async () => {
  expect((await find('/search?query=quartz+feldspar')).meta.total).toBe(courses)
  expect((await find('/courses?search=quartz+feldspar')).meta.total).toBe(courses)
})

test('a search in one course or for one level counts all of its records', async () => {
  const { data } = await find('/courses?search=quartz')
  expect((await find(`/search?query=quartz&courseId=${data[0].id}`)).meta.total).toBe(blocks / courses + 1)
  expect((await find('/search?query=quartz&level=lesson')).meta.total).toBe(1)
  expect((await find('/search?query=quartz&level=block')).meta.total).toBe(2000)
})

test('entries that an older version has written are found', async () => {
  await service.db.prisma.$executeRawUnsafe(
    `UPDATE search_entries SET terms = search_terms(workspace_id, NULL, 'obsidian', 'en')
     WHERE workspace_id = '${workspaceId}' AND id IN (SELECT e.id FROM search_entries e WHERE e.kind = 'block' ORDER BY e.id LIMIT 3)`,
  )
  const [{ course_id: courseId }] = await service.db.prisma.$queryRawUnsafe<[{ course_id: string }]>(
    `SELECT course_id FROM search_entries WHERE terms @@ 'obsidian' ORDER BY id LIMIT 1`,
  )
  expect((await find('/search?query=obsidian')).meta.total).toBe(3)
  expect((await find('/search?query=obsidian&level=block')).meta.total).toBe(3)
  expect((await find(`/search?query=obsidian&courseId=${courseId}`)).meta.total).toBeGreaterThan(0)
})
