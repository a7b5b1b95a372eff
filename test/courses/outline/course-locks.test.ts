import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDefinedSqlStatements } from '../../../src/platform/db/statement.ts'
import { deleteOldReleases } from '../../../src/releases/old-releases.ts'
import { applyDueReleaseSchedules } from '../../../src/releases/publishing/due-schedules.ts'
import { type CourseTree, createCourseTree, restLevels } from '../../support/course-fixture.ts'
import { deleteToTrash } from '../../support/deleted-record.ts'
import { openPublishGate } from '../../support/publish-gate.ts'
import { publishCourse } from '../../support/published-course.ts'
import { runSql } from '../../support/row-locks.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { statementsOf } from '../../support/sql-recorder.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  await openPublishGate(service)
})
afterAll(() => service.close())

const send = (method: string, path: string, body?: object) => service.rest(method, path, key, body)

/** Returns the names of the statements of a transaction up to its first lock of a course. */
async function locksOf(work: () => Promise<unknown>): Promise<string[]> {
  const nameByText = new Map(listDefinedSqlStatements().map(({ name, text }) => [text.trim(), name]))
  const names = (await statementsOf(work)).map((text) => nameByText.get(text) ?? text)
  const lock = names.findIndex((name) => /^course_lock|_(?:re)?move_lock$/.test(name))
  return names.slice(names.slice(0, lock + 1).lastIndexOf('BEGIN') + 1, lock + 1)
}

/** Sends a request that must succeed, and returns the statements up to its lock. */
const locksOfRequest = (method: string, path: string, body?: object) =>
  locksOf(async () => {
    const { status, text } = await send(method, path, body)
    expect([status, status < 300 ? '' : text]).toEqual([expect.toBeOneOf([200, 201]), ''])
  })

// A write that reads the course before it locks the course could decide by an outdated state of the course.
test.each<[what: string, method: string, path: string, body: object | undefined]>([
  ['an archive', 'POST', '/archive', undefined],
  ['an unarchive', 'POST', '/unarchive', undefined],
  ['an unpublish', 'POST', '/unpublish', undefined],
  ['a dry run of a publish', 'POST', '/releases', { dryRun: true }],
  ['a publish', 'POST', '/releases', {}],
  ['a change of a release', 'PATCH', '/releases/1', { pinned: true }],
  ['a restore of a release', 'POST', '/restore', { release: 1 }],
  ['a new preview link', 'POST', '/preview-links', {}],
  ['a change of a tree', 'PUT', '/tree', { modules: [] }],
  ['a copy', 'POST', '/duplicate', undefined],
  ['a publish as a field', 'PATCH', '', { published: true }],
  ['an unpublish as a field', 'PATCH', '', { published: false }],
  ['a delete', 'DELETE', '', undefined],
])('%s locks the course before it reads the course', async (_what, method, path, body) => {
  const { course } = await createCourseTree(service, key)
  await publishCourse(service, key, course.id)
  expect(await locksOfRequest(method, `/courses/${course.id}${path}`, body)).toEqual(['course_lock'])
})

test.each(restLevels)('a write of a $level locks the course first', async ({ level, parent, list, one, named }) => {
  const outline: CourseTree = await createCourseTree(service, key)
  const second = (await send('POST', list(outline[parent].id), named('second'))).body.data.id
  const ids = [second, outline[level].id]
  const parentTable = `${parent}s`
  expect(await locksOfRequest('PUT', `${list(outline[parent].id)}/order`, { ids })).toEqual([
    `course_lock_by_${parentTable}`,
  ])
  const path = one(second)
  expect(await locksOfRequest('POST', `${path}/duplicate`)).toEqual([`course_lock_by_${level}s`])
  expect(await locksOfRequest('POST', `${path}/move`, { [`${parent}Id`]: outline[parent].id })).toEqual([
    `${level}s_move_lock`,
  ])
  let entry = ''
  expect(
    await locksOf(async () => {
      entry = await deleteToTrash(service, key, path)
    }),
  ).toEqual([`${level}s_remove_lock`])
  // The entry of the trash names the course. It is locked after the course, as every write locks the course first.
  expect(await locksOfRequest('POST', `${entry}/restore`)).toEqual(['trash_entry', `course_lock_by_${parentTable}`])
})

test('a dismissal, its return and a fix lock the course before they write', async () => {
  const { course, lesson } = await createCourseTree(service, key)
  const text = { text: '# Light\n\n# Light\n\nSee [here](https://example.org/).' }
  await send('POST', `/lessons/${lesson.id}/blocks`, { type: 'text', content: text })
  const { findings } = (await send('GET', `/courses/${course.id}/checks`)).body.data
  const fixable = findings.find(({ fix }: { fix: object | null }) => fix)
  expect(await locksOfRequest('POST', `/courses/${course.id}/fixes`, { findings: [fixable.id] })).toEqual([
    'course_lock',
  ])
  const [first] = (await send('GET', `/courses/${course.id}/checks`)).body.data.findings
  const path = `/courses/${course.id}/dismissals`
  expect(await locksOfRequest('POST', path, { finding: first.id })).toEqual(['course_lock'])
  expect(await locksOfRequest('DELETE', `${path}/${first.id}`)).toEqual(['course_lock'])
})

test('the scheduled jobs lock a course before they store its live release or delete its releases', async () => {
  const { sql, prisma } = service.db
  const { course } = await createCourseTree(service, key)
  for (const name of ['Botany', 'Trees']) {
    await send('PATCH', `/courses/${course.id}`, { name })
    await publishCourse(service, key, course.id)
  }
  expect(await locksOf(() => deleteOldReleases(sql, 0))).toEqual(['course_lock'])
  expect(await prisma.release.count({ where: { courseId: course.id } })).toBe(1)
  const storeDue = async () => {
    await runSql(sql, 'UPDATE courses SET live_changes_at = now() WHERE id = $1', [course.id])
    await applyDueReleaseSchedules(sql)
  }
  expect(await locksOf(storeDue)).toEqual(['course_lock'])
})
