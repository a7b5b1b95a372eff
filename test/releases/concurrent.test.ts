import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeCourseLimiter } from '../../src/courses/outline/whole-course-limiter.ts'
import { createCourseTree } from '../support/course-fixture.ts'
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

const send = (method: string, path: string, body?: object, headers = {}) =>
  service.rest(method, path, key, body, headers)

/** Sends a request until a connection to the database is free for it, which takes long on a busy machine. */
async function sendWhenFree(method: string, path: string, body: object) {
  for (;;) {
    const answer = await send(method, path, body)
    if (answer.status !== 429) return answer
    expect(answer.body.error.details.reason).toBe('connections')
  }
}

type Block = { id: string; content: { text: string } }
const textsOf = (modules: { lessons: { blocks: Block[] }[] }[]) =>
  modules.flatMap(({ lessons }) => lessons.flatMap(({ blocks }) => blocks.map(({ content }) => content.text)))

const writers = 20
const writes = 3

/** Creates a course with a lesson for each writer, and returns the ids of its records. */
async function createSharedCourse() {
  const lessons = Array.from({ length: writers }, (_, index) => ({
    name: `Lesson ${index}`,
    blocks: [1, 2].map(() => ({ type: 'text', content: { text: `${index}:0` } })),
  }))
  const { body } = await send('POST', '/courses', { name: 'Shared', modules: [{ name: 'All', lessons }] })
  const tree = (await send('GET', `/courses/${body.data.id}/tree`)).body.data
  return { id: body.data.id as string, module: tree.modules[0] }
}

test('while 20 writers write and two publishers publish, each release is the course of one tree version', async () => {
  const { id, module } = await createSharedCourse()
  await send('POST', `/courses/${id}/releases`, {})
  const first = (await send('GET', `/courses/${id}/tree`)).body.data
  /** What each tree version was made of: which lesson got which text. A write changes the name of the course too. */
  const written = new Map<number, { lesson: number; text: string }>()

  async function write(lesson: number): Promise<void> {
    const { id: lessonId, name, blocks } = module.lessons[lesson]
    for (let round = 1; round <= writes; round++) {
      const text = `${lesson}:${round}`
      const changed = blocks.map((block: Block) => ({ id: block.id, type: 'text', content: { text } }))
      const { status, body } = await sendWhenFree('PUT', `/courses/${id}/tree`, {
        name: `Shared ${text}`,
        modules: [{ id: module.id, name: 'All', lessons: [{ id: lessonId, name, blocks: changed }] }],
      })
      expect([status, body.error]).toEqual([200, undefined])
      written.set(body.data.course.treeVersion, { lesson, text })
    }
  }
  let isWriting = true
  async function publish(): Promise<void> {
    do {
      const { status, body } = await sendWhenFree('POST', `/courses/${id}/releases`, {})
      expect([[200, 201].includes(status), body.error]).toEqual([true, undefined])
    } while (isWriting)
  }
  const writing = Promise.all(Array.from({ length: writers }, (_, lesson) => write(lesson))).finally(() => {
    isWriting = false
  })
  await Promise.all([writing, publish(), publish()])

  const releases = (await send('GET', `/courses/${id}/releases?per_page=100`)).body.data
  const numbers = releases.map((one: { number: number }) => one.number).reverse()
  expect(numbers).toEqual(numbers.map((_number: number, index: number) => index + 1))
  expect(numbers.length).toBeGreaterThan(2)
  const versions = [...written.keys()].toSorted((one, other) => one - other)
  expect(versions).toEqual(versions.map((_version, index) => first.treeVersion + 1 + index))
  for (const { number, treeVersion } of releases) {
    const texts = Array.from({ length: writers }, (_, lesson) => `${lesson}:0`)
    let name = 'Shared'
    for (const version of versions.filter((one) => one <= treeVersion)) {
      const { lesson, text } = written.get(version)!
      texts[lesson] = text
      name = `Shared ${text}`
    }
    const { data } = (await send('GET', `/courses/${id}/releases/${number}`)).body
    expect([number, data.name, textsOf(data.modules)]).toEqual([number, name, texts.flatMap((text) => [text, text])])
  }
  expect(releases[0].treeVersion).toBe(versions.at(-1))
})

