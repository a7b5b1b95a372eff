import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCourseTree } from '../support/course-fixture.ts'
import { createFurtherRecords } from '../support/further-records.ts'
import { exampleBodyOf, pathOf, routes, titleOf } from '../support/operations.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
let ids: Record<string, string>
beforeAll(async () => {
  service = await startTestService()
  const workspaceId = await service.workspace()
  const author = await service.key({ workspaceId })
  const tree = await createCourseTree(service, author)
  key = await service.key({ workspaceId, scopes: ['delivery:read'] })
  const { publicId } = await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } })
  const { course, module, lesson, block } = tree
  ids = { courseId: course.id, moduleId: module.id, lessonId: lesson.id, blockId: block.id, keyId: course.id }
  const copy = await service.rest('POST', `/blocks/${block.id}/duplicate`, author)
  await service.rest('DELETE', `/blocks/${copy.body.data.id}`, author)
  const trash = await service.rest('GET', '/trash', author)
  const checks = await service.rest('GET', `/courses/${course.id}/checks`, author)
  Object.assign(ids, { trashId: trash.body.data[0].id, findingId: checks.body.data.findings[0].id })
  Object.assign(ids, await createFurtherRecords(service, author, course.id))
  Object.assign(ids, { workspace: publicId, idOrSlug: course.id, number: '1' })
})
afterAll(() => service.close())

test.each(routes.map((route) => [titleOf(route), route] as const))(
  'a key with the scope delivery:read alone reads nothing of a draft by %s',
  async (_title, route) => {
    const { status, text } = await service.rest(route.rest.method, pathOf(route, ids), key, exampleBodyOf(route))
    const refusal = { learner: 404, person: 401, authenticated: 200 }[route.access] ?? 403
    expect(status).toBe(route.name === 'deliveredCoursePage' ? 200 : refusal)
    for (const words of ['Botany', 'Leaves', 'Light', 'Plants eat light.']) expect(text).not.toContain(words)
  },
)
