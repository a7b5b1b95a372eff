import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkCourseDraft } from '../../src/checks/report.ts'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { statementsOf } from '../support/sql-recorder.ts'

let service: TestService
let key: string
let workspaceId: string
beforeAll(async () => {
  service = await startTestService()
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
})
afterAll(() => service.close())

const call = (method: string, path: string, body?: unknown) => service.rest(method, path, key, body)

type Found = { id: string; code: string; kind: string; nodeId: string }

/** A course with a finding of each kind of record, and two in one text. */
const faulty = {
  name: 'Botany',
  language: 'en',
  objectives: ['Explain photosynthesis thoroughly'],
  modules: [
    {
      name: 'Leaves',
      lessons: [{ name: 'Light', blocks: [{ type: 'image', content: { url: 'https://a.example/a' } }] }],
    },
    { name: 'Roots', lessons: [{ name: 'Water' }] },
    { name: 'Stems' },
    {
      name: 'Words',
      lessons: [
        {
          name: 'Text',
          blocks: [{ type: 'text', content: { text: 'See https://a.example/b and https://a.example/c.' } }],
        },
      ],
    },
  ],
}
const create = async (): Promise<string> => (await call('POST', '/courses', faulty)).body.data.id

/** Reads the findings of a course as clients do: the service has then listed them. */
const list = async (id: string, query = ''): Promise<Found[]> =>
  (await call('GET', `/courses/${id}/checks${query}`)).body.data.findings
/** Reads the findings of a course without listing them to a client. */
const findUnlisted = async (id: string): Promise<Found[]> =>
  (await checkCourseDraft(service.db.sql, workspaceId, id, {})).result.findings.map(({ id, code, kind, nodeId }) => ({
    id,
    code,
    kind,
    nodeId,
  }))
const pick = (findings: readonly Found[], code: string) => findings.find((finding) => finding.code === code)!

const dismiss = async (id: string, finding: string) => {
  const { status, body } = await call('POST', `/courses/${id}/dismissals`, { finding })
  return [status, body.error?.message ?? body.data.id]
}

/** The tables that a dismissal reads and writes, in order. */
async function tablesOf(dismissal: () => Promise<unknown>): Promise<string[]> {
  const statements = await statementsOf(dismissal)
  return statements.map((text) => /\b(?:courses|modules|lessons|blocks|dismissals)\b/.exec(text)?.[0] ?? text)
}
/** The tables of a dismissal that reads only the block with the problem. */
const tablesOfBlock = ['BEGIN', 'courses', 'blocks', 'dismissals', 'dismissals', 'COMMIT']

/** The codes of findings that depend on other records too. */
const ofOthers = ['objective_not_taught', 'module_empty', 'lesson_empty']
const ofOneRecord = ['image_without_alt', 'bare_address']
const codes = [...ofOthers, ...ofOneRecord]

test('a listed finding that depends on one record is dismissed with a read of this record, and without checks', async () => {
  const id = await create()
  const findings = await list(id)
  for (const code of ofOneRecord) {
    const finding = pick(findings, code)
    const tables = await tablesOf(async () => expect(await dismiss(id, finding.id)).toEqual([201, finding.id]))
    expect([code, tables]).toEqual([code, tablesOfBlock])
  }
  const left = (await list(id)).map(({ code }) => code)
  expect(left).not.toContain('image_without_alt')
})

test('a listed finding that the course no longer has cannot be dismissed, also if its own record is unchanged', async () => {
  const id = await create()
  const findings = await list(id)
  const [leaves, roots, stems] = (await call('GET', `/courses/${id}/tree`)).body.data.modules
  const text = { type: 'text', content: { text: 'Photosynthesis: explain it thoroughly.' } }
  await call('POST', `/lessons/${roots.lessons[0].id}/blocks`, text)
  await call('POST', `/modules/${stems.id}/lessons`, { name: 'Wood', blocks: [text] })
  await call('PATCH', `/lessons/${leaves.lessons[0].id}`, { prerequisites: ['soil'] })
  const [unknown] = (await list(id)).filter(({ code }) => code === 'prerequisite_not_found')
  await call('PATCH', `/modules/${roots.id}`, { key: 'soil' })
  for (const finding of [...ofOthers.map((code) => pick(findings, code)), unknown!])
    expect([finding.code, await dismiss(id, finding.id)]).toEqual([finding.code, [404, 'Finding not found.']])
})

