import { afterAll, beforeAll, expect, test } from 'vitest'
import { cacheReleaseOutline, findCachedReleaseOutline } from '../../src/delivery/read.ts'
import { cacheResponseBody, findCachedResponseBody } from '../../src/delivery/response-cache.ts'
import { cacheWorkspace, findCachedWorkspaceByPublicId } from '../../src/identity/delivery-workspaces.ts'
import { makeCaches } from '../../src/platform/caches.ts'
import { createCourseTree } from '../support/course-fixture.ts'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
let publicId: string
let workspaceId: string
beforeAll(async () => {
  service = await startTestService({ env: { CORS_ORIGINS: 'https://learn.example.com' } })
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  await openPublishGate(service)
  ;({ publicId } = await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } }))
})
afterAll(() => service.close())

async function publish(visibility = 'public', schedule = {}) {
  const modules = [{ name: 'One', lessons: ['Light', 'Water'].map((name) => ({ name, blocks: [] })) }]
  const { body } = await service.rest('POST', '/courses', key, { name: 'Botany', visibility, modules })
  const id: string = body.data.id
  await publishCourse(service, key, id, schedule)
  const tree = (await service.rest('GET', `/courses/${id}/tree`, key)).body.data
  return { id, lessons: tree.modules[0].lessons.map((lesson: { id: string }) => lesson.id) as string[] }
}
const read = (path: string, headers: Record<string, string> = {}, auth?: string) =>
  service.rest('GET', `/delivery/${publicId}/courses${path}`, auth, undefined, headers)
const cacheControlOf = async (path: string, auth?: string) => (await read(path, {}, auth)).headers.get('cache-control')

const forms = ({ id, lessons }: Awaited<ReturnType<typeof publish>>) => [
  `/${id}`,
  `/${id}/tree`,
  `/${id}/lessons/${lessons[0]}`,
]
const numbered = (path: string) => path.replace(/^(\/[^/]+)/, '$1/releases/1')

test('a live address of a public course may be kept by shared caches for a minute, and does not vary by credential', async () => {
  for (const path of forms(await publish())) {
    const { headers } = await read(path)
    expect(headers.get('cache-control')).toBe('public, s-maxage=60, stale-while-revalidate=600')
    expect(headers.get('vary')).toBe('Origin, Accept-Encoding')
  }
})

test('a numbered release of a public course may be kept for good at its id, and not at a slug', async () => {
  const course = await publish()
  const slug = `slug-${course.id}`
  await service.rest('PATCH', `/courses/${course.id}`, key, { slug })
  for (const path of forms(course).map(numbered)) {
    expect([path, await cacheControlOf(path)]).toEqual([path, 'public, max-age=31536000, immutable'])
    const bySlug = path.replace(course.id, slug)
    const changing = 'public, s-maxage=60, stale-while-revalidate=600'
    expect([bySlug, await cacheControlOf(bySlug)]).toEqual([bySlug, changing])
  }
})

test('a private course is kept by no shared cache', async () => {
  for (const path of forms(await publish('private'))) {
    const { headers } = await read(path, {}, key)
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual([
      'private, no-cache',
      'Origin, Authorization, X-API-Key, Accept-Encoding',
    ])
    expect(await cacheControlOf(numbered(path), key)).toBe('private, max-age=31536000, immutable')
  }
})

test('nothing is kept beyond the next scheduled change', async () => {
  const course = await publish('public', { liveUntil: new Date(Date.now() + 300_000) })
  const [, shared, stale] = /^public, s-maxage=(\d+), stale-while-revalidate=(\d+)$/.exec(
    (await cacheControlOf(`/${course.id}`))!,
  )!
  expect(shared).toBe('60')
  expect(Number(stale)).toBeGreaterThan(200)
  expect(Number(stale)).toBeLessThanOrEqual(240)
  await publishCourse(service, key, course.id, { liveFrom: new Date(Date.now() + 30_000) })
  const [, seconds] = /^public, s-maxage=(\d+), stale-while-revalidate=0$/.exec(
    (await cacheControlOf(`/${course.id}`))!,
  )!
  expect(Number(seconds)).toBeLessThanOrEqual(30)
  expect(await cacheControlOf(`/${course.id}/releases/1/lessons/${course.lessons[0]}`)).toMatch(
    /^public, max-age=\d{1,2}, stale-while-revalidate=0$/,
  )
})

