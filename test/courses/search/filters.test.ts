import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSearchService } from './search-service.ts'

let service: Awaited<ReturnType<typeof startSearchService>>
let key: string
let [english, german, draft] = ['', '', '']
beforeAll(async () => {
  service = await startSearchService()
  key = await service.key()
  const code = { type: 'code', content: { code: 'otter()', language: 'js' } }
  english = await service.course(key, ['An otter.', code], { name: 'English', language: 'en', published: true })
  german = await service.course(key, ['Ein Otter.'], { name: 'Otter', language: 'de-AT', published: true })
  draft = await service.course(key, ['One more otter.'], {})
  const { body } = await service.rest('GET', `/courses/${draft}/tree`, key)
  await service.rest('PATCH', `/modules/${body.data.modules[0].id}`, key, { name: 'Otter module' })
  await service.rest('PATCH', `/lessons/${body.data.modules[0].lessons[0].id}`, key, { description: 'About otters' })
  await service.waitUntilIndexed()
})
afterAll(() => service.close())

const find = (filter: Record<string, string>) => service.excerpts(key, 'otter', filter)

const all = [
  'An <mark>otter</mark>.',
  'Ein <mark>Otter</mark>.',
  'Lesson — About <mark>otters</mark>',
  'One more <mark>otter</mark>.',
  '<mark>Otter</mark> module',
  '<mark>otter</mark>() js',
].sort()

test.each<[string, () => Record<string, string>, string[]]>([
  ['nothing', () => ({}), all],
  ['a language', () => ({ language: 'en' }), ['<mark>otter</mark>() js', 'An <mark>otter</mark>.']],
  ['a language with its regional variants', () => ({ language: 'DE' }), ['Ein <mark>Otter</mark>.']],
  ['a regional variant', () => ({ language: 'de-AT' }), ['Ein <mark>Otter</mark>.']],
  ['another regional variant', () => ({ language: 'de-CH' }), []],
  ['a course', () => ({ courseId: german }), ['Ein <mark>Otter</mark>.']],
  ['modules', () => ({ level: 'module' }), ['<mark>Otter</mark> module']],
  ['lessons', () => ({ level: 'lesson' }), ['Lesson — About <mark>otters</mark>']],
  ['a block type', () => ({ blockType: 'code' }), ['<mark>otter</mark>() js']],
  ['lessons and a block type', () => ({ level: 'lesson', blockType: 'code' }), []],
  ['drafts, blocks', () => ({ status: 'draft', level: 'block' }), ['One more <mark>otter</mark>.']],
  ['a course and a status', () => ({ courseId: english, status: 'draft' }), []],
])('a search is limited to %s', async (_name, filter, expected) => {
  expect(await find(filter())).toEqual(expected)
})

test('GraphQL and MCP take the same filters', async () => {
  const query = `query ($course: ID) { searchContent(query: "otter", courseId: $course, level: block, blockType: text, language: "en", status: published) {
    items { excerpt } pageInfo { total } } }`
  const { data } = await service.graphql(query, key, { course: english })
  expect(data.searchContent).toEqual({ items: [{ excerpt: 'An <mark>otter</mark>.' }], pageInfo: { total: 1 } })
})

test.each([[{ language: 'german' }, 'language', 'must be a BCP 47 language tag; for german, use de']])(
  'the filter %j is refused and named',
  async (filter: Record<string, string>, path, message) => {
    const { status, body } = await service.rest(
      'GET',
      `/search?${new URLSearchParams({ query: 'otter', ...filter })}`,
      key,
    )
    expect([status, body.error.details.fields]).toEqual([400, [{ path, message }]])
  },
)

test.each<Record<string, string>>([{ level: 'course' }, { blockType: 'essay' }, { status: 'deleted' }])(
  'the unknown value in %j is refused',
  async (filter) => {
    const { status } = await service.rest('GET', `/search?${new URLSearchParams({ query: 'otter', ...filter })}`, key)
    expect(status).toBe(400)
  },
)

test.each(['x', '019aa000-0000-7000-8000-00000000000b'])('the unknown course %s is refused', async (courseId) => {
  const { status, body } = await service.rest('GET', `/search?query=otter&courseId=${courseId}`, key)
  expect([status, body.error.details.fields]).toEqual([
    400,
    [{ path: 'courseId', message: 'must be the id of a course' }],
  ])
})

test("another workspace's course is refused", async () => {
  const { status } = await service.rest('GET', `/search?query=otter&courseId=${english}`, await service.key())
  expect(status).toBe(400)
})
