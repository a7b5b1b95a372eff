import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchLimiter } from '../../../src/courses/search/run.ts'
import { countUnindexedChanges } from '../../support/changes.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
const ids: Record<string, string> = {}
const text = (key: string, text: string) => ({ key, type: 'text', content: { text } })

beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  const make = async (name: string, body: object) => {
    ids[name] = (await service.rest('POST', '/courses', key, { name, ...body })).body.data.id
  }
  await make('Botany', {
    description: 'How plants live.',
    published: true,
    modules: [
      {
        name: 'Light',
        lessons: [{ name: 'Leaves', blocks: [text('b1', 'Photosynthesis stores <b>light</b> as sugar.')] }],
      },
    ],
  })
  await make('Chemie', {
    language: 'de',
    modules: [{ name: 'Stoffe', lessons: [{ name: 'Zucker', blocks: [text('b2', 'Glukose ist ein Zucker & süß.')] }] }],
  })
  await make('Gardening', {
    modules: [{ name: 'Soil', lessons: [{ name: 'Running a garden', description: 'Botany for beginners' }] }],
  })
})
afterAll(() => service.close())

/** Once everything that was written is looked up, which a search waits for at most 200 ms. */
async function lookedUp() {
  const { textIndex } = service.app.services
  while ((await countUnindexedChanges(service.db)) > 0) await textIndex.indexPendingChanges()
}

const names = async (search: string, more = '') => {
  await lookedUp()
  const answer = await service.rest('GET', `/courses?search=${encodeURIComponent(search)}${more}`, key)
  return [answer.body.data.map((course: { name: string }) => course.name), answer.body.meta.total]
}

test('courses are found by names, descriptions and block text, the best first', async () => {
  expect(await names('botany')).toEqual([['Botany', 'Gardening'], 2])
  expect(await names('plant')).toEqual([['Botany'], 1])
  expect(await names('süß')).toEqual([['Chemie'], 1])
  expect(await names('runs garden')).toEqual([['Gardening'], 1])
  expect(await names('photosyn')).toEqual([['Botany'], 1])
  expect(await names('botany -garden')).toEqual([['Botany'], 1])
})

test('a search can be filtered and paged', async () => {
  expect(await names('botany', '&published=false')).toEqual([['Gardening'], 1])
  expect(await names('botany', '&per_page=1&page=2')).toEqual([['Gardening'], 2])
  const query =
    '{ courses(search: "botany", first: 1) { edges { cursor node { name } } pageInfo { hasNextPage endCursor } } }'
  const { data } = await service.graphql(query, key)
  expect(data.courses.edges.map(({ node }: { node: { name: string } }) => node.name)).toEqual(['Botany'])
  const next = query.replace('first: 1', `first: 1, after: "${data.courses.pageInfo.endCursor}"`)
  expect((await service.graphql(next, key)).data.courses.edges[0].node.name).toBe('Gardening')
})

test.each([
  'the',
  'the of and '.repeat(8),
  '...',
  '" - or "" -- |&!() :*',
  'or or or',
  'nothingofthekind',
  "'); DROP TABLE courses; --",
])('%s finds nothing', async (search) => {
  expect(await names(search)).toEqual([[], 0])
})

test('content is found with an escaped excerpt and the path to it', async () => {
  await lookedUp()
  const answer = await service.rest('GET', '/search?query=sugar', key)
  expect(answer.status).toBe(200)
  const [hit] = answer.body.data
  expect(answer.body.meta).toEqual({ page: 1, per_page: 20, total: 1, total_pages: 1 })
  expect(hit).toMatchObject({ kind: 'block', courseId: ids.Botany })
  expect(hit.excerpt).toContain('&lt;b&gt;')
  expect(hit.excerpt).toContain('<mark>sugar</mark>')
  expect(hit.path.map(({ kind, name }: { kind: string; name: string }) => [kind, name])).toEqual([
    ['course', 'Botany'],
    ['module', 'Light'],
    ['lesson', 'Leaves'],
  ])
})

test('a search that is empty or too long is refused and names the argument', async () => {
  const courses = await service.rest('GET', '/courses?search=%20', key)
  expect(courses.body.error.details.fields[0].path).toBe('search')
  const content = await service.rest('GET', `/search?query=${'x'.repeat(201)}`, key)
  expect(content.body.error.details.fields[0].path).toBe('query')
})

