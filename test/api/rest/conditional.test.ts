import { afterAll, beforeAll, expect, test } from 'vitest'
import { isVersionedRead } from '../../../src/api/rest/openapi/successes.ts'
import { type CourseTree, createCourseTree, missingId, restLevels } from '../../support/course-fixture.ts'
import { errorBody } from '../../support/error-bodies.ts'
import { routes } from '../../support/operations.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
let outline: CourseTree
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  outline = await createCourseTree(service, key)
})
afterAll(() => service.close())

const records = [{ level: 'course' as const, one: (id: string) => `/courses/${id}` }, ...restLevels]

test.each(records)('a $level is not sent again to a client that has it', async ({ level, one }) => {
  const path = one(outline[level].id)
  const read = await service.rest('GET', path, key)
  const etag = read.headers.get('etag')!
  expect(etag).toMatch(/^"[^"]+"$/)
  for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await service.rest('GET', path, key, undefined, { 'If-None-Match': sent })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
    expect(again.headers.get('x-ratelimit-remaining')).not.toBeNull()
  }
  const head = await service.rest('HEAD', path, key, undefined, { 'If-None-Match': etag })
  expect(head.status).toBe(304)

  for (const sent of ['"other"', 'v1', '""', `${etag.slice(0, -1)}0"`]) {
    const again = await service.rest('GET', path, key, undefined, { 'If-None-Match': sent })
    expect([again.status, again.body]).toEqual([200, read.body])
  }
})

