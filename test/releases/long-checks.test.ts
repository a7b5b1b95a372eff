import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCourseTree } from '../support/course-fixture.ts'
import { makeChecksLong } from '../support/long-checks.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

const publish = (courseId: string, body: object = {}) =>
  service.rest('POST', `/courses/${courseId}/releases`, key, body)

test('while the checks of a large course run, the course is not locked', async () => {
  const { course } = await createCourseTree(service, key)
  const other = await createCourseTree(service, key)
  const { runs } = makeChecksLong(() => service.rest('PATCH', `/courses/${other.course.id}`, key, { name: 'Other' }))
  expect((await publish(course.id)).status).toBe(201)
  expect(runs()).toBe(1)
})

test('content that was changed while the checks ran is checked again before it is published', async () => {
  const { course, block } = await createCourseTree(service, key)
  const change = (text: string) => service.rest('PATCH', `/blocks/${block.id}`, key, { content: { text } })
  const { runs } = makeChecksLong(async (run) => run === 1 && expect((await change('Changed')).status).toBe(200))
  expect((await publish(course.id)).status).toBe(201)
  expect(runs()).toBe(2)
  const live = await service.rest('GET', `/courses/${course.id}/releases/1`, key)
  expect(JSON.stringify(live.body.data)).toContain('Changed')
})

test('an error that appears while the checks run prevents the publish', async () => {
  const { course, lesson } = await createCourseTree(service, key)
  const image = { type: 'image', content: { url: 'https://example.com/leaf.png' } }
  makeChecksLong((run) =>
    run === 1 ? service.rest('POST', `/lessons/${lesson.id}/blocks`, key, image) : Promise.resolve(),
  )
  const { status, body } = await publish(course.id)
  expect([status, body.error.details.checks.counts.error]).toEqual([409, 1])
})

test('a course that changes during each run of the checks is not published', async () => {
  const { course, block } = await createCourseTree(service, key)
  const { runs } = makeChecksLong((run) =>
    service.rest('PATCH', `/blocks/${block.id}`, key, { content: { text: `Change ${run}` } }),
  )
  const { status, body } = await publish(course.id)
  expect([status, body.error.code, body.error.details]).toEqual([409, 'conflict', { reason: 'changed_while_checked' }])
  expect(runs()).toBe(3)
  expect((await service.rest('GET', `/courses/${course.id}/releases`, key)).body.meta.total).toBe(0)
})

test('a course that did not change during the last run of the checks is published', async () => {
  const { course, block } = await createCourseTree(service, key)
  const { runs } = makeChecksLong(async (run) => {
    if (run < 3) await service.rest('PATCH', `/blocks/${block.id}`, key, { content: { text: `Change ${run}` } })
  })
  expect([(await publish(course.id)).status, runs()]).toEqual([201, 3])
})

test('a dry run does not lock the course while its checks run', async () => {
  const { course, block } = await createCourseTree(service, key)
  const { runs } = makeChecksLong(async () => {
    const { status } = await service.rest('PATCH', `/blocks/${block.id}`, key, { content: { text: 'Meanwhile' } })
    expect(status).toBe(200)
  })
  const { status, body } = await publish(course.id, { dryRun: true })
  expect([status, body.data.passesGate, runs()]).toEqual([200, true, 1])
  expect((await publish(course.id, { confirm: body.data.confirm })).status).toBe(412)
})

test('with the gate off, no checks run', async () => {
  const { course } = await createCourseTree(service, key)
  const { runs } = makeChecksLong(async () => {})
  expect((await publish(course.id, { gate: 'off' })).status).toBe(201)
  expect(runs()).toBe(0)
})