test('the tag of a response answers 304 without a body, for anybody who may read it', async () => {
  for (const path of forms(await publish()).flatMap((one) => [one, numbered(one)])) {
    const first = await read(path)
    const etag = first.headers.get('etag')!
    const again = await read(path, { 'If-None-Match': etag })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
    for (const name of ['cache-control', 'vary', 'cache-tag', 'surrogate-key'])
      expect(again.headers.get(name)).toBe(first.headers.get(name))
    expect((await read(path, { 'If-None-Match': '"other"' })).status).toBe(200)
    expect((await read(path, { 'If-None-Match': '*' })).status).toBe(304)
  }
})

test('a tag that a stranger knows does not tell that a private course exists', async () => {
  const { id } = await publish('private')
  const etag = (await read(`/${id}`, {}, key)).headers.get('etag')!
  expect((await read(`/${id}`, { 'If-None-Match': etag })).status).toBe(401)
})

test('a release that changes one lesson leaves the tag of the other lesson as it was', async () => {
  const { id, lessons } = await publish()
  const tagsOf = () =>
    Promise.all(
      [`/${id}`, ...lessons.map((lesson) => `/${id}/lessons/${lesson}`)].map(
        async (path) => (await read(path)).headers.get('etag')!,
      ),
    )
  const before = await tagsOf()
  await service.rest('PATCH', `/lessons/${lessons[0]}`, key, { name: 'More light' })
  expect(await tagsOf()).toEqual(before)
  await publishCourse(service, key, id)
  const after = await tagsOf()
  expect(after.map((tag, index) => tag === before[index])).toEqual([false, false, true])
})

test('a change of the slug changes the tag of the course', async () => {
  const { id } = await publish()
  const before = (await read(`/${id}`)).headers.get('etag')
  await service.rest('PATCH', `/courses/${id}`, key, { slug: `botany-${id.slice(0, 8)}` })
  expect((await read(`/${id}`)).headers.get('etag')).not.toBe(before)
})

test('responses name the course and the lesson for a purge by tag', async () => {
  const { id, lessons } = await publish()
  const course = await read(`/${id}`)
  expect(course.headers.get('surrogate-key')).toBe(`course-${id}`)
  const lesson = await read(`/${id}/lessons/${lessons[0]}`)
  expect(lesson.headers.get('surrogate-key')).toBe(`course-${id} lesson-${lessons[0]}`)
  expect(lesson.headers.get('cache-tag')).toBe(`course-${id},lesson-${lessons[0]}`)
})

test('the list of an anonymous caller is kept for a minute and varies by credential, and that of a key is private', async () => {
  await publish()
  const { headers } = await read('')
  expect(headers.get('cache-control')).toMatch(/^public, s-maxage=\d+/)
  expect(headers.get('vary')).toContain('Authorization, X-API-Key')
  expect(headers.get('surrogate-key')).toBe(`workspace-${publicId}`)
  expect(await cacheControlOf('', key)).toBe('private, no-cache')
})

test('a list is kept until the first scheduled change of its courses, also if an earlier one is due', async () => {
  const soon = new Date(Date.now() + 45_000)
  const { id: due } = await publish('public', { liveUntil: soon })
  await publish('public', { liveUntil: soon })
  await publish('public', { liveUntil: new Date(Date.now() + 300_000) })
  await service.db.prisma.course.updateMany({ where: { id: due }, data: { liveChangesAt: new Date(1000) } })
  const [, seconds] = /^public, s-maxage=(\d+), stale-while-revalidate=0$/.exec((await cacheControlOf(''))!)!
  expect(Number(seconds)).toBeLessThanOrEqual(45)
})

test('a list is kept until the next change of a course whose earlier change is due', async () => {
  const own = await service.workspace()
  const [auth, { publicId: workspace }] = [
    await service.key({ workspaceId: own }),
    await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: own } }),
  ]
  const { id } = (await createCourseTree(service, auth)).course
  await service.rest('PATCH', `/courses/${id}`, auth, { visibility: 'public' })
  await publishCourse(service, auth, id, { liveUntil: new Date(Date.now() + 45_000) })
  await service.db.prisma.course.updateMany({ where: { id }, data: { liveChangesAt: new Date(1000) } })
  const { headers } = await service.rest('GET', `/delivery/${workspace}/courses`)
  expect(headers.get('cache-control')).toMatch(/^public, s-maxage=4\d, stale-while-revalidate=0$/)
})

test('a course is delivered whose schedule ends after more seconds than an integer can have', async () => {
  const own = await service.key()
  const workspace = (await service.rest('GET', '/me', own)).body.data.workspace.publicId
  const { id } = (await createCourseTree(service, own)).course
  await service.rest('PATCH', `/courses/${id}`, own, { visibility: 'public' })
  await publishCourse(service, own, id, { liveUntil: new Date('2099-12-31T23:59:59Z') })
  for (const path of ['', `/${id}`, `/${id}/releases/1`]) {
    const { status, headers } = await service.rest('GET', `/delivery/${workspace}/courses${path}`)
    expect([path, status, headers.get('cache-control')]).toEqual([path, 200, expect.stringContaining('public')])
  }
})

