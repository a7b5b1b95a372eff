import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeCourseLimiter } from '../../src/courses/outline/whole-course-limiter.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

const question = {
  id: 'q1',
  type: 'short_text',
  prompt: 'What do plants eat?',
  answer: 'Light',
  explanation: 'They store it as sugar.',
}
async function create() {
  const modules = [
    { name: 'One', lessons: [{ name: 'First', blocks: [{ type: 'quiz', content: { questions: [question] } }] }] },
  ]
  const { body } = await service.rest('POST', '/courses', key, { name: 'Draft of botany', modules })
  const id: string = body.data.id
  const tree = (await service.rest('GET', `/courses/${id}/tree`, key)).body.data
  const [lesson] = tree.modules[0].lessons
  return { id, lessonId: lesson.id as string, blockId: lesson.blocks[0].id as string }
}
async function link(id: string, input: object = {}) {
  const { body } = await service.rest('POST', `/courses/${id}/preview-links`, key, input)
  return { path: `/preview/${body.data.token}`, linkId: body.data.id as string }
}

test('a preview link shows the draft as a learner sees it, without answers, and follows its changes', async () => {
  const { id, lessonId } = await create()
  const { path } = await link(id)
  const course = await service.http(path)
  expect([course.status, course.headers.get('x-robots-tag'), course.headers.get('cache-control')]).toEqual([
    200,
    'noindex',
    'private, no-store',
  ])
  expect(course.text).toContain('<meta name="robots" content="noindex">')
  expect(course.text).toContain('This is a preview.')
  const lesson = await service.http(`${path}/${lessonId}`)
  expect(lesson.text).toContain('What do plants eat?')
  expect(lesson.text).not.toMatch(/Light|store it as sugar/)
  await service.rest('PATCH', `/lessons/${lessonId}`, key, { name: 'Renamed' })
  expect((await service.http(path)).text).toContain('Renamed')
})

test('a preview of a draft waits for its turn to read a whole course, and a preview of a release does not', async () => {
  const { id } = await create()
  const draft = await link(id)
  expect((await service.rest('POST', `/courses/${id}/releases`, key, {})).status).toBe(201)
  const release = await link(id, { release: 1 })
  const { workspaceId } = await service.db.prisma.course.findFirstOrThrow({ where: { id } })
  const wholeCourses = service.app.services.limiters.get(wholeCourseLimiter)
  const ends = [1, 2].map(() => wholeCourses.acquireNow(workspaceId))
  let isAnswered = false
  const page = service.http(draft.path).finally(() => {
    isAnswered = true
  })
  expect((await service.http(release.path)).status).toBe(200)
  expect(isAnswered).toBe(false)
  for (const end of ends) end()
  expect((await page).status).toBe(200)
})

test('a preview leads a link to a block of another lesson, in the draft and in a release', async () => {
  const text = { type: 'text', content: { text: '[There](light)' } }
  const lessons = [
    { name: 'First', blocks: [text] },
    { name: 'Second', blocks: [{ key: 'Light', type: 'text', content: { text: 'Light.' } }] },
  ]
  const { body } = await service.rest('POST', '/courses', key, { name: 'Linked', modules: [{ name: 'One', lessons }] })
  const { modules } = (await service.rest('GET', `/courses/${body.data.id}/tree`, key)).body.data
  const [first, second] = modules[0].lessons
  const draft = await link(body.data.id)
  expect((await service.http(`${draft.path}/${first.id}`)).text).toContain(`href="${draft.path}/${second.id}#`)
  await service.rest('POST', `/courses/${body.data.id}/releases`, key, {})
  const release = await link(body.data.id, { release: 1 })
  expect((await service.http(`${release.path}/${first.id}`)).text).toContain(`href="${release.path}/${second.id}#`)
})

test('a course has at most 50 preview links, and a revoked one makes room', async () => {
  const { id } = await create()
  const ask = () => service.rest('POST', `/courses/${id}/preview-links`, key, {})
  const links = []
  for (let count = 0; count < 50; count++) links.push((await ask()).body.data.id)
  const { status, body } = await ask()
  expect([status, body.error.details]).toEqual([409, { reason: 'too_many_preview_links', max: 50 }])
  await service.rest('DELETE', `/preview-links/${links[0]}`, key)
  expect((await ask()).status).toBe(201)
  expect(await service.db.prisma.previewLink.count({ where: { courseId: id } })).toBe(50)
})

test('a quiz of a preview is checked by the draft', async () => {
  const { id, lessonId, blockId } = await create()
  const { path } = await link(id)
  const body = new URLSearchParams({ block: blockId, q0: ' light ' })
  const { text } = await service.http(`${path}/${lessonId}`, { method: 'POST', body })
  expect(text).toContain('Correct.')
  expect(text).toContain('They store it as sugar.')
})

test('a link to a release shows the release, whatever becomes of the draft', async () => {
  const { id } = await create()
  await publishCourse(service, key, id)
  const { path } = await link(id, { release: 1 })
  await service.rest('PATCH', `/courses/${id}`, key, { name: 'Changed' })
  expect((await service.http(path)).text).toContain('<h1 dir="auto">Draft of botany</h1>')
})

test('a revoked, an expired, a changed and an unknown link have the same page: not found', async () => {
  const { id } = await create()
  const revoked = await link(id)
  await service.rest('DELETE', `/preview-links/${revoked.linkId}`, key)
  const expired = await link(id)
  await service.db.prisma.previewLink.updateMany({ where: { id: expired.linkId }, data: { expiresAt: new Date(0) } })
  const working = await link(id)
  const changed = `${working.path.slice(0, -1)}${working.path.endsWith('A') ? 'Q' : 'A'}`
  for (const path of [revoked.path, expired.path, changed, '/preview/x', '/preview/', `${working.path}/x`]) {
    const { status, text } = await service.http(path)
    expect([path, status]).toEqual([path, 404])
    expect(text).toContain('<h1>Not found</h1>')
  }
})

test('the log of a preview names its lesson, and not the token of its link', async () => {
  const { id, lessonId } = await create()
  const { path } = await link(id)
  await service.http(`${path}/${lessonId}`)
  const loggedPaths = () => service.logged.map((line) => line.path)
  await expect.poll(loggedPaths).toContain(`/preview/[token]/${lessonId}`)
  expect(JSON.stringify(service.logged)).not.toContain(path)
})
