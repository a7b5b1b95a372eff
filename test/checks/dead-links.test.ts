import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { linkCheckLimiter } from '../../src/checks/limiters.ts'

let reason = 'its server answers 404'
vi.mock('../../src/checks/links/request.ts', async (original) => ({
  ...(await original<object>()),
  checkLink: async () => ({ state: 'dead', reason }),
}))

import { collectExternalLinks } from '../../src/checks/links/collect.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { block, courseOf } from './faults.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())
const call = (method: string, path: string, body?: unknown) => service.rest(method, path, key, body)

async function createCourse(text: string) {
  const blocks = [{ type: 'text', content: { text } }]
  const modules = [{ name: 'Leaves', lessons: [{ name: 'Light', blocks }] }]
  const { id } = (await call('POST', '/courses', { name: 'Botany', modules })).body.data
  return `/courses/${id}`
}
const check = async (course: string) => (await call('POST', `${course}/link-checks`, {})).body.data.findings

test.each(['its server answers 404', 'its server answers 410', 'its host does not exist'])(
  'a dead link is dismissed until its block changes, also by a process that has not checked it: %s',
  async (why) => {
    reason = why
    const course = await createCourse('[The page](https://example.com/gone) and [one](https://example.com/other)')
    const [finding, other] = await check(course)
    expect((await call('POST', `${course}/dismissals`, { finding: finding.id })).status).toBe(201)
    const after = (await check(course)) as { id: string; isDismissed: boolean }[]
    expect(after.map(({ id, isDismissed }) => [id, isDismissed])).toEqual([
      [finding.id, true],
      [other.id, false],
    ])
    await call('PATCH', `/blocks/${other.nodeId}`, { content: { text: '[New](https://example.com/other)' } })
    expect((await call('POST', `${course}/dismissals`, { finding: other.id })).status).toBe(404)
  },
)

test('the dismissal of a dead link stays when others make room', async () => {
  const course = await createCourse('[The page](https://example.com/gone)')
  const [finding] = await check(course)
  await call('POST', `${course}/dismissals`, { finding: finding.id })
  await service.db.prisma.$executeRaw`
    INSERT INTO dismissals (workspace_id, course_id, finding_id, node_id, code, caller)
    SELECT d.workspace_id, d.course_id, gen_random_uuid(), d.node_id, 'image_without_alt', d.caller
    FROM dismissals d, generate_series(1, 999) WHERE d.finding_id = ${finding.id}::uuid`
  const [error] = (await call('GET', `${course}/checks`)).body.data.findings
  expect((await call('POST', `${course}/dismissals`, { finding: error.id })).status).toBe(201)
  const [dismissed] = await check(course)
  expect(dismissed).toMatchObject({ id: finding.id, isDismissed: true })
})

test('a link is placed by a JSON Pointer, and its message has no half of a surrogate pair', async () => {
  const links = await collectExternalLinks(
    courseOf([block('interactive', { 'a/b~c': { url: 'https://example.com/' } })]),
    () => {},
  )
  expect(links[0]!.places[0]!.path).toBe('/content/a~1b~0c/url')
  const course = await createCourse(`[Page](https://example.com/${'a'.repeat(279)}😀😀)`)
  const [finding] = await check(course)
  expect(finding.message.isWellFormed()).toBe(true)
})

test('a workspace checks the links of one course at a time', async () => {
  const workspaceId = await service.workspace()
  const own = await service.key({ workspaceId })
  const { id } = (await service.rest('POST', '/courses', own, { name: 'Botany' })).body.data
  const checkLinks = () => service.rest('POST', `/courses/${id}/link-checks`, own, {})
  const linkChecks = service.app.services.limiters.get(linkCheckLimiter)
  const release = linkChecks.acquireNow(workspaceId)
  const refused = await checkLinks()
  expect([refused.status, refused.body.error.details]).toEqual([429, { reason: 'checks of links', limit: 1 }])
  release()
  expect((await checkLinks()).status).toBe(200)
  expect(linkChecks.state().used).toBe(0)
})