test.each(records)('a read of a $level with another version in If-Match is refused', async ({ level, one }) => {
  const path = one(outline[level].id)
  const read = await service.rest('GET', path, key)
  const etag = read.headers.get('etag')!
  const ask = (method: string, sent: string) => service.rest(method, path, key, undefined, { 'If-Match': sent })
  for (const sent of [etag, `"other", ${etag}`, '*', etag.replace(/"$/, '-gzip"')])
    expect([sent, (await ask('GET', sent)).body]).toEqual([sent, read.body])
  const refusal = errorBody(
    'precondition_failed',
    'The current version is not in If-Match. Read it without this header.',
  )
  for (const sent of ['"v99"', `W/${etag}`, '"other", "v98"']) {
    const { status, body } = await ask('GET', sent)
    expect([sent, status, body]).toEqual([sent, 412, refusal])
    expect([sent, (await ask('HEAD', sent)).status]).toEqual([sent, 412])
  }
  expect((await ask('GET', 'v1')).status).toBe(400)
  // If-Match is evaluated first (RFC 9110, section 13.2.2).
  const both = { 'If-Match': '"v99"', 'If-None-Match': etag }
  expect((await service.rest('GET', path, key, undefined, both)).status).toBe(412)
})

test('a list and the OpenAPI document are not sent if If-Match names another version', async () => {
  for (const path of ['/courses', '/openapi.json']) {
    const etag = (await service.rest('GET', path, key)).headers.get('etag')!
    const ask = async (sent: string) => (await service.rest('GET', path, key, undefined, { 'If-Match': sent })).status
    expect([path, await ask(etag), await ask('*'), await ask('"other"')]).toEqual([path, 200, 200, 412])
  }
})

test.each(records)('a changed $level is sent again', async ({ level, one }) => {
  const path = one(outline[level].id)
  const old = (await service.rest('GET', path, key)).headers.get('etag')!
  const change = level === 'block' ? { content: { text: 'New.' } } : { name: 'New' }
  const changed = await service.rest('PATCH', path, key, change)
  expect(changed.headers.get('etag')).not.toBe(old)
  const again = await service.rest('GET', path, key, undefined, { 'If-None-Match': old })
  expect([again.status, again.body, again.headers.get('etag')]).toEqual([
    200,
    changed.body,
    changed.headers.get('etag'),
  ])
})

test('a course is sent again after a change below it, and If-Match compares its version alone', async () => {
  const { course, module, lesson } = await createCourseTree(service, key)
  const path = `/courses/${course.id}`
  const read = await service.rest('GET', path, key)
  const old = read.headers.get('etag')!
  expect([old, read.body.data.lessonCount, read.body.data.blockCount]).toEqual(['"v1-4"', 1, 1])
  await service.rest('POST', `/modules/${module.id}/lessons`, key, { name: 'Second' })
  await service.rest('POST', `/lessons/${lesson.id}/blocks`, key, { type: 'text', content: { text: 'x' } })
  const again = await service.rest('GET', path, key, undefined, { 'If-None-Match': old })
  expect([again.status, again.headers.get('etag')]).toEqual([200, '"v1-6"'])
  expect(again.body.data).toMatchObject({ version: 1, treeVersion: 6, lessonCount: 2, blockCount: 2 })
  const list = (await service.rest('GET', `/courses?ids=${course.id}`, key)).body.data
  expect(list).toEqual([again.body.data])
  for (const [version, sent] of [old, '"v2"', '"v3-1"'].entries()) {
    const changed = await service.rest('PATCH', path, key, { name: sent }, { 'If-Match': sent })
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, `"v${version + 2}-${version + 7}"`])
    expect(changed.body.data).toMatchObject({ lessonCount: 2, blockCount: 2 })
  }
  expect((await service.rest('PATCH', path, key, { name: 'x' }, { 'If-Match': old })).status).toBe(412)
  const copy = await service.rest('POST', `${path}/duplicate`, key)
  expect(copy.body.data).toMatchObject({ lessonCount: 2, blockCount: 2 })
  const made = await service.rest('POST', '/courses', key, {
    name: 'M',
    modules: [{ name: 'M', lessons: [{ name: 'L' }] }],
  })
  expect(made.body.data).toMatchObject({ lessonCount: 1, blockCount: 0 })
  const modules = [{ name: 'M', lessons: [{ name: 'L', blocks: [{ type: 'text', content: { text: 'x' } }] }] }]
  const put = await service.rest('PUT', `/courses/${made.body.data.id}/tree`, key, { modules })
  expect(put.body.data.course).toMatchObject({ lessonCount: 1, blockCount: 1 })
})

test('a record that another write moved along is sent again', async () => {
  const path = `/modules/${outline.module.id}`
  const old = (await service.rest('GET', path, key)).headers.get('etag')!
  await service.rest('POST', `/courses/${outline.course.id}/modules`, key, { name: 'First', order: 0 })
  const again = await service.rest('GET', path, key, undefined, { 'If-None-Match': old })
  expect([again.status, again.body.data.order]).toEqual([200, 1])
})

test('an error and a missing record have no entity tag', async () => {
  for (const path of ['/courses?page=0', '/courses/x', `/courses/${missingId}/modules`]) {
    expect((await service.rest('GET', path, key)).headers.get('etag')).toBeNull()
  }
})

const lists = [
  ['/courses', () => '/courses'],
  ['/courses?ids=', () => `/courses?ids=${outline.course.id}`],
  ['/courses/{courseId}/modules', () => `/courses/${outline.course.id}/modules`],
  ['/modules/{moduleId}/lessons', () => `/modules/${outline.module.id}/lessons`],
  ['/lessons/{lessonId}/blocks', () => `/lessons/${outline.lesson.id}/blocks`],
  ['/search', () => '/search?query=plants'],
  ['/block-types', () => '/block-types'],
] as const

test.each(lists)('the list %s is not sent again to a client that has it', async (_title, path) => {
  const read = await service.rest('GET', path(), key)
  const etag = read.headers.get('etag')!
  expect(etag).toMatch(/^"[\w-]{22}(-gzip)?"$/)
  expect((await service.rest('GET', path(), key, undefined, { 'If-None-Match': '*' })).status).toBe(304)
  for (const sent of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await service.rest('GET', path(), key, undefined, { 'If-None-Match': sent })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
    expect(again.headers.get('link')).toBe(read.headers.get('link'))
  }
  const other = await service.rest('GET', path(), key, undefined, { 'If-None-Match': '"other"' })
  expect([other.status, other.body]).toEqual([200, read.body])
})

test('a list is sent again after a change, an addition and a removal of a record', async () => {
  const own = await service.key()
  const { course } = await createCourseTree(service, own)
  const tags: string[] = []
  const note = async () => {
    const { status, headers } = await service.rest('GET', '/courses', own, undefined, {
      'If-None-Match': tags.join(', ') || '"none"',
    })
    tags.push(headers.get('etag')!)
    return status
  }
  expect(await note()).toBe(200)
  await service.rest('PATCH', `/courses/${course.id}`, own, { name: 'New' })
  expect(await note()).toBe(200)
  const added = (await service.rest('POST', '/courses', own, { name: 'Second' })).body.data
  expect(await note()).toBe(200)
  await service.rest('DELETE', `/courses/${course.id}`, own)
  expect(await note()).toBe(200)
  expect(await note()).toBe(304)
  await service.rest('DELETE', `/courses/${added.id}`, own)
  expect(await note()).toBe(200)
})

test('a compressed list has an entity tag of its own, which is recognized too', async () => {
  const compressed = await service.http('/api/v1/block-types', {
    headers: { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'gzip' },
  })
  const etag = compressed.headers.get('etag')!
  expect(etag).toMatch(/^"[\w-]{22}-gzip"$/)
  const again = await service.rest('GET', '/block-types', key, undefined, { 'If-None-Match': etag })
  expect([again.status, again.headers.get('etag')]).toEqual([304, etag])
})

test('API keys are never stored by a client, so their list has no entity tag', async () => {
  const route = routes.find(({ name }) => name === 'apiKeys')!
  expect(isVersionedRead(route)).toBe(false)
})

test.each(records)(
  'a $level is changed and deleted only at the version that If-Match names',
  async ({ level, one }) => {
    const own = await createCourseTree(service, key)
    const path = one(own[level].id)
    const change = level === 'block' ? { content: { text: 'New.' } } : { name: 'New' }
    const tag = (await service.rest('GET', path, key)).headers.get('etag')!
    const changed = await service.rest('PATCH', path, key, change, { 'If-Match': tag })
    expect(changed.status).toBe(200)
    const { version } = changed.body.data
    const title = level[0]!.toUpperCase() + level.slice(1)
    const refusal = errorBody(
      'precondition_failed',
      `${title} has changed; it is at version ${version}. Read it again.`,
      {
        currentVersion: version,
      },
    )
    for (const sent of [tag, '"nonsense"', `W/"v${version}"`, `${tag}, "v99"`]) {
      const stale = await service.rest('PATCH', path, key, change, { 'If-Match': sent })
      expect([stale.status, stale.body]).toEqual([412, refusal])
      const empty = await service.rest('PATCH', path, key, {}, { 'If-Match': sent })
      expect([empty.status, empty.body]).toEqual([412, refusal])
      const kept = await service.rest('DELETE', path, key, undefined, { 'If-Match': sent })
      expect([kept.status, kept.body]).toEqual([412, refusal])
    }
    expect((await service.rest('GET', path, key)).body).toEqual(changed.body)
    expect((await service.rest('DELETE', path, key, undefined, { 'If-Match': '*' })).status).toBe(200)
  },
)

test('a change is made where the present version is one of those that If-Match lists', async () => {
  const { course } = await createCourseTree(service, key)
  const path = `/courses/${course.id}`
  const change = (name: string, sent: string, more: Record<string, string> = {}) =>
    service.rest('PATCH', path, key, { name }, { 'If-Match': sent, ...more })
  const { version } = (await service.rest('GET', path, key)).body.data
  const [now, next] = [`"v${version}"`, `"v${version + 1}"`]
  expect((await change('One', `"v99", ${now}`)).status).toBe(200)
  expect((await change('Two', `"other", ${next}, "v98-br"`)).status).toBe(200)
  expect((await change('Three', `${now}, ${next}`)).status).toBe(412)
  // Repeated under a key, it answers what it answered first.
  const sent = `${now}, "v${version + 2}"`
  const first = await change('Four', sent, { 'Idempotency-Key': 'four' })
  const again = await change('Four', sent, { 'Idempotency-Key': 'four' })
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
  expect(again.headers.get('idempotency-replayed')).toBe('true')
})

test.each(['v1', '"v1', '"v1" "v2"', '"v1"; "v2"', ''])('If-Match: %s is refused as what it is', async (sent) => {
  const path = `/courses/${outline.course.id}`
  const { status, body } = await service.rest('PATCH', path, key, { name: 'New' }, { 'If-Match': sent })
  const message = 'must be * or entity tags in double quotes, separated by commas, such as "v7"'
  expect([status, body.error.details.fields]).toEqual([400, [{ path: 'If-Match', message }]])
})

test('a course tree is sent again after a publish, which changes the version of the course', async () => {
  const { course, block } = await createCourseTree(service, key)
  const publish = () => service.rest('POST', `/courses/${course.id}/releases`, key, {})
  expect((await publish()).status).toBe(201)
  await service.rest('PATCH', `/blocks/${block.id}`, key, { content: { text: 'New.' } })
  const path = `/courses/${course.id}/tree`
  const { headers, body } = await service.rest('GET', path, key)
  const sent = { 'If-None-Match': headers.get('etag')! }
  expect((await service.rest('GET', path, key, undefined, sent)).status).toBe(304)
  expect((await publish()).status).toBe(201)
  const again = await service.rest('GET', path, key, undefined, sent)
  expect([again.status, again.body.data.version, again.body.data.treeVersion]).toEqual([
    200,
    body.data.version + 1,
    body.data.treeVersion,
  ])
  const put = await service.rest('PUT', path, key, again.body.data, { 'If-Match': again.headers.get('etag')! })
  expect(put.status).toBe(200)
})

test('a course is sent again when a scheduled release has gone live, before a job stores it', async () => {
  const { course } = await createCourseTree(service, key)
  const liveFrom = new Date(Date.now() + 1500).toISOString()
  expect((await service.rest('POST', `/courses/${course.id}/releases`, key, { liveFrom })).status).toBe(201)
  const paths = [`/courses/${course.id}`, `/courses/${course.id}/tree`]
  const reads = await Promise.all(paths.map((path) => service.rest('GET', path, key)))
  await new Promise((resolve) => setTimeout(resolve, Date.parse(liveFrom) - Date.now() + 100))
  for (const [index, path] of paths.entries()) {
    const sent = { 'If-None-Match': reads[index]!.headers.get('etag')! }
    const again = await service.rest('GET', path, key, undefined, sent)
    expect([reads[index]!.body.data.status, again.status, again.body?.data.status]).toEqual(['draft', 200, 'published'])
  }
})

test('the entity tag of a release matches no course', async () => {
  const { course } = await createCourseTree(service, key)
  const { hash } = (await service.rest('POST', `/courses/${course.id}/releases`, key, {})).body.data.release
  const { version } = (await service.rest('GET', `/courses/${course.id}`, key)).body.data
  expect(version).toBeGreaterThan(1)
  for (const tag of [hash, `${hash}-${version}`]) {
    const change = await service.rest(
      'PATCH',
      `/courses/${course.id}`,
      key,
      { name: 'New' },
      { 'If-Match': `"${tag}"` },
    )
    expect(change.status).toBe(412)
  }
})

test('the ETag has a part for everything that can change while the version stays the same', async () => {
  const read = async (path: string) => {
    const { headers, body } = await service.rest('GET', path, key, undefined, { 'Accept-Encoding': 'identity' })
    return { etag: headers.get('etag'), ...body.data }
  }
  for (const { level, one } of restLevels) {
    const { etag, version, order } = await read(one(outline[level].id))
    expect(etag).toBe(`"v${version}-${order}"`)
  }
  const path = `/courses/${outline.course.id}`
  const draft = await read(path)
  expect(draft.etag).toBe(`"v${draft.version}-${draft.treeVersion}"`)
  expect((await read(`${path}/tree`)).etag).toBe(`"v${draft.treeVersion}-${draft.version}"`)
  expect((await service.rest('PATCH', path, key, { published: true })).status).toBe(200)
  const live = await read(path)
  expect(live.etag).toBe(`"v${live.version}-${live.treeVersion}-1"`)
  expect((await read(`${path}/tree`)).etag).toBe(`"v${live.treeVersion}-${live.version}-1"`)
})
