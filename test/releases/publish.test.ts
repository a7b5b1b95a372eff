import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCourseTree, missingId } from '../support/course-fixture.ts'
import { openPublishGate } from '../support/publish-gate.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  await openPublishGate(service)
})
afterAll(() => service.close())

const publish = (courseId: string, body: object = {}, headers = {}) =>
  service.rest('POST', `/courses/${courseId}/releases`, key, body, headers)
const courseOf = async (id: string) => (await service.rest('GET', `/courses/${id}`, key)).body.data
const setText = (blockId: string, text: string) =>
  service.rest('PATCH', `/blocks/${blockId}`, key, { content: { text } })

test('a publish makes a numbered release, and learners see it at once', async () => {
  const { course } = await createCourseTree(service, key)
  expect(course).toMatchObject({ status: 'draft', liveReleaseNumber: null, publishedAt: null })
  const answer = await publish(course.id, { message: 'First' })
  expect(answer.status).toBe(201)
  const { release, isNew } = answer.body.data
  expect([isNew, release.number, release.message]).toEqual([true, 1, 'First'])
  expect(answer.headers.get('location')).toBe(`/api/v1/courses/${course.id}/releases/1`)
  expect(answer.headers.get('etag')).toBe(`"${release.hash}"`)
  expect(await courseOf(course.id)).toMatchObject({
    status: 'published',
    liveReleaseNumber: 1,
    publishedAt: release.liveFrom,
    hasUnpublishedChanges: false,
  })
})

test('a publish of what is live answers the live release with 200 and makes none', async () => {
  const { course, block } = await createCourseTree(service, key)
  const first = await publish(course.id)
  const again = await publish(course.id, { message: 'Again' })
  expect([again.status, again.headers.get('location')]).toEqual([200, null])
  expect(again.body.data.release).toEqual(first.body.data.release)
  await setText(block.id, 'Other')
  await setText(block.id, 'Plants eat light.')
  expect((await courseOf(course.id)).hasUnpublishedChanges).toBe(true)
  expect((await publish(course.id)).body.data).toMatchObject({ isNew: false, release: { number: 1 } })
  expect((await courseOf(course.id)).hasUnpublishedChanges).toBe(false)
})

test('a release does not change with the draft, and is the same bytes on every read', async () => {
  const { course, block, lesson } = await createCourseTree(service, key)
  const { hash } = (await publish(course.id)).body.data.release
  const read = () => service.rest('GET', `/courses/${course.id}/releases/1`, key)
  const before = await read()
  expect(before.headers.get('etag')).toBe(`"${hash}"`)
  expect(before.body.data.modules[0].lessons[0].blocks[0]).toMatchObject({ id: block.id, type: 'text' })
  await setText(block.id, 'Other')
  await service.rest('DELETE', `/lessons/${lesson.id}`, key)
  const { liveUntil: _until, version: _version, ...published } = (await publish(course.id)).body.data.release
  expect(published.number).toBe(2)
  const after = await read()
  expect(after.body.data.modules).toEqual(before.body.data.modules)
  expect(after.headers.get('etag')).toBe(`"${hash}-2"`)
  expect(JSON.stringify(after.body.data.modules)).toBe(JSON.stringify(before.body.data.modules))
  const unchanged = await service.rest('GET', `/courses/${course.id}/releases/1`, key, undefined, {
    'If-None-Match': `"${hash}-2"`,
  })
  expect(unchanged.status).toBe(304)
})

test('the field `published` publishes and unpublishes as before there were releases', async () => {
  const made = await service.rest('POST', '/courses', key, { name: 'Open', published: true })
  expect([made.status, made.body.data.status, made.body.data.version, made.body.data.treeVersion]).toEqual([
    201,
    'published',
    1,
    1,
  ])
  const { id } = made.body.data
  expect(made.body.data).toMatchObject({ liveReleaseNumber: 1, hasUnpublishedChanges: false })
  const ended = await service.rest('PATCH', `/courses/${id}`, key, { published: false })
  expect(ended.body.data).toMatchObject({ status: 'draft', version: 2, liveReleaseNumber: null })
  const again = await service.rest('PATCH', `/courses/${id}`, key, { name: 'Opened', published: true })
  expect(again.body.data).toMatchObject({ status: 'published', name: 'Opened', version: 3, liveReleaseNumber: 2 })
  expect((await courseOf(id)).hasUnpublishedChanges).toBe(false)
  const listed = await service.rest('GET', '/courses?published=true', key)
  expect(listed.body.data.map((course: { id: string }) => course.id)).toContain(id)
})

