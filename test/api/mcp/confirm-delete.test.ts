import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCourseTree, missingId } from '../../support/course-fixture.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { connect } from './client.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

test('an agent deletes a published course only with the name of the course', async () => {
  const agent = await connect(service, key)
  const { course } = await createCourseTree(service, key, 'Mosses')
  const remove = (confirm?: string) => agent.tool('delete_content', { kind: 'course', id: course.id, confirm })
  await service.rest('PATCH', `/courses/${course.id}`, key, { published: true })
  const refusal = 'confirm: must be the name of the course'
  expect((await remove()).error.message).toBe(`${refusal}, because the course is published`)
  expect((await remove('Ferns')).error.message).toBe(refusal)
  expect((await service.rest('GET', `/courses/${course.id}`, key)).status).toBe(200)
  expect((await remove('Mosses')).data).toEqual({ id: course.id, deleted: true, trashId: expect.any(String) })
  expect((await service.rest('GET', `/courses/${course.id}`, key)).status).toBe(404)
})

test('white space around the name of the course does not count', async () => {
  const agent = await connect(service, key)
  const name = `${'M'.repeat(255)}${' '.repeat(20)}`
  const { course } = await createCourseTree(service, key, name)
  await service.rest('PATCH', `/courses/${course.id}`, key, { published: true })
  const { data } = await agent.tool('delete_content', { kind: 'course', id: course.id, confirm: name })
  expect(data).toMatchObject({ id: course.id, deleted: true })
})

test('an agent deletes a draft without its name, and REST takes no name', async () => {
  const agent = await connect(service, key)
  const draft = await createCourseTree(service, key)
  const { data } = await agent.tool('delete_content', { kind: 'course', id: draft.course.id })
  expect(data).toEqual({ id: draft.course.id, deleted: true, trashId: expect.any(String) })
  const { course } = await createCourseTree(service, key)
  await service.rest('PATCH', `/courses/${course.id}`, key, { published: true })
  expect((await service.rest('DELETE', `/courses/${course.id}?confirm=x`, key)).status).toBe(400)
  expect((await service.rest('DELETE', `/courses/${course.id}`, key)).status).toBe(200)
})

test('an agent that deletes an unknown course is told so, with and without a name', async () => {
  const agent = await connect(service, key)
  for (const confirm of [undefined, 'Mosses']) {
    const { error } = await agent.tool('delete_content', { kind: 'course', id: missingId, confirm })
    expect(error).toMatchObject({ code: 'not_found', message: 'Course not found.' })
  }
})