test('a search finds changed, moved and deleted content as it is now, and nothing of another workspace', async () => {
  const made = await service.rest('POST', '/courses', key, {
    name: 'Ephemera',
    modules: [{ name: 'M', lessons: [{ name: 'L', blocks: [text('e', 'quixotic')] }] }],
  })
  const { id } = made.body.data
  const tree = (await service.rest('GET', `/courses/${id}/tree`, key)).body.data
  const block = tree.modules[0].lessons[0].blocks[0].id
  expect(await names('quixotic')).toEqual([['Ephemera'], 1])
  expect((await service.rest('GET', '/courses?search=quixotic', await service.key())).body.meta.total).toBe(0)
  await service.rest('PATCH', `/blocks/${block}`, key, { content: { text: 'zephyr' } })
  expect([await names('quixotic'), await names('zephyr')]).toEqual([
    [[], 0],
    [['Ephemera'], 1],
  ])
  const lesson = (await service.rest('GET', `/courses/${ids.Gardening}/tree`, key)).body.data.modules[0].lessons[0].id
  await service.rest('POST', `/blocks/${block}/move`, key, { lessonId: lesson })
  expect(await names('zephyr')).toEqual([['Gardening'], 1])
  await service.rest('DELETE', `/blocks/${block}`, key)
  expect(await names('zephyr')).toEqual([[], 0])
  await service.rest('DELETE', `/courses/${id}`, key)
  expect(await names('ephemera')).toEqual([[], 0])
  expect(await service.db.prisma.searchEntry.count({ where: { courseId: id } })).toBe(0)
})

test('a search without words is refused and names the argument', async () => {
  const answer = await service.rest('GET', '/search?per_page=5', key)
  expect([answer.status, answer.body.error.details.fields]).toEqual([400, [{ path: 'query', message: 'is required' }]])
})

test('a search has at most 32 words', async () => {
  const search = (count: number) => Array.from({ length: count }, (_, index) => index % 10).join(' ')
  expect((await service.rest('GET', `/search?query=${search(32)}`, key)).status).toBe(200)
  for (const query of [search(33), search(33).replaceAll(' ', '-')]) {
    const { status, body } = await service.rest('GET', `/search?query=${query}`, key)
    expect([status, body.error.details.fields]).toEqual([
      400,
      [{ path: 'query', message: 'must have at most 32 words' }],
    ])
  }
})

test('the last word is a prefix from its third letter on, in Chinese from the first character on', async () => {
  const modules = [{ name: '光合作用', lessons: [{ name: 'Xylem' }] }]
  await service.rest('POST', '/courses', key, { name: 'Vessels', modules })
  expect([await names('xy'), await names('xyl'), await names('光')]).toEqual([
    [[], 0],
    [['Vessels'], 1],
    [['Vessels'], 1],
  ])
})

test.each(['OffsetConnection:-5', 'OffsetConnection:99999999999999999999', 'OffsetConnection:x', 'y'])(
  'the cursor %s is refused as none of a search',
  async (cursor) => {
    const encoded = Buffer.from(cursor).toString('base64')
    for (const [name, size] of [
      ['after', 'first'],
      ['before', 'last'],
    ]) {
      const query = `{ courses(search: "botany", ${size}: 1, ${name}: "${encoded}") { edges { node { id } } } }`
      const { errors } = await service.graphql(query, key)
      expect(errors[0].extensions.details.fields).toEqual([{ path: name, message: 'must be a cursor of this search' }])
    }
  },
)

test('results with the same rank appear once each over all pages', async () => {
  const own = await service.key()
  const blocks = Array.from({ length: 30 }, (_, index) => text(`equal${index}`, 'starling'))
  await service.rest('POST', '/courses', own, {
    name: 'Birds',
    modules: [{ name: 'M', lessons: [{ name: 'L', blocks }] }],
  })
  await lookedUp()
  const pages = await Promise.all(
    [1, 2, 3].map((page) => service.rest('GET', `/search?query=starling&per_page=10&page=${page}`, own)),
  )
  const found = pages.flatMap(({ body }) => body.data.map(({ id }: { id: string }) => id))
  expect([found.length, pages[2]!.body.meta.total]).toEqual([30, 30])
  // By their ids, which is what makes the pages fit.
  expect(found).toEqual([...found].sort())
  const past = await service.rest('GET', '/search?query=starling&per_page=10&page=4', own)
  expect(past.body).toEqual({ data: [], meta: { page: 4, per_page: 10, total: 30, total_pages: 3 } })
})

test('an excerpt comes from the first 20 KB of a text', async () => {
  const own = await service.key()
  const far = `${'filler '.repeat(3000)} osprey`
  const blocks = [text('near', 'An osprey.'), text('far', far)]
  await service.rest('POST', '/courses', own, {
    name: 'Birds',
    modules: [{ name: 'M', lessons: [{ name: 'L', blocks }] }],
  })
  await lookedUp()
  const { body } = await service.rest('GET', '/search?query=osprey', own)
  expect(body.data.map(({ excerpt }: { excerpt: string }) => excerpt.includes('<mark>osprey</mark>')).sort()).toEqual([
    false,
    true,
  ])
})

test('a workspace runs two searches at the same time; a few wait and more get 429', async () => {
  const workspaceId = await service.workspace()
  const own = await service.key({ workspaceId })
  const searches = service.app.services.limiters.get(searchLimiter)
  const releases = await Promise.all([1, 2].map(() => searches.acquire(workspaceId)))
  const search = () => service.rest('GET', '/search?query=light', own)
  const waiting = Array.from({ length: 16 }, search)
  await expect.poll(async () => (await search()).status, { timeout: 20_000, interval: 1 }).toBe(429)
  for (const release of releases) release()
  await Promise.all(waiting)
  expect(searches.state()).toEqual({ used: 0, waiting: 0, tenants: 0 })
})