test('a partial publish replaces only the named lessons of the live release', async () => {
  const { course, module, lesson, block } = await createCourseTree(service, key)
  const second = (await service.rest('POST', `/modules/${module.id}/lessons`, key, { name: 'Water' })).body.data
  expect((await publish(course.id, { lessonIds: [lesson.id] })).body.error.details.reason).toBe('not_published')
  await publish(course.id)
  await setText(block.id, 'New text')
  await service.rest('PATCH', `/lessons/${second.id}`, key, { name: 'Rain' })
  const third = (await service.rest('POST', `/modules/${module.id}/lessons`, key, { name: 'Air' })).body.data
  const answer = await publish(course.id, { lessonIds: [lesson.id.toUpperCase(), third.id] })
  expect(answer.body.data.release).toMatchObject({ number: 2, isPartial: true })
  const { modules } = (await service.rest('GET', `/courses/${course.id}/releases/2`, key)).body.data
  expect(modules[0].lessons.map(({ name }: { name: string }) => name)).toEqual(['Light', 'Water', 'Air'])
  expect(modules[0].lessons[0].blocks[0].content).toEqual({ text: 'New text' })
  expect((await courseOf(course.id)).hasUnpublishedChanges).toBe(true)
  await service.rest('DELETE', `/lessons/${third.id}`, key)
  await publish(course.id, { lessonIds: [third.id] })
  const now = (await service.rest('GET', `/courses/${course.id}/releases/3`, key)).body.data
  expect(now.modules[0].lessons).toHaveLength(2)
  const wrong = await publish(course.id, { lessonIds: [missingId] })
  expect([wrong.status, wrong.body.error.details.fields[0].path]).toEqual([400, 'lessonIds.0'])
})

test('a partial publish that takes the last lesson out of a module leaves the module out', async () => {
  const { course, lesson } = await createCourseTree(service, key)
  const addModule = async (name: string) =>
    (await service.rest('POST', `/courses/${course.id}/modules`, key, { name })).body.data
  await addModule('Empty')
  const target = await addModule('Other')
  await service.rest('POST', `/modules/${target.id}/lessons`, key, { name: 'Water' })
  await publish(course.id)
  const modulesOf = async (number: number) =>
    (await service.rest('GET', `/courses/${course.id}/releases/${number}`, key)).body.data.modules.map(
      ({ name, lessons }: { name: string; lessons: unknown[] }) => [name, lessons.length],
    )
  const before = await modulesOf(1)
  await service.rest('POST', `/lessons/${lesson.id}/move`, key, { moduleId: target.id, order: 0 })
  await publish(course.id, { lessonIds: [lesson.id] })
  expect(await modulesOf(2)).toEqual([
    ['Empty', 0],
    ['Other', 2],
  ])
  await service.rest('POST', `/lessons/${lesson.id}/move`, key, { moduleId: lesson.moduleId, order: 0 })
  await publish(course.id, { lessonIds: [lesson.id] })
  expect(await modulesOf(3)).toEqual(before)
})

test('a lesson that took blocks of others is not published alone, and at most 100 of the others are named', async () => {
  const { course } = await createCourseTree(service, key)
  const path = `/courses/${course.id}/tree`
  const block = (key: string) => ({ key, type: 'text', content: { text: key } })
  const names = Array.from({ length: 101 }, (_, index) => `from${index}`)
  const treeOf = (mine: object[], blocksOf: (name: string) => object[]) => {
    const others = names.map((name) => ({ key: name, name, blocks: blocksOf(name) }))
    return { modules: [{ key: 'm', name: 'M', lessons: [{ key: 'to', name: 'To', blocks: mine }, ...others] }] }
  }
  await service.rest('PUT', path, key, { ...treeOf([], (name) => [block(`${name}b`)]), prune: true })
  expect((await publish(course.id)).status).toBe(201)
  const moved = names.map((name) => block(`${name}b`))
  await service.rest('PUT', path, key, { ...treeOf(moved, () => []), prune: true })
  const { modules } = (await service.rest('GET', path, key)).body.data
  const [to] = modules[0].lessons
  const { status, body } = await publish(course.id, { lessonIds: [to.id] })
  expect([status, body.error.details.reason]).toEqual([409, 'lessons_belong_together'])
  expect(body.error.details.lessonIds).toHaveLength(100)
})

test('a dry run answers the differences, and its confirm publishes exactly what was reviewed', async () => {
  const { course, block } = await createCourseTree(service, key)
  await publish(course.id)
  await setText(block.id, 'Plants drink light.')
  const plan = await publish(course.id, { dryRun: true })
  expect(plan.status).toBe(200)
  const { diff, confirm, release } = plan.body.data
  expect(release).toBeNull()
  expect(diff.changes).toEqual([
    {
      kind: 'block',
      nodeId: block.id,
      name: 'text',
      path: 'modules.0.lessons.0.blocks.0',
      change: 'changed',
      isMoved: false,
      values: [
        {
          path: '/content/text',
          before: 'Plants eat light.',
          after: 'Plants drink light.',
          words: [
            { change: 'same', text: 'Plants ' },
            { change: 'removed', text: 'eat' },
            { change: 'added', text: 'drink' },
            { change: 'same', text: ' light.' },
          ],
        },
      ],
    },
  ])
  await setText(block.id, 'Plants inhale light.')
  const refused = await publish(course.id, { confirm })
  expect([refused.status, refused.body.error.code]).toEqual([412, 'precondition_failed'])
  await setText(block.id, 'Plants drink light.')
  expect((await publish(course.id, { confirm })).status).toBe(201)
})

