import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeChecksLong } from '../support/long-checks.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

const call = (method: string, path: string, body?: unknown) => service.rest(method, path, key, body)

/** Creates a course with a finding that has a fix. */
async function createFixableCourse() {
  const blocks = ['### Light', 'Other'].map((text) => ({ type: 'text', content: { text } }))
  const sent = { name: 'Botany', modules: [{ name: 'One', lessons: [{ name: 'First', blocks }] }] }
  const { id } = (await call('POST', '/courses', sent)).body.data
  const tree = (await call('GET', `/courses/${id}/tree`)).body.data
  const { findings } = (await call('GET', `/courses/${id}/checks`)).body.data
  const finding = findings.find(({ code }: { code: string }) => code === 'heading_skipped')
  const [fixable, other] = tree.modules[0].lessons[0].blocks
  const fix = () => call('POST', `/courses/${id}/fixes`, { findings: [finding.id] })
  const readText = async () => (await call('GET', `/blocks/${fixable.id}`)).body.data.content.text
  const change = (text: string) => call('PATCH', `/blocks/${other.id}`, { content: { text } })
  return { id, fix, readText, change }
}

test('the fixes of a course that did not change are applied after one run of the checks', async () => {
  const { fix, readText } = await createFixableCourse()
  const { runs } = makeChecksLong(async () => {})
  expect([(await fix()).status, runs()]).toEqual([200, 1])
  expect(await readText()).toBe('## Light')
})

test('a course is not locked while its findings are fixed, and a change meanwhile is kept', async () => {
  const { fix, readText, change } = await createFixableCourse()
  const { runs } = makeChecksLong(async (run) => run === 1 && expect((await change('Changed')).status).toBe(200))
  expect([(await fix()).status, runs()]).toEqual([200, 2])
  expect(await readText()).toBe('## Light')
})

test('the fixes of a course that is deleted during the checks are refused', async () => {
  const { id, fix } = await createFixableCourse()
  const { runs } = makeChecksLong(() => call('DELETE', `/courses/${id}`))
  const { status, body } = await fix()
  expect([status, body.error.message, runs()]).toEqual([404, 'Course not found.', 1])
})

test('no fixes are applied to a course that changes during each run of the checks', async () => {
  const { fix, readText, change } = await createFixableCourse()
  const { runs } = makeChecksLong((run) => change(`Change ${run}`))
  const { status, body } = await fix()
  expect([status, body.error.code, body.error.details, runs()]).toEqual([
    409,
    'conflict',
    { reason: 'changed_while_checked' },
    3,
  ])
  expect(await readText()).toBe('### Light')
})
