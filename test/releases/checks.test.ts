import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../api/mcp/client.ts'
import { createCourseTree, missingId } from '../support/course-fixture.ts'
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

const send = (method: string, path: string, body?: object) => service.rest(method, path, key, body)
const setGate = (publishGate: string) =>
  service.db.prisma.workspace.update({ where: { id: workspaceId }, data: { publishGate } })
const checksOf = async (id: string, query = '') => (await send('GET', `/courses/${id}/checks${query}`)).body
type Finding = { id: string; code: string }
const codesOf = ({ findings }: { findings: Finding[] }) => findings.map(({ code }) => code)

const faulty = { type: 'image', content: { url: 'https://example.com/leaf.png' } }

/** Creates a course with an image without an alternative text, publishes it, and writes the text into the draft. */
async function createMendedCourse() {
  await setGate('off')
  const { course, lesson } = await createCourseTree(service, key)
  const image = (await send('POST', `/lessons/${lesson.id}/blocks`, faulty)).body.data
  const released = (await checksOf(course.id)).data
  await send('POST', `/courses/${course.id}/releases`, {})
  await send('PATCH', `/blocks/${image.id}`, { content: { ...faulty.content, alt: 'A leaf' } })
  await setGate('errors')
  return { id: course.id as string, released }
}

test('the checks of a release find what is wrong in it, whatever the draft has now', async () => {
  const { id, released } = await createMendedCourse()
  expect(codesOf(released)).toEqual(['image_without_alt', 'course_without_language'])
  expect(codesOf((await checksOf(id)).data)).toEqual(['course_without_language'])
  for (const name of ['1', 'live']) {
    const { data } = await checksOf(id, `?release=${name}`)
    expect(data).toEqual({ ...released, release: '1' })
  }
  expect((await checksOf(id, '?release=draft')).data).toEqual((await checksOf(id)).data)
  expect(codesOf((await checksOf(id, '?release=1&level=error')).data)).toEqual(['image_without_alt'])
  const query = `{ courseChecks(id: "${id}", release: "1") { release treeVersion counts { error } } }`
  expect((await service.graphql(query, key)).data.courseChecks).toEqual({
    release: '1',
    treeVersion: released.treeVersion,
    counts: { error: 1 },
  })
})

test('a finding that is dismissed in the draft is dismissed in a release with the same record', async () => {
  const { id } = await createMendedCourse()
  const language = (await checksOf(id)).data.findings.find(({ code }: Finding) => code === 'course_without_language')
  await send('POST', `/courses/${id}/dismissals`, { finding: language.id })
  expect(codesOf((await checksOf(id, '?release=1')).data)).toEqual(['image_without_alt'])
})

test('the checks of a release that does not exist are refused', async () => {
  const { course } = await createCourseTree(service, key)
  for (const [name, status] of [
    ['1', 404],
    ['live', 404],
    ['2147483648', 404],
    ['0', 400],
    ['first', 400],
  ])
    expect([name, (await send('GET', `/courses/${course.id}/checks?release=${name}`)).status]).toEqual([name, status])
})

test('a course without a live release says so, whatever asks for the live release', async () => {
  const { course } = await createCourseTree(service, key)
  const messageOf = async (path: string) => (await send('GET', path)).body.error?.message
  for (const path of ['checks?release=live', 'diff', 'diff?from=live&to=draft', 'diff?from=draft&to=live'])
    expect([path, await messageOf(`/courses/${course.id}/${path}`)]).toEqual([path, 'Live release not found.'])
  expect(await messageOf(`/courses/${course.id}/checks?release=1`)).toBe('Release not found.')
  for (const id of [missingId, 'no-id'])
    expect([id, await messageOf(`/courses/${id}/diff`)]).toEqual([id, 'Course not found.'])
})

test('a dry run of a publish says what the checks find, and whether the gate lets it pass', async () => {
  await setGate('errors')
  const { course, lesson, module } = await createCourseTree(service, key)
  const dryRun = async (body: object = {}) =>
    (await send('POST', `/courses/${course.id}/releases`, { dryRun: true, ...body })).body.data
  expect(await dryRun()).toMatchObject({ passesGate: true, checks: { release: 'draft', counts: { error: 0 } } })
  await send('POST', `/courses/${course.id}/releases`, {})
  const other = (await send('POST', `/modules/${module.id}/lessons`, { name: 'Leaves', blocks: [faulty] })).body.data
  await send('PATCH', `/lessons/${lesson.id}`, { name: 'Shade' })
  const plan = await dryRun()
  expect([plan.passesGate, plan.checks]).toEqual([false, (await checksOf(course.id)).data])
  expect((await send('POST', `/courses/${course.id}/releases`, {})).status).toBe(409)
  expect((await dryRun({ lessonIds: [lesson.id] })).passesGate).toBe(true)
  expect((await dryRun({ lessonIds: [other.id] })).passesGate).toBe(false)
  await setGate('off')
  expect((await dryRun()).passesGate).toBe(true)
  const { checks, passesGate, isNew } = (await send('POST', `/courses/${course.id}/releases`, {})).body.data
  expect([checks, passesGate, isNew]).toEqual([null, null, true])
  await setGate('errors')
  expect((await dryRun()).passesGate).toBe(true)
})

test('an agent reviews the differences and the findings, and publishes exactly what it reviewed', async () => {
  await setGate('errors')
  const { course, block, lesson } = await createCourseTree(service, key)
  const agent = await connect(service, key)
  const call = (args: object) => agent.tool('publish_course', { courseId: course.id, ...args })
  const { data: plan } = await call({ dryRun: true })
  expect([plan.passesGate, plan.checks.counts.error, plan.diff.counts.added]).toEqual([true, 0, 3])
  await send('PATCH', `/blocks/${block.id}`, { content: { text: 'Plants drink light.' } })
  const refused = await call({ confirm: plan.confirm })
  expect([refused.isError, refused.error.code]).toEqual([true, 'precondition_failed'])
  expect((await send('GET', `/courses/${course.id}/releases`)).body.meta.total).toBe(0)
  const { data: second } = await call({ dryRun: true })
  const { data: published } = await call({ confirm: second.confirm })
  expect([published.isNew, published.release.hash, published.checks]).toEqual([true, second.confirm, null])
  const blocks = Array.from({ length: 40 }, () => faulty)
  for (const one of blocks) await send('POST', `/lessons/${lesson.id}/blocks`, one)
  const long = (await call({ dryRun: true })).data.checks
  expect(long.counts.error).toBe(40)
  expect(JSON.stringify(long.findings).length).toBeLessThanOrEqual(2500)
  expect(long.findings.length + long.omitted).toBe(41)
  const { data: checked } = await agent.tool('check_course', { id: course.id, release: 'live' })
  expect(checked.counts.error).toBe(0)
})
