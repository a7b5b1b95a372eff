import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openListCacheEntry } from '../../../src/api/rest/list-cache.ts'
import type { Route } from '../../../src/api/rest/routes.ts'
import { makeBoundCoursePageStatements } from '../../../src/courses/outline/lists/course-pages.ts'
import type { Exchange } from '../../../src/http/exchange.ts'
import { disabledOptimizations } from '../../../src/platform/optimizations.ts'
import { applyDueReleaseSchedules } from '../../../src/releases/publishing/due-schedules.ts'
import { createCourseTree } from '../../support/course-fixture.ts'
import { openPublishGate } from '../../support/publish-gate.ts'
import { publishCourse } from '../../support/published-course.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { statementsOf } from '../../support/sql-recorder.ts'

let service: TestService
let workspaceId: string
let key: string
beforeAll(async () => {
  service = await startTestService()
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  await openPublishGate(service)
})
afterAll(() => service.close())

const list = (query: string, auth = key, headers: Record<string, string> = {}) =>
  service.rest('GET', `/courses?${query}`, auth, undefined, headers)
type Answer = Awaited<ReturnType<typeof list>>
const relevant = ({ status, text, headers }: Answer) => ({
  status,
  text,
  etag: headers.get('etag'),
  link: headers.get('link'),
})

async function withoutCache(query: string): Promise<Answer> {
  disabledOptimizations.add('listCache')
  try {
    return await list(query)
  } finally {
    disabledOptimizations.delete('listCache')
  }
}

/** Requests a page so often that its list is cached. */
async function cache(query: string, auth = key): Promise<void> {
  for (let time = 0; time < 3; time++) await list(query, auth)
}

const pages = [
  '',
  'per_page=1',
  'page=2&per_page=2',
  'cursor=*&per_page=3',
  'published=true',
  'status=archived',
  'sort=createdAt',
]

/** Waits until the clock shows another millisecond, so that the next change has a time of its own. */
const nextMillisecond = () => new Promise((resolve) => setTimeout(resolve, 2))

test('after every kind of change, a cached list is the same as a list that is read anew', async () => {
  const { course, module, lesson, block } = await createCourseTree(service, key, 'First')
  const { course: second } = await createCourseTree(service, key, 'Second')
  const { course: third } = await createCourseTree(service, key, 'Third')
  const other = await service.key({ workspaceId })
  const send = (method: string, path: string, body?: unknown, auth = key) => service.rest(method, path, auth, body)
  let trashId = ''
  let made = ''
  const deleteAndKeepTrashId = async (path: string) => {
    const answer = await send('DELETE', path)
    const { body } = await send('GET', '/trash')
    trashId = body.data[0].id
    return answer
  }
  const changes: [string, () => Promise<{ status: number }>][] = [
    ['name', () => send('PATCH', `/courses/${course.id}`, { name: 'Renamed' })],
    ['by another key', () => send('PATCH', `/courses/${course.id}`, { description: 'New' }, other)],
    ['the same again', () => send('PATCH', `/courses/${course.id}`, { description: 'New' })],
    ['language', () => send('PATCH', `/courses/${course.id}`, { language: 'de', difficulty: 'advanced' })],
    ['objectives', () => send('PATCH', `/courses/${course.id}`, { objectives: ['See'], durationMinutes: 5 })],
    ['attributes', () => send('PATCH', `/courses/${course.id}`, { attributes: { a: [1, 'ü'] } })],
    ['slug', () => send('PATCH', `/courses/${course.id}`, { slug: 'first', visibility: 'public' })],
    ['a block', () => send('PATCH', `/blocks/${block.id}`, { content: { text: 'Other.' } })],
    ['a new block', () => send('POST', `/lessons/${lesson.id}/blocks`, { type: 'text', content: { text: 'B' } })],
    ['a new lesson', () => send('POST', `/modules/${module.id}/lessons`, { name: 'Water' })],
    ['a new module', () => send('POST', `/courses/${course.id}/modules`, { name: 'Roots' })],
    ['a moved block', () => send('PATCH', `/blocks/${block.id}`, { order: 2 })],
    ['a deleted block', () => deleteAndKeepTrashId(`/blocks/${block.id}`)],
    ['a restored block', () => send('POST', `/trash/${trashId}/restore`)],
    ['a deleted module', () => send('DELETE', `/modules/${module.id}`)],
    [
      'a tree',
      () =>
        send('PUT', `/courses/${course.id}/tree`, {
          name: 'First',
          modules: [{ name: 'Leaves', lessons: [{ name: 'Light', blocks: [] }] }],
        }),
    ],
    ['published', () => send('POST', `/courses/${course.id}/releases`, {})],
    ['published by the field', () => send('PATCH', `/courses/${second.id}`, { published: true })],
    ['changed after that', () => send('PATCH', `/courses/${course.id}`, { name: 'Third name' })],
    ['unpublished', () => send('POST', `/courses/${course.id}/unpublish`)],
    [
      'an old release made live',
      () => send('PATCH', `/courses/${course.id}/releases/1`, { liveFrom: '2020-01-01T00:00:00Z', liveUntil: null }),
    ],
    ['archived', () => send('POST', `/courses/${third.id}/archive`)],
    ['unarchived', () => send('POST', `/courses/${third.id}/unarchive`)],
    [
      'a new course',
      async () => {
        const answer = await send('POST', '/courses', { name: 'Fourth', published: true })
        made = answer.body.data.id
        return answer
      },
    ],
    ['a copy', () => send('POST', `/courses/${course.id}/duplicate`)],
    ['a deleted course', () => deleteAndKeepTrashId(`/courses/${made}`)],
    ['a restored course', () => send('POST', `/trash/${trashId}/restore`)],
  ]
  for (const page of pages) await cache(page)
  for (const [change, make] of changes) {
    await nextMillisecond()
    const { status } = await make()
    expect([change, status]).toEqual([change, expect.toSatisfy((code: number) => code < 300)])
    for (const page of pages) {
      const expected = relevant(await withoutCache(page))
      for (let time = 0; time < 3; time++)
        expect({ change, page, ...relevant(await list(page)) }).toEqual({ change, page, ...expected })
    }
  }
})

