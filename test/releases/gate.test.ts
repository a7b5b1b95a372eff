import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCourseTree } from '../support/course-fixture.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
let workspaceId: string
beforeAll(async () => {
  service = await startTestService()
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
})
afterAll(() => service.close())

const publish = (courseId: string, body: object = {}) =>
  service.rest('POST', `/courses/${courseId}/releases`, key, body)
const setGate = (publishGate: string) =>
  service.db.prisma.workspace.update({ where: { id: workspaceId }, data: { publishGate } })

/** Creates a course whose second lesson has an image without an alternative text, which is an error. */
async function createFaultyCourse() {
  const { course, module, lesson } = await createCourseTree(service, key)
  const content = { url: 'https://example.com/leaf.png' }
  const blocks = [{ type: 'image', content }]
  const { body } = await service.rest('POST', `/modules/${module.id}/lessons`, key, { name: 'Leaves', blocks })
  return { courseId: course.id as string, sound: lesson.id as string, faulty: body.data.id as string }
}

test('a course with an error is not published, and the refusal names the findings', async () => {
  await setGate('errors')
  const { courseId } = await createFaultyCourse()
  const { status, body } = await publish(courseId)
  expect([status, body.error.code, body.error.details.checks.gate]).toEqual([409, 'conflict', 'errors'])
  const codes = body.error.details.checks.findings.map(({ code }: { code: string }) => code)
  expect(codes).toEqual(['image_without_alt'])
  expect((await service.rest('GET', `/courses/${courseId}`, key)).body.data.status).toBe('draft')
  expect((await service.rest('GET', `/courses/${courseId}/releases`, key)).body.meta.total).toBe(0)
})

test('a refusal names at most 20 findings, and counts all', async () => {
  await setGate('errors')
  const { module } = await createCourseTree(service, key)
  const blocks = Array.from({ length: 21 }, () => ({ type: 'image', content: { url: 'https://example.com/leaf.png' } }))
  await service.rest('POST', `/modules/${module.id}/lessons`, key, { name: 'Leaves', blocks })
  const { checks } = (await publish(module.courseId)).body.error.details
  expect([checks.counts.error, checks.findings.length]).toEqual([21, 20])
})

test('a request can name the gate for its publish', async () => {
  await setGate('errors')
  const { courseId } = await createFaultyCourse()
  const plan = async (gate?: string) => (await publish(courseId, { dryRun: true, gate })).body.data.passesGate
  expect([await plan(), await plan('warnings'), await plan('off')]).toEqual([false, false, true])
  const refused = await publish(courseId, { gate: 'warnings' })
  expect([refused.status, refused.body.error.details.checks.gate]).toEqual([409, 'warnings'])
  expect((await publish(courseId, { gate: null })).status).toBe(409)
  const unknown = await publish(courseId, { gate: 'none' })
  expect([unknown.status, unknown.body.error.details.fields]).toEqual([
    400,
    [{ path: 'gate', message: 'must be one of off, errors, warnings' }],
  ])
  expect((await publish(courseId, { gate: 'off' })).status).toBe(201)
  await setGate('off')
  const { courseId: other } = await createFaultyCourse()
  expect((await publish(other, { gate: 'errors' })).status).toBe(409)
})

test('a dry run shows what would be published in spite of findings', async () => {
  await setGate('errors')
  const { courseId } = await createFaultyCourse()
  expect((await publish(courseId, { dryRun: true })).status).toBe(200)
})

test('an error that is dismissed or mended keeps nothing from being published', async () => {
  await setGate('errors')
  const { courseId } = await createFaultyCourse()
  const { findings } = (await publish(courseId)).body.error.details.checks
  await service.rest('POST', `/courses/${courseId}/dismissals`, key, { finding: findings[0].id })
  expect((await publish(courseId)).status).toBe(201)
})

test('a publish of some lessons asks for the findings of these lessons alone', async () => {
  await setGate('off')
  const { courseId, sound, faulty } = await createFaultyCourse()
  expect((await publish(courseId)).status).toBe(201)
  await setGate('errors')
  for (const id of [sound, faulty]) await service.rest('PATCH', `/lessons/${id}`, key, { name: 'Renamed' })
  expect((await publish(courseId, { lessonIds: [sound] })).status).toBe(201)
  expect((await publish(courseId, { lessonIds: [faulty.toUpperCase()] })).status).toBe(409)
})

test('a lesson that is published alone may link to lessons that are live, but not to new ones', async () => {
  await setGate('off')
  const { courseId, sound, faulty } = await createFaultyCourse()
  expect((await publish(courseId)).status).toBe(201)
  await setGate('errors')
  const linkTo = async (target: string) => {
    const content = { text: `Read [the other lesson](${target}) first.` }
    expect((await service.rest('POST', `/lessons/${sound}/blocks`, key, { type: 'text', content })).status).toBe(201)
  }
  await linkTo(faulty)
  expect((await publish(courseId, { lessonIds: [sound] })).status).toBe(201)
  const { modules } = (await service.rest('GET', `/courses/${courseId}/tree?depth=outline`, key)).body.data
  const added = await service.rest('POST', `/modules/${modules[0].id}/lessons`, key, {
    name: 'New',
    blocks: [{ type: 'text', content: { text: 'New' } }],
  })
  await linkTo(added.body.data.id)
  const { status, body } = await publish(courseId, { lessonIds: [sound] })
  expect([status, body.error.details.checks.findings[0].code]).toEqual([409, 'inner_link_broken'])
  expect((await publish(courseId, { lessonIds: [sound, added.body.data.id] })).status).toBe(201)
})

test('a workspace can refuse warnings too, or nothing', async () => {
  const { course } = await createCourseTree(service, key)
  await setGate('warnings')
  expect((await publish(course.id)).status).toBe(409)
  await setGate('off')
  expect((await publish((await createFaultyCourse()).courseId)).status).toBe(201)
})

test('what is live already is answered without asking for findings', async () => {
  await setGate('off')
  const { courseId } = await createFaultyCourse()
  expect((await publish(courseId)).status).toBe(201)
  await setGate('errors')
  expect((await publish(courseId)).status).toBe(200)
})

test('the switch `published` of the course is not held by findings', async () => {
  await setGate('errors')
  const { courseId } = await createFaultyCourse()
  const { status, body } = await service.rest('PATCH', `/courses/${courseId}`, key, { published: true })
  expect([status, body.data.status]).toEqual([200, 'published'])
})
