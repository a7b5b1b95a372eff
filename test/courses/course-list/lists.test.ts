import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCourseTree, missingId } from '../../support/course-fixture.ts'
import { invalidFieldBody } from '../../support/error-bodies.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { statementsOf } from '../../support/sql-recorder.ts'

let service: TestService
let workspaceId: string
let key: string
type Made = {
  id: string
  name: string
  language: string | null
  difficulty: string | null
  tags: string[]
  changed: Date
}
let courses: Made[]

const titles = ['Übung', 'apple', 'Zoo', 'Apple', 'banana', 'A b c', 'Zoo', '土壤', 'éclair', 'x "y" \\ z']
const languages = ['en', 'en-GB', 'de', null, 'EN-us', 'eng']
const difficulties = ['beginner', null, 'advanced']
const tags = [['fern'], [], ['moss', 'fern'], ['Fern']]

beforeAll(async () => {
  service = await startTestService()
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  await createCourseTree(service, await service.key(), 'Foreign')
  courses = Array.from({ length: 30 }, (_, index) => ({
    id: `01a1fcfe-91f6-768f-881d-${String(index).padStart(12, '0')}`,
    name: titles[index % titles.length]!,
    language: languages[index % languages.length]!,
    difficulty: difficulties[index % difficulties.length]!,
    tags: tags[index % tags.length]!,
    changed: new Date(Date.UTC(2026, 0, 1 + ((index * 7) % 5))),
  }))
  await service.db.prisma.course.createMany({
    data: courses.map(({ changed, ...course }, index) => ({
      ...course,
      workspaceId,
      status: index % 2 ? 'draft' : 'published',
      contentUpdatedAt: changed,
    })),
  })
})
afterAll(() => service.close())

const collator = new Intl.Collator('und')
const time = ({ changed }: Made) => changed.getTime()
const byId = (a: Made, b: Made) => (a.id < b.id ? -1 : 1)
const ascending = {
  createdAt: byId,
  contentUpdatedAt: (a: Made, b: Made) => time(a) - time(b) || byId(a, b),
  name: (a: Made, b: Made) => collator.compare(a.name, b.name) || byId(a, b),
}
const orders = Object.entries(ascending).flatMap(([name, compare]): [string, (a: Made, b: Made) => number][] => [
  [name, compare],
  [`-${name}`, (a, b) => compare(b, a)],
])
const graphqlNames: Record<string, string> = {
  createdAt: 'created_asc',
  '-createdAt': 'created',
  contentUpdatedAt: 'content_updated_asc',
  '-contentUpdatedAt': 'content_updated',
  name: 'name',
  '-name': 'name_desc',
}

const list = (query: string) => service.rest('GET', `/courses?${query}`, key)
const idsIn = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id)
const idsOf = (some: Made[]) => some.map(({ id }) => id)
const sorted = (compare: (a: Made, b: Made) => number, some = courses) => idsOf(some.toSorted(compare))