test('a confirm that no dry run can have answered is refused with its field', async () => {
  const { course } = await createCourseTree(service, key)
  for (const confirm of ['', 'a'.repeat(63), 'a'.repeat(65), 'A'.repeat(64), 'g'.repeat(64)]) {
    const { status, body } = await publish(course.id, { confirm })
    expect([confirm, status, body.error.details.fields[0].path]).toEqual([confirm, 400, 'confirm'])
  }
  expect((await publish(course.id, { confirm: 'a'.repeat(64) })).status).toBe(412)
})

test('If-Match compares the tree version, and an Idempotency-Key publishes once', async () => {
  const { course, block } = await createCourseTree(service, key)
  const stale = await publish(course.id, {}, { 'If-Match': '"v1"' })
  expect([stale.status, stale.body.error.details]).toEqual([412, { currentVersion: course.treeVersion }])
  const send = () => publish(course.id, { message: 'Once' }, { 'Idempotency-Key': `once-${course.id}` })
  const first = await send()
  await setText(block.id, 'Later')
  const again = await send()
  expect([again.status, again.body]).toEqual([201, first.body])
  expect((await service.rest('GET', `/courses/${course.id}/releases`, key)).body.meta.total).toBe(1)
})

test('a caller without courses:publish can write a draft but not publish it', async () => {
  const writer = await service.key({ scopes: ['courses:read', 'courses:write'] })
  const send = (method: string, path: string, body: object) => service.rest(method, path, writer, body)
  const created = await send('POST', '/courses', { name: 'Mine', published: false })
  expect(created.status).toBe(201)
  const { id } = created.body.data
  for (const [method, path, body] of [
    ['POST', '/courses', { name: 'Mine', published: true }],
    ['PATCH', `/courses/${id}`, { published: true }],
    ['PUT', `/courses/${id}/tree`, { published: true }],
    ['POST', `/courses/${id}/releases`, {}],
  ] as const) {
    const { status, body: answer } = await send(method, path, body)
    expect([path, status, answer.error.details]).toEqual([path, 403, { scope: 'courses:publish' }])
  }
  expect((await send('PATCH', `/courses/${id}`, { published: false })).status).toBe(200)
  expect((await service.rest('GET', '/courses', writer)).body.meta.total).toBe(1)
})

test('a caller without courses:publish can neither unpublish a course nor cancel a schedule', async () => {
  const workspaceId = await service.workspace()
  const publisher = await service.key({ workspaceId })
  const writer = await service.key({ workspaceId, scopes: ['courses:read', 'courses:write'] })
  for (const [liveFrom, status] of [
    [undefined, 'published'],
    ['2090-01-01T00:00:00Z', 'draft'],
  ]) {
    const { course } = await createCourseTree(service, publisher)
    await service.rest('POST', `/courses/${course.id}/releases`, publisher, { liveFrom })
    const refused = await service.rest('PATCH', `/courses/${course.id}`, writer, { published: false })
    expect([refused.status, refused.body.error.details]).toEqual([403, { scope: 'courses:publish' }])
    const { data } = (await service.rest('GET', `/courses/${course.id}/releases/1`, publisher)).body
    expect(data.liveFrom).toEqual(liveFrom ? '2090-01-01T00:00:00.000Z' : expect.any(String))
    expect(data.liveUntil).toBeNull()
    const { body } = await service.rest('GET', `/courses/${course.id}`, publisher)
    expect([body.data.status, body.data.version]).toEqual([status, expect.any(Number)])
  }
})

test('a wrong name of a snapshot is refused by the name of its argument', async () => {
  const { course } = await createCourseTree(service, key)
  const fieldsOf = async (path: string) => {
    const { status, body } = await service.rest('GET', `/courses/${course.id}/${path}`, key)
    expect(status).toBe(400)
    return body.error.details.fields.map((field: { path: string }) => field.path)
  }
  expect(await fieldsOf('diff?from=first')).toEqual(['from'])
  expect(await fieldsOf('diff?from=draft&to=0')).toEqual(['to'])
  expect(await fieldsOf('checks?release=latest')).toEqual(['release'])
  expect(await fieldsOf('checks?limit=501')).toEqual(['limit'])
  expect(await fieldsOf('checks?limit=0')).toEqual(['limit'])
})
