import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { checks } from '../../src/checks/checks.ts'
import type { CourseStructureCheck } from '../../src/checks/model/check.ts'
import { createCourseTree } from '../support/course-fixture.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

test('dismissals make room for another one only if every check has said which findings are left', async () => {
  const { course, lesson } = await createCourseTree(service, key)
  const images = ['one', 'two'].map((name) => ({ type: 'image', content: { url: `https://example.com/${name}.png` } }))
  for (const image of images) await service.rest('POST', `/lessons/${lesson.id}/blocks`, key, image)
  const { findings } = (await service.rest('GET', `/courses/${course.id}/checks`, key)).body.data
  const [first, second] = findings.filter(({ level }: { level: string }) => level === 'error')
  const dismiss = async ({ id: finding }: { id: string }) =>
    (await service.rest('POST', `/courses/${course.id}/dismissals`, key, { finding })).status
  const count = () => service.db.prisma.dismissal.count({ where: { courseId: course.id } })
  expect(await dismiss(first)).toBe(201)
  // These findings are gone.
  await service.db.prisma.$executeRaw`
    INSERT INTO dismissals (workspace_id, course_id, finding_id, node_id, code, caller)
    SELECT d.workspace_id, d.course_id, gen_random_uuid(), d.node_id, d.code, d.caller
    FROM dismissals d, generate_series(1, 999) WHERE d.finding_id = ${first.id}::uuid`
  const courseCheck = checks.find((one): one is CourseStructureCheck => 'findInCourse' in one)!
  const fail = vi.spyOn(courseCheck, 'findInCourse').mockImplementation(() => {
    throw new Error('broken')
  })
  onTestFinished(() => fail.mockRestore())
  expect([await dismiss(second), await count()]).toEqual([409, 1000])
  fail.mockRestore()
  expect([await dismiss(second), await count()]).toEqual([201, 2])
})