/** Sends a request twice at once with the same Idempotency-Key, and returns the responses. */
const twice = (method: string, path: string, body: object) => {
  const headers = { 'Idempotency-Key': `twice ${path}` }
  return Promise.all([1, 2].map(() => send(method, path, body, headers)))
}
const releasesOf = async (id: string) => (await send('GET', `/courses/${id}/releases`)).body.data

test.each([
  ['a publish', 'POST', '/releases', { message: 'Once' }, 2],
  ['a restore', 'POST', '/restore', { release: 1 }, 2],
  ['a change of a schedule', 'PATCH', '/releases/1', { liveFrom: '2020-01-01T00:00:00Z', liveUntil: null }, 1],
  ['an unpublish', 'POST', '/unpublish', {}, 1],
])('%s that is sent twice at once with one Idempotency-Key is done once', async (_what, method, path, body, count) => {
  const { course, block } = await createCourseTree(service, key)
  await send('POST', `/courses/${course.id}/releases`, {})
  await send('PATCH', `/blocks/${block.id}`, { content: { text: 'Plants drink light.' } })
  const answers = await twice(method, `/courses/${course.id}${path}`, body)
  const done = answers.find(({ status }) => status < 300)!
  // The other one is refused while the first one runs, or gets the stored response.
  for (const { status } of answers) expect([done.status, 409]).toContain(status)
  const headers = { 'Idempotency-Key': `twice /courses/${course.id}${path}` }
  const again = await send(method, `/courses/${course.id}${path}`, body, headers)
  expect([again.status, again.body]).toEqual([done.status, done.body])
  const releases = await releasesOf(course.id)
  expect(releases).toHaveLength(count)
  // Each change of a release adds one to its version.
  expect(releases.map(({ version }: { version: number }) => version)).toEqual(
    count === 2 ? [1, expect.any(Number)] : [2],
  )
})

test('two publishes at once without a key make one release, because the second finds nothing that differs', async () => {
  const { course } = await createCourseTree(service, key)
  const answers = await Promise.all([1, 2].map(() => send('POST', `/courses/${course.id}/releases`, {})))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
  expect(await releasesOf(course.id)).toHaveLength(1)
})

test('two preview links at once with one Idempotency-Key make one link', async () => {
  const { course } = await createCourseTree(service, key)
  const path = `/courses/${course.id}/preview-links`
  const answers = await twice('POST', path, {})
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect((await send('GET', path)).body.data).toHaveLength(1)
})

test('a publish and a restore wait while a workspace writes two releases', async () => {
  const workspaceId = await service.workspace()
  const own = await service.key({ workspaceId })
  const { course, block } = await createCourseTree(service, own)
  const rest = (method: string, path: string, body?: object) => service.rest(method, path, own, body)
  expect((await rest('POST', `/courses/${course.id}/releases`, {})).status).toBe(201)
  expect((await rest('DELETE', `/blocks/${block.id}`)).status).toBe(200)
  const trashId = (await rest('GET', '/trash')).body.data[0].id
  const releaseWrites = service.app.services.limiters.get(wholeCourseLimiter)
  for (const [path, body] of [
    [`/trash/${trashId}/restore`, undefined],
    [`/courses/${course.id}/restore`, { release: 1 }],
    [`/courses/${course.id}/releases`, {}],
  ] as const) {
    const releases = [1, 2].map(() => releaseWrites.acquireNow(workspaceId))
    const answer = rest('POST', path, body)
    await expect.poll(() => releaseWrites.state().waiting, { timeout: 20_000, interval: 5 }).toBe(1)
    for (const release of releases) release()
    expect([path, (await answer).status]).toEqual([path, expect.toBeOneOf([200, 201])])
    expect(releaseWrites.state().used).toBe(0)
  }
})
