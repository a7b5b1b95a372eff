import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CourseTree, createCourseTree } from '../support/course-fixture.ts'
import { openPublishGate } from '../support/publish-gate.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key({ workspaceId: await service.workspace() })
  await openPublishGate(service)
})
afterAll(() => service.close())

const send = (method: string, path: string, body?: object) => service.rest(method, path, key, body)

/** Returns the names of the lessons of a course that have unpublished changes. */
async function listChanged({ course }: CourseTree): Promise<string[]> {
  const { data } = await service.graphql(
    'query ($id: ID!) { course(id: $id) { modules { lessons { name hasUnpublishedChanges } } } }',
    key,
    { id: course.id },
  )
  const { modules } = data.course as {
    modules: { lessons: { name: string; hasUnpublishedChanges: boolean }[] }[]
  }
  return modules
    .flatMap(({ lessons }) => lessons)
    .filter((lesson) => lesson.hasUnpublishedChanges)
    .map(({ name }) => name)
}

test('only the lessons that differ from the live release have unpublished changes', async () => {
  const tree = await createCourseTree(service, key)
  const { course, module, lesson, block } = tree
  await send('POST', `/modules/${module.id}/lessons`, { name: 'Water' })
  expect(await listChanged(tree)).toEqual(['Light', 'Water'])
  await send('POST', `/courses/${course.id}/releases`, {})
  expect(await listChanged(tree)).toEqual([])
  await send('PATCH', `/modules/${module.id}`, { name: 'Green leaves' })
  expect(await listChanged(tree)).toEqual([])
  await send('PATCH', `/blocks/${block.id}`, { content: { text: 'Plants eat green light.' } })
  expect(await listChanged(tree)).toEqual(['Light'])
  await send('PATCH', `/blocks/${block.id}`, { content: { text: 'Plants eat light.' } })
  expect(await listChanged(tree)).toEqual([])
  await send('PATCH', `/lessons/${lesson.id}`, { description: 'What light does.' })
  await send('POST', `/modules/${module.id}/lessons`, { name: 'Air' })
  expect(await listChanged(tree)).toEqual(['Light', 'Air'])
  await send('POST', `/courses/${course.id}/releases`, { lessonIds: [lesson.id] })
  expect(await listChanged(tree)).toEqual(['Air'])
})

test('a lesson of a release that is older than one of its fields is unchanged', async () => {
  const tree = await createCourseTree(service, key)
  await send('POST', `/courses/${tree.course.id}/releases`, {})
  await send('PATCH', `/modules/${tree.module.id}`, { name: 'Green leaves' })
  await service.db.prisma.$executeRawUnsafe(
    `UPDATE release_nodes SET body = replace(body::text, '"optional":false,', '')::json, hash = 'older' WHERE body::text LIKE '%${tree.lesson.id}%'`,
  )
  await service.db.prisma.$executeRawUnsafe(
    `UPDATE releases SET outline = regexp_replace(outline::text, '"hash":"[0-9a-f]{64}"', '"hash":"older"')::json WHERE course_id = '${tree.course.id}'`,
  )
  expect(await listChanged(tree)).toEqual([])
  await send('PATCH', `/lessons/${tree.lesson.id}`, { optional: true })
  expect(await listChanged(tree)).toEqual(['Light'])
})