test('a scheduled release appears in a cached list at its time, before and after a job has stored it', async () => {
  const { course } = await createCourseTree(service, key, 'Scheduled')
  const inOneDay = new Date(Date.now() + 86_400_000)
  await publishCourse(service, key, course.id, { liveFrom: inOneDay, liveUntil: new Date(+inOneDay + 86_400_000) })
  const statusInList = async () => {
    const { body } = await list('')
    return body.data.find(({ id }: { id: string }) => id === course.id).status
  }
  const passOneDay = async () => {
    const { prisma } = service.db
    // The columns are set in different transactions, as if nobody had written to the course meanwhile.
    await prisma.$executeRaw`UPDATE releases SET live_from = live_from - interval '1 day', live_until = live_until - interval '1 day' WHERE course_id = ${course.id}::uuid`
    await prisma.$executeRaw`UPDATE courses SET live_changes_at = live_changes_at - interval '1 day' WHERE id = ${course.id}::uuid`
  }
  await cache('')
  expect(await statusInList()).toBe('draft')
  await passOneDay()
  await cache('')
  expect(await statusInList()).toBe('published')
  // While the change is due, no list is cached, because the end of the release changes no row.
  await service.db.prisma.$executeRaw`UPDATE releases SET live_until = now() WHERE course_id = ${course.id}::uuid`
  expect(await statusInList()).toBe('draft')
  await applyDueReleaseSchedules(service.db.sql)
  await cache('')
  expect(await statusInList()).toBe('draft')
})

test('while a scheduled change is due and not stored, each revision of the list is new', async () => {
  const { course } = await createCourseTree(service, key, 'Due')
  await publishCourse(service, key, course.id)
  await service.db.prisma
    .$executeRaw`UPDATE courses SET live_changes_at = now() - interval '1 minute' WHERE id = ${course.id}::uuid`
  onTestFinished(async () => void (await applyDueReleaseSchedules(service.db.sql)))
  const { revision } = makeBoundCoursePageStatements(workspaceId, {}, { perPage: 20, page: 1 }, 'created')
  const revisions = new Set<string>()
  for (let read = 0; read < 100; read++) revisions.add((await service.db.sql.rows(...revision))[0]!.revision)
  expect(revisions.size).toBe(100)
})