test('a listed finding cannot be dismissed after its record has changed', async () => {
  const id = await create()
  const findings = await list(id)
  for (const code of codes) {
    const { kind, nodeId, id: finding } = pick(findings, code)
    const change = kind === 'block' ? { content: { url: 'https://a.example/b', text: 'It grows.' } } : { name: 'New' }
    expect((await call('PATCH', `/${kind}s/${nodeId}`, change)).status).toBe(200)
    expect([code, await dismiss(id, finding)]).toEqual([code, [404, 'Finding not found.']])
  }
})

test('a listed finding cannot be dismissed in another course, or after its record is deleted', async () => {
  const [id, other] = [await create(), await create()]
  const findings = await list(id)
  for (const code of codes)
    expect([code, await dismiss(other, pick(findings, code).id)]).toEqual([code, [404, 'Finding not found.']])
  const { kind, nodeId, id: finding } = pick(findings, 'lesson_empty')
  await call('DELETE', `/${kind}s/${nodeId}`)
  expect(await dismiss(id, finding)).toEqual([404, 'Finding not found.'])
})

test('a listed finding cannot be dismissed in a course that is missing or deleted', async () => {
  const id = await create()
  const findings = await list(id)
  await call('DELETE', `/courses/${id}`)
  for (const course of [id, makeUuidV7()])
    for (const code of codes)
      expect([code, await dismiss(course, pick(findings, code).id)]).toEqual([code, [404, 'Course not found.']])
})

test('a listed finding of an archived course cannot be dismissed', async () => {
  const id = await create()
  const [finding] = await list(id)
  await call('POST', `/courses/${id}/archive`)
  expect((await dismiss(id, finding!.id))[0]).toBe(409)
})

test('a finding that no response has listed is dismissed too, and then the others of its check without checks', async () => {
  const id = await create()
  const findings = await findUnlisted(id)
  for (const code of codes) {
    const finding = pick(findings, code)
    const tables = await tablesOf(async () =>
      expect([code, await dismiss(id, finding.id)]).toEqual([code, [201, finding.id]]),
    )
    expect([code, tables]).not.toEqual([code, tablesOfBlock])
  }
  const [, second] = findings.filter(({ code }) => code === 'bare_address')
  expect(await tablesOf(async () => expect(await dismiss(id, second!.id)).toEqual([201, second!.id]))).toEqual(
    tablesOfBlock,
  )
})

const countDismissals = (courseId: string, where = {}) =>
  service.db.prisma.dismissal.count({ where: { workspaceId, courseId, ...where } })

/** Dismisses findings of a check that the service no longer has. */
const dismissGone = (courseId: string, count: number, nodeId: string) =>
  service.db.prisma.dismissal.createMany({
    data: Array.from({ length: count }, () => ({
      ...{ workspaceId, courseId, nodeId, findingId: makeUuidV7() },
      ...{ code: 'word_unknown', caller: 'key:1' },
    })),
  })

test('dismissals make room only for a finding that is new, and a dismissed finding that still exists is kept', async () => {
  const id = await create()
  const findings = await list(id)
  const address = pick(findings, 'bare_address')
  expect(await dismiss(id, address.id)).toEqual([201, address.id])
  await dismissGone(id, 999, address.nodeId)
  expect(await dismiss(id, address.id)).toEqual([201, address.id])
  expect(await countDismissals(id)).toBe(1000)
  const image = pick(findings, 'image_without_alt')
  expect(await dismiss(id, image.id)).toEqual([201, image.id])
  expect(await countDismissals(id)).toBe(2)
  expect(await countDismissals(id, { findingId: address.id })).toBe(1)
})

test('dismissals of a check that the service no longer has are not listed, follow their block, and are deleted', async () => {
  const [id, other] = [await create(), await create()]
  const { nodeId } = pick(await list(id), 'bare_address')
  await dismissGone(id, 2, nodeId)
  const before = await list(id)
  expect(await list(id, '?include_dismissed=true')).toEqual(before)
  const [{ lessons }] = (await call('GET', `/courses/${other}/tree`)).body.data.modules
  expect((await call('POST', `/blocks/${nodeId}/move`, { lessonId: lessons[0].id })).status).toBe(200)
  expect([await countDismissals(id), await countDismissals(other)]).toEqual([0, 2])
  const { findingId } = await service.db.prisma.dismissal.findFirstOrThrow({ where: { courseId: other } })
  expect((await call('DELETE', `/courses/${other}/dismissals/${findingId}`)).status).toBe(200)
  expect((await call('DELETE', `/courses/${other}`)).status).toBe(200)
})