/** Reads a list by following the header `Link`. */
async function walk(query: string) {
  const pages: Awaited<ReturnType<typeof list>>[] = []
  let next: string | undefined = `/courses?${query}`
  while (next) {
    const page = await service.rest('GET', next, key)
    expect(page.status).toBe(200)
    pages.push(page)
    next = /^<\/api\/v1([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
  }
  return pages
}

describe.each(orders)('sorted by %s', (sort, compare) => {
  test('pages by number, pages by cursor and a connection have each course once, in this order', async () => {
    const expected = sorted(compare)
    const numbered = await Promise.all([1, 2, 3, 4, 5].map((page) => list(`sort=${sort}&per_page=7&page=${page}`)))
    expect(numbered.flatMap(({ body }) => idsIn(body))).toEqual(expected)
    const linked = await walk(`sort=${sort}&per_page=7`)
    expect(linked.flatMap(({ body }) => idsIn(body))).toEqual(expected)
    const found: string[] = []
    let after: string | null = null
    do {
      const { data } = await service.graphql(
        'query ($sort: CourseSort, $after: String) { courses(first: 8, sort: $sort, after: $after) { edges { node { id } } pageInfo { endCursor hasNextPage } } }',
        key,
        { sort: graphqlNames[sort], after },
      )
      found.push(...data.courses.edges.map(({ node }: { node: { id: string } }) => node.id))
      after = data.courses.pageInfo.hasNextPage ? data.courses.pageInfo.endCursor : null
    } while (after)
    expect(found).toEqual(expected)
  })

  test('a connection is read from its end', async () => {
    const query = `query ($before: String) { courses(last: 4, sort: ${graphqlNames[sort]}, before: $before) { edges { cursor node { id } } } }`
    const last = (await service.graphql(query, key)).data.courses.edges
    const before = (await service.graphql(query, key, { before: last[0].cursor })).data.courses.edges
    const found = [...before, ...last].map(({ node }: { node: { id: string } }) => node.id)
    expect(found).toEqual(sorted(compare).slice(-8))
  })

  test('drafts alone have the same order', async () => {
    const drafts = courses.filter((_course, index) => index % 2 === 1)
    const pages = await walk(`sort=${sort}&per_page=4&published=false`)
    expect(pages.flatMap(({ body }) => idsIn(body))).toEqual(sorted(compare, drafts))
    expect(pages.map(({ body }) => body.meta.total)).toEqual(pages.map(() => drafts.length))
  })
})

const inEnglish = ({ language }: Made) => /^en(-|$)/i.test(language ?? '')
const filters: [string, (course: Made) => boolean][] = [
  ['language=en', inEnglish],
  ['language=EN', inEnglish],
  ['language=en-gb', ({ language }) => language === 'en-GB'],
  ['language=fr', () => false],
  ['tag=fern', (course) => course.tags.includes('fern')],
  ['difficulty=advanced', ({ difficulty }) => difficulty === 'advanced'],
  ['updatedSince=2026-01-03T00:00:00Z', (course) => time(course) >= Date.UTC(2026, 0, 3)],
  ['updatedSince=2026-01-03T01:00:00%2B01:00', (course) => time(course) >= Date.UTC(2026, 0, 3)],
  [
    'language=en&difficulty=beginner&updatedSince=2026-01-02T00:00:00Z&published=true',
    (course) =>
      inEnglish(course) &&
      course.difficulty === 'beginner' &&
      time(course) >= Date.UTC(2026, 0, 2) &&
      courses.indexOf(course) % 2 === 0,
  ],
]

test.each(filters)('a list with %s has these courses alone, and their number', async (query, isFound) => {
  const expected = sorted((a, b) => byId(b, a), courses.filter(isFound))
  const { body } = await list(`${query}&per_page=100`)
  expect([idsIn(body), body.meta.total]).toEqual([expected, expected.length])
  const pages = await walk(`${query}&per_page=3`)
  expect(pages.flatMap((page) => idsIn(page.body))).toEqual(expected)
})

test('filters of every kind are combined, in every order', async () => {
  const one = <T>(...values: T[]) => fc.constantFrom(undefined, ...values)
  const request = fc.record({
    published: one('true', 'false'),
    language: one('en', 'de'),
    difficulty: one('beginner', 'advanced'),
    tag: one('fern', 'moss'),
    updatedSince: one('2026-01-03T00:00:00.000Z'),
    ids: one(idsOf(courses.slice(3, 21)).join(',')),
    sort: fc.constantFrom(...orders),
  })
  await fc.assert(
    fc.asyncProperty(request, async ({ sort: [sort, compare], ...sent }) => {
      const isFound = (course: Made) =>
        (sent.published === undefined || (sent.published === 'true') === (courses.indexOf(course) % 2 === 0)) &&
        (sent.language === undefined || new RegExp(`^${sent.language}(-|$)`, 'i').test(course.language ?? '')) &&
        (sent.difficulty === undefined || course.difficulty === sent.difficulty) &&
        (sent.tag === undefined || course.tags.includes(sent.tag)) &&
        (sent.updatedSince === undefined || course.changed >= new Date(sent.updatedSince)) &&
        (sent.ids === undefined || sent.ids.includes(course.id))
      const expected = sorted(compare, courses.filter(isFound))
      const query = new URLSearchParams(
        Object.entries({ ...sent, sort }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      )
      const pages = await walk(`${query}&per_page=4`)
      expect(pages.flatMap(({ body }) => idsIn(body))).toEqual(expected)
      expect(pages.map(({ body }) => body.meta.total)).toEqual(pages.map(() => expected.length))
      const second = (await list(`${query}&per_page=4&page=2`)).body
      expect([idsIn(second), second.meta.total]).toEqual([expected.slice(4, 8), expected.length])
    }),
    { numRuns: 60 },
  )
})

describe('courses by their ids', () => {
  test('come as one page in the order of the list, without those that are unknown, malformed or foreign', async () => {
    const foreign = await service.db.prisma.course.findFirstOrThrow({ where: { name: 'Foreign' } })
    const some = idsOf(courses.slice(2, 28))
    const sent = [...some, some[0], missingId, foreign.id, 'x', '', some[3]?.toUpperCase()].join(',')
    const { body, headers } = await list(`ids=${sent}`)
    expect(idsIn(body)).toEqual(some.toReversed())
    expect([body.meta.total, headers.get('link')]).toEqual([26, expect.not.stringContaining('rel="next"')])
    expect((await list('ids=')).body.data).toEqual([])
    expect((await list(`ids=${some.join(', ')}&sort=name&difficulty=advanced&per_page=100`)).body.meta.total).toBe(9)
  })

  test('are read by GraphQL with everything below them', async () => {
    const own = await createCourseTree(service, key)
    const query = `query ($ids: [ID!]) {
      courses(ids: $ids) { edges { node { id modules { lessons { blocks { id } } } } } }
      coursePage(ids: $ids) { items { id } nextCursor pageInfo { perPage total } }
    }`
    const ids = [courses[1]!.id, own.course.id, missingId]
    const statements = await statementsOf(async () => {
      const { data } = await service.graphql(query, key, { ids })
      const found = data.courses.edges.map(({ node }: { node: { id: string } }) => node.id)
      expect(found.sort()).toEqual([own.course.id, courses[1]!.id].sort())
      expect(data.coursePage).toMatchObject({ nextCursor: null, pageInfo: { perPage: 3, total: 2 } })
      expect(data.courses.edges.find(({ node }: { node: { id: string } }) => node.id === own.course.id).node).toEqual({
        id: own.course.id,
        modules: [{ lessons: [{ blocks: [{ id: own.block.id }] }] }],
      })
    })
    expect(statements).toHaveLength(6)
    await service.rest('DELETE', `/courses/${own.course.id}`, key)
  })

  test('a request names at most a hundred ids', async () => {
    const ids = (count: number) => Array.from({ length: count }, () => missingId).join(',')
    expect((await list(`ids=${ids(100)}`)).body.meta.per_page).toBe(100)
    const { status, body } = await list(`ids=${ids(101)}`)
    expect([status, body]).toEqual([400, invalidFieldBody('ids', 'must have at most 100 entries')])
  })
})

describe('a cursor', () => {
  test('adds next_cursor to meta, which has the members of the specification alone without it', async () => {
    const plain = await list('per_page=20')
    expect(Object.keys(plain.body.meta)).toEqual(['page', 'per_page', 'total', 'total_pages'])
    expect(plain.headers.get('link')).toMatch(/^<\/api\/v1\/courses\?per_page=20&cursor=[\w-]+>; rel="next", /)
    const first = await list('per_page=20&cursor=*')
    expect(first.body.data).toEqual(plain.body.data)
    expect(first.body.meta).toEqual({ ...plain.body.meta, next_cursor: expect.stringMatching(/^[\w-]+$/) })
    const second = await list(`per_page=20&cursor=${first.body.meta.next_cursor}`)
    expect(second.body.meta).toEqual({ page: 2, per_page: 20, total: 30, total_pages: 2, next_cursor: null })
    expect(second.headers.get('link')).toBe('</api/v1/courses?per_page=20&cursor=*>; rel="first"')
    expect(second.body.data).toEqual((await list('per_page=20&page=2')).body.data)
  })

  test('stays where it is while courses come and go', async () => {
    const own = await service.key()
    const make = async (name: string) => (await service.rest('POST', '/courses', own, { name })).body.data.id as string
    const ids = [await make('1'), await make('2'), await make('3'), await make('4'), await make('5')]
    const first = await service.rest('GET', '/courses?per_page=2&cursor=*', own)
    await make('6')
    await service.rest('DELETE', `/courses/${ids[3]}`, own)
    const second = await service.rest('GET', `/courses?per_page=9&cursor=${first.body.meta.next_cursor}`, own)
    expect(second.body.data.map(({ name }: { name: string }) => name)).toEqual(['3', '2', '1'])
  })

  test('leads through the results of a search too', async () => {
    const own = await service.key()
    for (const name of ['Fern one', 'Fern two', 'Moss', 'Fern three'])
      await service.rest('POST', '/courses', own, { name, language: name === 'Fern two' ? 'de' : 'en' })
    const found: string[] = []
    let cursor: string | null = '*'
    while (cursor) {
      const path = `/courses?search=fern&per_page=1&cursor=${cursor}`
      const { body } = await service.rest('GET', path, own)
      found.push(...body.data.map(({ name }: { name: string }) => name))
      cursor = body.meta.next_cursor
    }
    expect(found.sort()).toEqual(['Fern one', 'Fern three', 'Fern two'])
    const german = await service.rest('GET', '/courses?search=fern&language=de', own)
    expect([german.body.meta.total, german.body.data[0].name]).toEqual([1, 'Fern two'])
  })

  test('of another list, of a search or of nothing is refused by name', async () => {
    const cursorOf = async (query: string) => (await list(`${query}&per_page=2&cursor=*`)).body.meta.next_cursor
    const byName = await cursorOf('sort=name')
    const text = (value: string) => Buffer.from(value).toString('base64url')
    for (const cursor of [
      byName,
      '',
      'x',
      '**',
      text('2 created x'),
      text('2 search 5'),
      text(`-1 created ${missingId}`),
    ])
      expect((await list(`cursor=${cursor}`)).body).toEqual(invalidFieldBody('cursor', 'must be a cursor of this list'))
    for (const cursor of [byName, 'x', text('2 search -1'), text('2 search 5 5')])
      expect((await list(`search=fern&cursor=${cursor}`)).body).toEqual(
        invalidFieldBody('cursor', 'must be a cursor of this search'),
      )
    expect((await list('cursor=*&page=1')).body).toEqual(invalidFieldBody('page', 'must not be combined with cursor'))
    const long = (await list(`cursor=${'x'.repeat(5001)}`)).body
    expect(long).toEqual(invalidFieldBody('cursor', 'must have at most 5000 characters'))
  })
})

test.each([
  ['language', 'english', 'must be a BCP 47 language tag; for english, use en'],
  ['language', '', 'must be a BCP 47 language tag such as en or pt-BR'],
  ['difficulty', 'hard', 'must be one of beginner, intermediate, advanced'],
  ['tag', '', 'must not be empty'],
  ['tag', 'x'.repeat(51), 'must have at most 50 characters'],
  ['updatedSince', 'yesterday', 'must be an ISO 8601 time with an offset, such as 2026-01-31T09:30:00Z'],
  ['updatedSince', '2026-01-31', 'must be an ISO 8601 time with an offset, such as 2026-01-31T09:30:00Z'],
  [
    'sort',
    'title',
    'must be one of createdAt, -createdAt, contentUpdatedAt, -contentUpdatedAt, name, -name, created, content_updated',
  ],
  [
    'sort',
    '__proto__',
    'must be one of createdAt, -createdAt, contentUpdatedAt, -contentUpdatedAt, name, -name, created, content_updated',
  ],
])('%s=%s is refused by name', async (name, value, message) => {
  const { status, body } = await list(`${name}=${value}`)
  expect([status, body]).toEqual([400, invalidFieldBody(name, message)])
})

test('every list takes one statement, however it is filtered, sorted or continued', async () => {
  const next = (await list('sort=name&per_page=5&cursor=*')).body.meta.next_cursor
  for (const query of [
    '',
    'sort=name',
    'sort=-name&language=en&difficulty=beginner&tag=fern&updatedSince=2026-01-02T00:00:00Z',
    `ids=${courses[0]!.id},${courses[1]!.id}`,
    `sort=name&per_page=5&cursor=${next}`,
  ])
    expect(await statementsOf(() => list(query))).toHaveLength(1)
})

test('fifteen whole courses with all their fields are one query', async () => {
  const own = await service.key()
  const blocks = Array.from({ length: 3 }, (_, index) => ({ type: 'text', content: { text: `${index}` } }))
  const modules = [{ name: 'M', lessons: [{ name: 'L', blocks }] }]
  const ids: string[] = []
  for (let count = 0; count < 15; count++)
    ids.push((await service.rest('POST', '/courses', own, { name: `${count}`, modules })).body.data.id)
  const common = '__typename id version metadata { createdAt updatedAt } key order'
  const fields = 'name description durationMinutes objectives'
  const whole = `__typename id ${fields} language difficulty status version treeVersion modules { ${common} ${fields} courseId
    lessons { ${common} ${fields} moduleId blocks { ${common} lessonId type content } } }`
  const query = `query ($ids: [ID!]!) {
    courses(ids: $ids) { edges { node { ${whole} } } }
  }`
  const found = (await service.graphql(query, own, { ids })).data.courses.edges
  expect(found).toHaveLength(15)
  for (const read of ['coursePage(perPage: 15) { items', 'courses(first: 15) { edges { node']) {
    const closed = read.endsWith('node') ? '} } }' : '} }'
    const { errors } = await service.graphql(`{ ${read} { ${whole} ${closed} }`, own)
    expect(errors).toBeUndefined()
  }
  const { data } = await service.graphql(
    `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Course { ${whole} } } }`,
    own,
    { ids },
  )
  expect(data.nodes).toHaveLength(15)
})

test('several courses with more than 50,000 records are refused, and each of them is read whole', async () => {
  const own = await service.workspace()
  const ownKey = await service.key({ workspaceId: own })
  const ids: string[] = []
  for (const name of ['Large', 'Larger']) {
    const { course, lesson } = await createCourseTree(service, ownKey, name)
    ids.push(course.id)
    await service.db.prisma.$executeRawUnsafe(
      `INSERT INTO blocks (id, workspace_id, course_id, lesson_id, type, content, "order")
       SELECT gen_random_uuid(), '${own}', '${course.id}', '${lesson.id}', 'text', '{"text":"x"}', n FROM generate_series(10, 25500) n`,
    )
  }
  const query =
    'query ($ids: [ID!]) { courses(ids: $ids) { edges { node { modules { lessons { blocks { order } } } } } } }'
  const { errors } = await service.graphql(query, ownKey, { ids })
  expect(errors[0]).toMatchObject({
    message: 'There are more than 50,000 modules, lessons and blocks to read. Request fewer courses, or read by page.',
    extensions: { code: 'invalid_request', details: { limit: 'records', max: 50_000 } },
  })
  const { data } = await service.graphql(query, ownKey, { ids: [ids[0]] })
  expect(data.courses.edges[0].node.modules[0].lessons[0].blocks.length).toBeGreaterThan(25_000)
})