test('clients that change courses and read the same page at once see their own changes', async () => {
  const courses = await Promise.all(['One', 'Two', 'Three', 'Four'].map((name) => createCourseTree(service, key, name)))
  const changeAndRead = async ({ course }: (typeof courses)[number], number: number) => {
    for (let time = 0; time < 12; time++) {
      const name = `Client ${number}, change ${time}`
      await service.rest('PATCH', `/courses/${course.id}`, key, { name })
      for (let read = 0; read < 3; read++) {
        const { body } = await list('per_page=100')
        expect(body.data.find(({ id }: { id: string }) => id === course.id).name).toBe(name)
      }
    }
  }
  await Promise.all(courses.map(changeAndRead))
})

test('a page is cached at its second request, and then only its revision is read', async () => {
  const statementsFor = (query: string, headers?: Record<string, string>) =>
    statementsOf(() => list(query, key, headers))
  const isRevision = (text: string) => / AS revision /.test(text)
  const counts: [all: number, revisions: number][] = []
  for (let time = 0; time < 4; time++) {
    const statements = await statementsFor('per_page=7')
    counts.push([statements.length, statements.filter(isRevision).length])
  }
  expect(counts).toEqual([
    [1, 0],
    [2, 1],
    [1, 1],
    [1, 1],
  ])
  const etag = (await list('per_page=7')).headers.get('etag')!
  const unchanged = await list('per_page=7', key, { 'If-None-Match': etag })
  expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, etag])
  expect((await statementsFor('per_page=7', { 'If-None-Match': etag })).map(isRevision)).toEqual([true])
})

test('lists that PostgreSQL must count or sort, and searches, are not cached', async () => {
  for (const query of ['sort=name', 'language=en', 'search=light', 'sort=-contentUpdatedAt']) {
    await cache(query)
    const statements = await statementsOf(() => list(query))
    expect([query, statements.filter((text) => / AS revision /.test(text))]).toEqual([query, []])
  }
})

test('each caller has lists of its own', async () => {
  const foreign = await service.key()
  const own = await service.key({ workspaceId })
  await cache('per_page=5')
  await cache('per_page=5', foreign)
  expect((await list('per_page=5', foreign)).body).toMatchObject({ data: [], meta: { total: 0 } })
  expect((await list('per_page=5', own)).text).toBe((await list('per_page=5')).text)
  const withoutScope = await service.key({ workspaceId, scopes: ['courses:write'] })
  expect((await list('per_page=5', withoutScope)).status).toBe(403)
  expect((await list('per_page=5', 'cw_wrong')).status).toBe(401)
})

test('a wrong parameter is refused although the page without it is cached', async () => {
  await cache('per_page=5')
  expect((await list('per_page=5&page=0')).status).toBe(400)
  expect((await list('per_page=101')).status).toBe(400)
})

/** Stores a list in the cache and returns a function that finds it again. */
function store(path: string, body: string) {
  const caller = { kind: 'key', keyId: 'k', workspaceId: 'w' }
  const open = () =>
    openListCacheEntry({ rest: { hasRevision: true } } as Route, { caller, path, query: '' } as Exchange)!
  open().store('1', { body, etag: '"e"', link: undefined })
  return () => open().cached?.body
}

test('a list of more than 1 MB is not cached, and all lists together take at most 8 MB', () => {
  expect(store('/small', 'x'.repeat(490_000))()).toHaveLength(490_000)
  expect(store('/large', 'x'.repeat(500_000))()).toBeUndefined()
  const finds = Array.from({ length: 100 }, (_, index) => store(`/many/${index}`, 'x'.repeat(50_000)))
  const kept = finds.filter((find) => find() !== undefined).length
  expect(kept).toBeGreaterThan(70)
  expect(kept).toBeLessThan(80)
})

test('a list is cached for ten seconds, even if its revision stays the same', async () => {
  const started = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(started)
  onTestFinished(() => clock.mockRestore())
  const find = store('/ages', 'body')
  for (const [ms, found] of [
    [9_900, 'body'],
    [10_100, undefined],
  ] as const) {
    clock.mockReturnValue(started + ms)
    await nextMillisecond()
    expect(find()).toBe(found)
  }
})