const caches = makeCaches()
const hasBody = (workspace: string, tag: string) => findCachedResponseBody(caches, workspace, tag) !== undefined

test('bodies of 16 MB are kept in memory, and none of more than 2 MB', () => {
  const chunksOf = (bytes: number) => ['x'.repeat(bytes - 200)]
  const tags = Array.from({ length: 9 }, (_, index) => `"kept ${index}"`)
  for (const tag of tags) cacheResponseBody(caches, 'workspace', tag, chunksOf(2_000_000))
  expect(tags.map((tag) => hasBody('workspace', tag))).toEqual([false, ...Array(8).fill(true)])
  cacheResponseBody(caches, 'workspace', '"large"', chunksOf(2_000_200))
  cacheResponseBody(caches, 'workspace', '"wide"', ['文'.repeat(700_000)])
  expect([hasBody('workspace', '"large"'), hasBody('workspace', '"wide"')]).toEqual([false, false])
})

test('a body is kept for its own workspace only', () => {
  cacheResponseBody(caches, 'ann', '"tag"', ['{}'])
  expect([hasBody('ann', '"tag"'), hasBody('bob', '"tag"')]).toEqual([true, false])
})

test('outlines of 20 million characters, 10,000 addresses and 10,000 workspaces are kept in memory', () => {
  const outline = { id: 'x', name: 'x', modules: [] } as unknown as Parameters<typeof cacheReleaseOutline>[2]['outline']
  const keep = (course: string, releaseId: string, chars: number) =>
    cacheReleaseOutline(
      'workspace',
      { course },
      { hash: 'x', outline, storedHashes: new Map(), lessonEtags: new Map(), releaseId, number: 1, chars },
    )
  const isKept = (course: string) => findCachedReleaseOutline('workspace', { course }) !== undefined
  const large = Array.from({ length: 11 }, (_, index) => `large-${index}`)
  for (const course of large) keep(course, course, 2_000_000)
  expect(large.map(isKept)).toEqual([false, ...Array(10).fill(true)])
  const addresses = Array.from({ length: 10_001 }, (_, index) => `address-${index}`)
  for (const address of addresses) {
    keep(address, 'small', 1)
    cacheWorkspace(address, { id: address, hashSecret: 'x' })
  }
  expect([isKept(addresses[0]!), isKept(addresses[1]!)]).toEqual([false, true])
  expect(addresses.slice(0, 2).map((address) => findCachedWorkspaceByPublicId(address)?.id)).toEqual([
    undefined,
    addresses[1],
  ])
})

test('an error is never kept', async () => {
  expect(await cacheControlOf('/unknown')).toBe('no-store')
  const { id } = await publish()
  expect(await cacheControlOf(`/${id}/lessons/${crypto.randomUUID()}`)).toBe('no-store')
})

test('a response that is confirmed by the row of its course equals the first one, also after a schedule', async () => {
  const { id } = (await createCourseTree(service, key)).course
  const read = async (path = '') => {
    const { status, body, headers } = await service.rest('GET', `/delivery/${publicId}/courses/${id}${path}`, key)
    return { status, body, etag: headers.get('etag'), caching: headers.get('cache-control') }
  }
  await publishCourse(service, key, id)
  const first = await read()
  expect(await read()).toEqual(first)
  const lesson = `/lessons/${first.body.data.modules[0].lessons[0].id}`
  const second = await read(lesson)
  expect([(await read(lesson)).status, await read(lesson)]).toEqual([200, second])
  await service.rest('PATCH', `/courses/${id}`, key, { name: 'The next edition' })
  await publishCourse(service, key, id, { liveFrom: new Date(Date.now() + 86_400_000) })
  expect((await read()).body.data).toMatchObject({ release: 1, name: first.body.data.name })
  // The time of the schedule passes, and no job runs.
  await service.db.prisma.$executeRawUnsafe(
    `UPDATE releases SET live_from = now() - interval '1 millisecond' WHERE course_id = '${id}' AND number = 2`,
  )
  await service.db.prisma.$executeRawUnsafe(
    `UPDATE courses SET live_changes_at = now() - interval '1 millisecond' WHERE id = '${id}'`,
  )
  for (const _again of [1, 2]) expect((await read()).body.data).toMatchObject({ release: 2, name: 'The next edition' })
})
