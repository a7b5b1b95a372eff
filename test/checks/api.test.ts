import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { convertDraftForChecks, convertDraftWithContentForChecks } from '../../src/checks/model/course.ts'
import { checkCourseBeforePublish, type PublishGateMode } from '../../src/checks/publish-gate.ts'
import { checkCourseDraft, readCourseDraft } from '../../src/checks/report.ts'
import type { SqlRunner } from '../../src/platform/db/statement.ts'
import { ApiError } from '../../src/platform/errors.ts'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { missingId } from '../support/course-fixture.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'
import { runSql, whileRowsAreLocked } from '../support/row-locks.ts'
import { serviceForTest, startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
let workspaceId: string
beforeAll(async () => {
  service = await startTestService()
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
})
afterAll(() => service.close())

const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  service.rest(method, path, key, body, headers)

const skipped = '## Light\n\n#### Shade'
const faultyBlocks = [
  { type: 'text', content: { text: skipped } },
  { type: 'image', content: { url: 'https://a.example/leaf.png' } },
]

/** Creates a course with the given blocks in its only lesson, and returns its id and the ids of its blocks. */
async function create(blocks: readonly object[] = faultyBlocks) {
  const modules = [{ name: 'Leaves', lessons: [{ name: 'Light', blocks }] }]
  const { body } = await call('POST', '/courses', { name: 'Botany', language: 'en', modules })
  const id: string = body.data.id
  const tree = (await call('GET', `/courses/${id}/tree`)).body.data
  return {
    id,
    treeVersion: tree.treeVersion,
    blocks: tree.modules[0].lessons[0].blocks as { id: string; version: number }[],
  }
}

const read = async (id: string, query = '') => (await call('GET', `/courses/${id}/checks${query}`)).body.data
const codesOf = ({ findings }: { findings: { code: string }[] }) => findings.map(({ code }) => code)
const idOf = ({ findings }: { findings: { code: string; id: string }[] }, code: string) =>
  findings.find((finding) => finding.code === code)!.id

test('the checks of a course name each finding with its place, errors first', async () => {
  const { id, blocks, treeVersion } = await create()
  const checks = await read(id)
  expect(checks).toMatchObject({ courseId: id, treeVersion, omitted: 0 })
  expect(checks.counts).toEqual({ error: 1, warning: 1, info: 0, dismissed: 0 })
  expect(checks.findings).toEqual([
    {
      id: expect.any(String),
      code: 'image_without_alt',
      level: 'error',
      wcag: '1.1.1',
      kind: 'block',
      nodeId: blocks[1]!.id,
      lessonId: expect.any(String),
      path: '/content/alt',
      message: 'The image has no alternative text. Write alt, or set decorative.',
      fix: null,
      isDismissed: false,
    },
    expect.objectContaining({
      code: 'heading_skipped',
      level: 'warning',
      nodeId: blocks[0]!.id,
      path: '/content/text',
      fix: 'Raises the heading and those below it by one level.',
    }),
  ])
})

test('the level leaves out less severe findings, and the limit counts what it leaves out', async () => {
  const { id } = await create()
  expect(codesOf(await read(id, '?level=error'))).toEqual(['image_without_alt'])
  const limited = await read(id, '?limit=1')
  expect([codesOf(limited), limited.omitted, limited.counts.warning]).toEqual([['image_without_alt'], 1, 1])
})

test.each(['0', '501', 'x'])('a limit of %s is refused', async (limit) => {
  const { id } = await create()
  expect((await call('GET', `/courses/${id}/checks?limit=${limit}`)).status).toBe(400)
})

test('a fix changes the block, and its finding is gone', async () => {
  const { id, blocks, treeVersion } = await create()
  const finding = idOf(await read(id), 'heading_skipped')
  const dry = await call('POST', `/courses/${id}/fixes`, { findings: [finding], dryRun: true })
  expect(dry.status).toBe(200)
  const content = { text: '## Light\n\n### Shade' }
  expect(dry.body.data).toEqual({
    courseId: id,
    treeVersion,
    fixed: [finding],
    skipped: [],
    blocks: [{ id: blocks[0]!.id, version: 1, content }],
    prerequisites: [],
  })
  expect(codesOf(await read(id))).toContain('heading_skipped')
  const done = await call('POST', `/courses/${id}/fixes`, { findings: [finding] }, { 'If-Match': `"v${treeVersion}"` })
  expect(done.body.data).toMatchObject({ treeVersion: treeVersion + 1, blocks: [{ version: 2, content }] })
  expect(codesOf(await read(id))).toEqual(['image_without_alt'])
  expect((await call('GET', `/blocks/${blocks[0]!.id}`)).body.data.content).toEqual(content)
})

test('a fix at another tree version is refused and changes nothing', async () => {
  const { id, treeVersion } = await create()
  const findings = [idOf(await read(id), 'heading_skipped')]
  for (const dryRun of [true, false]) {
    const answer = await call('POST', `/courses/${id}/fixes`, { findings, dryRun }, { 'If-Match': '"v99"' })
    expect(answer.status).toBe(412)
    expect(answer.body.error.details).toEqual({ currentVersion: treeVersion })
  }
  expect((await read(id)).treeVersion).toBe(treeVersion)
})

test('a fix with If-Match: * is made at every tree version', async () => {
  const { id, treeVersion } = await create()
  const findings = [idOf(await read(id), 'heading_skipped')]
  const done = await call('POST', `/courses/${id}/fixes`, { findings }, { 'If-Match': '*' })
  expect([done.status, done.body.data.treeVersion]).toEqual([200, treeVersion + 1])
})

test('a fix waits for a writer of the course, and is refused if its tree version is outdated', async () => {
  const { id, treeVersion } = await create()
  const findings = [idOf(await read(id), 'heading_skipped')]
  const answer = await whileRowsAreLocked(
    service,
    (tx) => runSql(tx, 'UPDATE courses SET tree_version = tree_version + 1 WHERE id = $1', [id]),
    () => call('POST', `/courses/${id}/fixes`, { findings }, { 'If-Match': `"v${treeVersion}"` }),
  )
  expect([answer.status, answer.body.error.details]).toEqual([412, { currentVersion: treeVersion + 1 }])
  expect(codesOf(await read(id))).toContain('heading_skipped')
})

test('one fix changes at most 200 headings, and the fixes of one request 2,000 parts of a block', async () => {
  const fix = async (sections: number, headings: number) => {
    const section = (number: number) => `## Light\n\n#### Shade ${number}\n${'##### Moss\n'.repeat(headings - 1)}`
    const text = Array.from({ length: sections }, (_, index) => section(index)).join('\n')
    const { id } = await create([{ type: 'text', content: { text } }])
    const findings = (await read(id)).findings.filter(({ code }: { code: string }) => code === 'heading_skipped')
    const body = { findings: findings.map((finding: { id: string }) => finding.id), dryRun: true }
    const { fixed, skipped } = (await call('POST', `/courses/${id}/fixes`, body)).body.data
    return [fixed.length, skipped.map(({ reason }: { reason: string }) => reason)]
  }
  expect(await fix(11, 200)).toEqual([10, [expect.stringContaining('Too many changes')]])
  expect(await fix(1, 201)).toEqual([0, [expect.stringContaining('No fix is known')]])
})

test('findings without a fix, findings that are gone and contradicting fixes are skipped with a reason', async () => {
  const { id, treeVersion } = await create([
    { type: 'text', content: { text: '### Light\n\n##### Shade' } },
    faultyBlocks[1]!,
  ])
  const checks = await read(id)
  const [outer, inner] = checks.findings.filter(({ code }: { code: string }) => code === 'heading_skipped')
  const image = idOf(checks, 'image_without_alt')
  const { body } = await call('POST', `/courses/${id}/fixes`, { findings: [outer.id, inner.id, image, missingId] })
  expect(body.data.fixed).toEqual([outer.id])
  expect(body.data.treeVersion).toBe(treeVersion + 1)
  expect(body.data.skipped).toEqual([
    {
      findingId: inner.id,
      reason: 'Another fix in this request changes the same text or field. Read the findings again.',
    },
    { findingId: image, reason: 'No fix is known for this finding. Change the content yourself.' },
    { findingId: missingId, reason: 'The course has no finding with this identifier now. Read the findings again.' },
  ])
})

test('fixes of findings that the course does not have are refused', async () => {
  const { id } = await create()
  const answer = await call('POST', `/courses/${id}/fixes`, { findings: [missingId] })
  expect([answer.status, answer.body.error.message]).toEqual([404, 'Finding not found.'])
})

test.each([[{}], [{ findings: [] }], [{ findings: Array(101).fill(missingId) }], [{ findings: 'all' }]])(
  'the fixes %j are refused',
  async (body) => {
    const { id } = await create()
    expect((await call('POST', `/courses/${id}/fixes`, body)).status).toBe(400)
  },
)

test('a dismissed finding is left out until its block changes', async () => {
  const { id, blocks } = await create()
  const finding = idOf(await read(id), 'image_without_alt')
  const made = await call('POST', `/courses/${id}/dismissals`, { finding, reason: 'A logo.' })
  expect(made.status).toBe(201)
  expect(made.body.data).toEqual({
    id: finding,
    nodeId: blocks[1]!.id,
    code: 'image_without_alt',
    reason: 'A logo.',
    dismissedBy: expect.stringMatching(/^key:/),
    createdAt: expect.any(String),
  })
  const checks = await read(id)
  expect(codesOf(checks)).toEqual(['heading_skipped'])
  expect(checks.counts).toEqual({ error: 0, warning: 1, info: 0, dismissed: 1 })
  const all = await read(id, '?include_dismissed=true')
  expect(all.findings[0]).toMatchObject({ id: finding, isDismissed: true })
  await call('PATCH', `/blocks/${blocks[1]!.id}`, { content: { url: 'https://a.example/other.png' } })
  expect(codesOf(await read(id))).toEqual(['image_without_alt', 'heading_skipped'])
})

test('a dismissal that is taken back counts again', async () => {
  const { id } = await create()
  const finding = idOf(await read(id), 'image_without_alt')
  await call('POST', `/courses/${id}/dismissals`, { finding })
  const answer = await call('DELETE', `/courses/${id}/dismissals/${finding}`)
  expect([answer.status, answer.body.data]).toEqual([200, { id: finding, deleted: true, trashId: null }])
  expect(codesOf(await read(id))).toContain('image_without_alt')
  expect((await call('DELETE', `/courses/${id}/dismissals/${finding}`)).status).toBe(404)
})

test('a course has at most 1,000 dismissals of present findings, and those of gone findings make room', async () => {
  const { id, blocks } = await create()
  const dismissals = Array.from({ length: 1000 }, () => ({
    workspaceId,
    courseId: id,
    findingId: makeUuidV7(),
    nodeId: blocks[0]!.id,
    code: 'gone',
    caller: 'key:1',
  }))
  await service.db.prisma.dismissal.createMany({ data: dismissals })
  const finding = idOf(await read(id), 'image_without_alt')
  expect((await call('POST', `/courses/${id}/dismissals`, { finding })).status).toBe(201)
  expect(await service.db.prisma.dismissal.count({ where: { workspaceId, courseId: id } })).toBe(1)
})

test('of more than 1,000 present findings, 1,000 can be dismissed', async () => {
  const images = (count: number) =>
    Array.from({ length: count }, () => ({ type: 'image', content: { url: 'https://a.example/leaf.png' } }))
  const lessons = [600, 401].map((count) => ({ name: 'Light', blocks: images(count) }))
  const modules = [{ name: 'Leaves', lessons }]
  const { id } = (await call('POST', '/courses', { name: 'Botany', language: 'en', modules })).body.data
  const { result } = await checkCourseDraft(service.db.sql, workspaceId, id, {})
  const findings = result.findings.filter(({ code }) => code === 'image_without_alt')
  expect(findings).toHaveLength(1001)
  const dismissals = findings.slice(0, 1000).map(({ id: findingId, nodeId, code }) => ({
    ...{ workspaceId, courseId: id, findingId, nodeId, code },
    caller: 'key:1',
  }))
  await service.db.prisma.dismissal.createMany({ data: dismissals })
  const { status, body } = await call('POST', `/courses/${id}/dismissals`, { finding: findings[1000]!.id })
  expect([status, body.error?.details]).toEqual([409, { limit: 'dismissals', max: 1000 }])
  expect(await service.db.prisma.dismissal.count({ where: { workspaceId, courseId: id } })).toBe(1000)
})

test('a finding of a course that is archived at the same time is not dismissed', async () => {
  const { id } = await create()
  const finding = idOf(await read(id), 'image_without_alt')
  const archive = (tx: SqlRunner) => runSql(tx, `UPDATE courses SET status = 'archived' WHERE id = $1`, [id])
  const answer = await whileRowsAreLocked(service, archive, () =>
    call('POST', `/courses/${id}/dismissals`, { finding }),
  )
  expect([answer.status, answer.body.error.details]).toEqual([409, { reason: 'course_archived', courseId: id }])
})

test('a finding that the course does not have cannot be dismissed', async () => {
  const { id } = await create()
  const answer = await call('POST', `/courses/${id}/dismissals`, { finding: missingId })
  expect([answer.status, answer.body.error.message]).toEqual([404, 'Finding not found.'])
})

test('the dismissals of a course are deleted with it, and come back with it from the trash', async () => {
  const { id } = await create()
  const finding = idOf(await read(id), 'image_without_alt')
  await call('POST', `/courses/${id}/dismissals`, { finding, reason: 'An ornament: "leaf"' })
  const dismissals = () => service.db.prisma.dismissal.findMany({ where: { workspaceId, courseId: id } })
  const before = await dismissals()
  expect(before).toHaveLength(1)
  await call('DELETE', `/courses/${id}`)
  expect(await dismissals()).toEqual([])
  const [entry] = (await call('GET', `/trash?courseId=${id}`)).body.data
  await call('POST', `/trash/${entry.id}/restore`, {})
  expect(await dismissals()).toEqual(before)
})

async function publish(id: string, gate?: PublishGateMode) {
  const { sql } = service.db
  const course = await convertDraftWithContentForChecks(await readCourseDraft(sql, workspaceId, id))
  return checkCourseBeforePublish(sql, workspaceId, course, { gate }).catch((error: unknown) => error)
}
const setGate = (publishGate: PublishGateMode) =>
  service.db.prisma.workspace.update({ where: { id: workspaceId }, data: { publishGate } })

test('the gate of the workspace refuses errors by default, warnings if so set, and nothing if it is off', async () => {
  const faulty = await create()
  const warned = await create([faultyBlocks[0]!])
  const refused = (await publish(faulty.id)) as ApiError
  expect(refused).toBeInstanceOf(ApiError)
  expect([refused.code, refused.message]).toEqual([
    'conflict',
    'The checks have found 1 error. Correct or dismiss them, then publish again.',
  ])
  expect(refused.details.checks).toMatchObject({
    gate: 'errors',
    counts: { error: 1, warning: 1 },
    findings: [{ code: 'image_without_alt', level: 'error' }],
  })
  expect(await publish(warned.id)).toMatchObject({ counts: { error: 0, warning: 1 } })
  await setGate('warnings')
  expect(await publish(warned.id)).toBeInstanceOf(ApiError)
  expect(await publish(warned.id, 'errors')).toMatchObject({ counts: { warning: 1 } })
  await setGate('off')
  expect(await publish(faulty.id)).toMatchObject({ counts: { error: 1 } })
  await setGate('errors')
})

test('a refusal of the gate names the first 20 findings, without those that are dismissed', async () => {
  const image = (at: number) => ({ type: 'image', content: { url: `https://a.example/${at}.png` } })
  const { id } = await create(Array.from({ length: 22 }, (_, at) => image(at)))
  const { findings } = await read(id)
  await call('POST', `/courses/${id}/dismissals`, { finding: findings[0].id })
  const { checks } = ((await publish(id)) as ApiError).details as { checks: { findings: object[]; counts: object } }
  expect(checks.counts).toMatchObject({ error: 21, dismissed: 1 })
  expect(checks.findings).toMatchObject(findings.slice(1, 21).map(({ id }: { id: string }) => ({ id })))
  expect(checks.findings).toHaveLength(20)
})

test('a dismissal has a reason of at most 500 characters, and takes the reason of the last request', async () => {
  const { id } = await create()
  const finding = idOf(await read(id), 'image_without_alt').toUpperCase()
  const dismiss = async (length: number) => {
    const { status, body } = await call('POST', `/courses/${id}/dismissals`, { finding, reason: 'x'.repeat(length) })
    return [status, body.data?.reason.length]
  }
  expect([await dismiss(1), await dismiss(500), await dismiss(501)]).toEqual([
    [201, 1],
    [201, 500],
    [400, undefined],
  ])
})

test('a request fixes at most 100 findings, and each of them once', async () => {
  const { id } = await create()
  const finding = idOf(await read(id), 'heading_skipped')
  const fix = (findings: string[]) => call('POST', `/courses/${id}/fixes`, { findings })
  expect((await fix(Array(101).fill(finding))).status).toBe(400)
  const { status, body } = await fix(Array(100).fill(finding))
  expect([status, body.data]).toMatchObject([200, { fixed: [finding], skipped: [] }])
})

test('a dismissed error does not keep a course from being published', async () => {
  const { id } = await create()
  await call('POST', `/courses/${id}/dismissals`, { finding: idOf(await read(id), 'image_without_alt') })
  expect(await publish(id)).toMatchObject({ counts: { error: 0, dismissed: 1 } })
})

test('a person changes the gate of the workspace', async () => {
  const provider = await makeIdentityProvider()
  onTestFinished(async () => void (await provider.close()))
  const { rest, graphql } = await serviceForTest({ env: provider.env })
  const token = await provider.token('ann')
  const read = async () => (await graphql('{ workspace { publishGate } }', token)).data.workspace.publishGate
  expect(await read()).toBe('errors')
  const changed = await rest('PATCH', '/workspace', token, { publishGate: 'warnings' })
  expect([changed.status, changed.body.data.publishGate]).toEqual([200, 'warnings'])
  expect((await rest('PATCH', '/workspace', token, {})).body.data.publishGate).toBe('warnings')
  expect(await read()).toBe('warnings')
  for (const publishGate of ['all', null, 1]) {
    expect((await rest('PATCH', '/workspace', token, { publishGate })).status).toBe(400)
  }
})

test('a key reads the gate of its workspace and cannot change it', async () => {
  const { status, body } = await call('GET', '/workspace')
  expect([status, body.data]).toMatchObject([200, { id: workspaceId, publishGate: 'errors' }])
  expect((await call('PATCH', '/workspace', { publishGate: 'off' })).status).toBe(401)
})

test('the course of another workspace is as unknown as one that does not exist', async () => {
  const { id } = await create()
  const finding = idOf(await read(id), 'image_without_alt')
  await call('POST', `/courses/${id}/dismissals`, { finding })
  const other = await service.key()
  for (const course of [id, missingId, 'x']) {
    const answers = [
      await service.rest('GET', `/courses/${course}/checks`, other),
      await service.rest('POST', `/courses/${course}/fixes`, other, { findings: [finding] }),
      await service.rest('POST', `/courses/${course}/dismissals`, other, { finding }),
      await service.rest('DELETE', `/courses/${course}/dismissals/${finding}`, other),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  }
})

/** Creates a course whose lessons have text, with the given modules: for each lesson its key and its prerequisites. */
async function createWithPrerequisites(lessons: [key: string, ...prerequisites: string[]][], ofModule: string[] = []) {
  const blocks = [{ type: 'text', content: { text: 'Light.' } }]
  const nodes = lessons.map(([key, ...prerequisites]) => ({ key, name: key, prerequisites, blocks }))
  const modules = [{ key: 'm', name: 'm', prerequisites: ofModule, lessons: nodes }]
  const { id } = (await call('POST', '/courses', { name: 'Botany', language: 'en', modules })).body.data
  return { id: id as string, module: (await call('GET', `/courses/${id}/tree`)).body.data.modules[0] }
}

test('a publish is refused for an unknown prerequisite and for a cycle, and each finding names the entry', async () => {
  const { id, module } = await createWithPrerequisites([
    ['a', 'lost', 'b'],
    ['b', 'c'],
    ['c', 'a'],
    ['d', 'a', 'm'],
  ])
  const [a, b, c, d] = module.lessons
  const { findings } = await read(id, '?level=error')
  const places = findings.map(({ code, kind, nodeId, path }: Record<string, string>) => [code, kind, nodeId, path])
  expect(places).toEqual([
    ['prerequisite_not_found', 'lesson', a.id, '/prerequisites/0'],
    ['prerequisite_cycle', 'lesson', a.id, '/prerequisites/1'],
    ['prerequisite_cycle', 'lesson', b.id, '/prerequisites/0'],
    ['prerequisite_cycle', 'lesson', c.id, '/prerequisites/0'],
    ['prerequisite_cycle', 'lesson', d.id, '/prerequisites/1'],
  ])
  expect(findings[0].message).toBe(
    'No lesson or module of the course has the key "lost". Correct the prerequisite, or remove it.',
  )
  expect(findings[1].message).toBe(
    'The prerequisite "b" leads back to this lesson. Remove it, or another prerequisite of the cycle.',
  )
  const { status, body } = await call('POST', `/courses/${id}/releases`, {})
  expect([status, body.error.details.checks.counts.error]).toEqual([409, 5])
  await call('PATCH', `/lessons/${a.id}`, { prerequisites: null })
  await call('PATCH', `/lessons/${d.id}`, { prerequisites: ['a'] })
  expect((await call('POST', `/courses/${id}/releases`, {})).status).toBe(201)
})

test('a fix removes unknown prerequisites of a module and of a lesson, and keeps the others in their order', async () => {
  const { id, module } = await createWithPrerequisites([['a'], ['b', 'lost', 'a', 'gone']], ['lost'])
  const { findings, treeVersion } = await read(id, '?level=error')
  const sent = findings.map((finding: { id: string }) => finding.id)
  expect(findings.map(({ fix }: { fix: string }) => fix)).toEqual(Array(3).fill('Removes the prerequisite.'))
  const fix = (dryRun: boolean) => call('POST', `/courses/${id}/fixes`, { findings: sent, dryRun })
  const dry = (await fix(true)).body.data
  const changed = (version: number) => [
    { kind: 'module', id: module.id, version, prerequisites: [] },
    { kind: 'lesson', id: module.lessons[1].id, version, prerequisites: ['a'] },
  ]
  expect(dry).toEqual({ courseId: id, treeVersion, fixed: sent, skipped: [], blocks: [], prerequisites: changed(1) })
  expect((await read(id)).treeVersion).toBe(treeVersion)
  const done = (await fix(false)).body.data
  expect([done.fixed, done.blocks, done.prerequisites]).toEqual([sent, [], changed(2)])
  expect(done.treeVersion).toBeGreaterThan(treeVersion)
  expect(await call('GET', `/lessons/${module.lessons[1].id}`).then(({ body }) => body.data)).toMatchObject({
    version: 2,
    prerequisites: ['a'],
  })
  expect((await read(id, '?level=error')).findings).toEqual([])
})

test('a dismissed cycle holds until the prerequisites of its lesson change', async () => {
  const { id, module } = await createWithPrerequisites([['a', 'a']])
  const finding = idOf(await read(id), 'prerequisite_cycle')
  await call('POST', `/courses/${id}/dismissals`, { finding })
  expect(codesOf(await read(id, '?level=error'))).toEqual([])
  await call('PATCH', `/lessons/${module.lessons[0].id}`, { prerequisites: ['a', 'm'] })
  expect(codesOf(await read(id, '?level=error'))).toEqual(['prerequisite_cycle', 'prerequisite_cycle'])
})

test('the contents of a draft are taken out of its rows, lesson by lesson', async () => {
  const { body } = await service.rest('POST', '/courses', key, {
    name: 'Twice',
    modules: [
      {
        name: 'One',
        lessons: ['First', 'Second'].map((name) => ({ name, blocks: [{ type: 'text', content: { text: 'Light.' } }] })),
      },
    ],
  })
  const { workspaceId } = await service.db.prisma.course.findFirstOrThrow({ where: { id: body.data.id } })
  const row = await readCourseDraft(service.db.sql, workspaceId, body.data.id)
  const copied = await convertDraftWithContentForChecks(row)
  const { lessons } = copied.modules[0]!
  const contents = () => row.modules![0]!.lessons!.map(({ blocks }) => blocks![0]!.content)
  const before = contents()
  const remaining: string[][] = []
  for await (const lesson of convertDraftForChecks(row, { clearsRowContents: true }).convertLessons()) {
    expect(lesson).toEqual(lessons[remaining.length])
    remaining.push(contents())
  }
  expect(remaining).toEqual([
    ['', before[1]],
    ['', ''],
  ])
})
