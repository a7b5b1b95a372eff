import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'
import { statementsOf } from '../support/sql-recorder.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

const call = (method: string, path: string, body?: unknown) => service.rest(method, path, key, body)

type Finding = { id: string; code: string }
const findingsOf = async (id: string): Promise<Finding[]> =>
  (await call('GET', `/courses/${id}/checks?level=error`)).body.data.findings
const countsOf = async (id: string) => (await call('GET', `/courses/${id}/checks`)).body.data.counts

/** Creates a course whose lessons have `size` images without a description each. */
async function createCourse(size: number) {
  const blocks = Array.from({ length: size }, (_, n) => ({ type: 'image', content: { url: `https://a.example/${n}` } }))
  const modules = [{ name: 'Leaves', lessons: [{ name: 'Light', blocks }] }]
  const { id } = (await call('POST', '/courses', { name: 'Botany', language: 'en', modules })).body.data
  const [module] = (await call('GET', `/courses/${id}/tree`)).body.data.modules
  const [lesson] = module.lessons
  return { course: id as string, module: module.id, lesson: lesson.id, block: lesson.blocks[0].id }
}

async function dismissAll(course: string): Promise<number> {
  const findings = await findingsOf(course)
  for (const { id } of findings)
    expect((await call('POST', `/courses/${course}/dismissals`, { finding: id })).status).toBe(201)
  return findings.length
}

test.each([
  ['modules', 'module', 'courseId', 'course'],
  ['lessons', 'lesson', 'moduleId', 'module'],
  ['blocks', 'block', 'lessonId', 'lesson'],
] as const)(
  'the dismissals of %s that move to another course go with them, in two statements',
  async (path, level, field, parent) => {
    const counts: number[] = []
    for (const size of [1, 5]) {
      const [from, to] = [await createCourse(size), await createCourse(1)]
      const dismissed = await dismissAll(from.course)
      const before = await countsOf(to.course)
      const statements = await statementsOf(async () => {
        expect((await call('POST', `/${path}/${from[level]}/move`, { [field]: to[parent] })).status).toBe(200)
      })
      counts.push(statements.filter((text) => /\bdismissals\b/.test(text)).length, statements.length)
      const moved = level === 'block' ? 1 : dismissed
      expect(await countsOf(to.course)).toMatchObject({ error: before.error, dismissed: moved })
      expect((await countsOf(from.course)).dismissed).toBe(dismissed - moved)
    }
    expect(counts.slice(0, 2)).toEqual(counts.slice(2))
    expect(counts[0]).toBe(2)
  },
)

test('a course takes no more than 1,000 dismissals of records that move to it', async () => {
  const [from, to] = [await createCourse(2), await createCourse(1)]
  await dismissAll(from.course)
  await service.db.prisma.$executeRaw`
    INSERT INTO dismissals (workspace_id, course_id, finding_id, node_id, code, caller)
    SELECT d.workspace_id, ${to.course}::uuid, gen_random_uuid(), ${to.block}::uuid, d.code, d.caller
    FROM (SELECT * FROM dismissals WHERE course_id = ${from.course}::uuid LIMIT 1) d, generate_series(1, 999)`
  expect((await call('POST', `/lessons/${from.lesson}/move`, { moduleId: to.module })).status).toBe(200)
  expect(await service.db.prisma.dismissal.count({ where: { courseId: to.course } })).toBe(1000)
})
