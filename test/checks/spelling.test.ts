import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CheckedCourse } from '../../src/checks/model/course.ts'
import { runChecks } from '../../src/checks/run.ts'
import { connect } from '../api/mcp/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { block, courseOf, text } from './faults.ts'

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

const misspelt = [{ type: 'text', content: { text: 'The plant grwos in the lihgt, and it grwos fast.' } }]

async function create(language = 'en', blocks: readonly object[] = misspelt): Promise<string> {
  const modules = [{ name: 'Leaves', lessons: [{ name: 'Light', blocks }] }]
  return (await call('POST', '/courses', { name: 'Botany', language, modules })).body.data.id
}

type Found = { id: string; code: string; nodeId: string; message: string; suggestions: string[]; isDismissed: boolean }
const read = async (id: string, query = '?spelling=true') =>
  (await call('GET', `/courses/${id}/checks${query}`)).body.data
const wordsOf = ({ findings }: { findings: readonly Pick<Found, 'code' | 'message'>[] }) =>
  findings.filter(({ code }) => code === 'word_unknown').map(({ message }) => /"(.*?)"/.exec(message)?.[1] ?? message)

const findWords = async (course: CheckedCourse) =>
  wordsOf({ findings: await runChecks(course, { spelling: 'withoutSuggestions' }) })

test('the spelling is checked only if a request asks for it, and a repeated word is one suggestion with spellings', async () => {
  const id = await create()
  expect(wordsOf(await read(id, ''))).toEqual([])
  expect(wordsOf(await read(id, '?spelling=false'))).toEqual([])
  const checks = await read(id)
  expect(checks.counts).toEqual({ error: 0, warning: 0, info: 2, dismissed: 0 })
  expect(checks.findings[0]).toEqual({
    id: expect.any(String),
    code: 'word_unknown',
    level: 'info',
    wcag: null,
    kind: 'block',
    nodeId: expect.any(String),
    lessonId: expect.any(String),
    path: '/content/text',
    message: 'The word "grwos" is not in the English dictionary. Correct it if it is misspelt.',
    fix: null,
    suggestions: ['grows'],
    isDismissed: false,
  })
  expect(wordsOf(checks)).toEqual(['grwos', 'lihgt'])
  expect(wordsOf(await read(id, ''))).toEqual([])
  expect(wordsOf(await read(id))).toEqual(['grwos', 'lihgt'])
})

test('a course in another language is not checked', async () => {
  expect(wordsOf(await read(await create('de')))).toEqual([])
  expect(wordsOf(await read(await create('en-AU')))).toEqual(['grwos', 'lihgt'])
})

test('each block with an unknown word has a suggestion of its own', async () => {
  const course = courseOf([text('It grwos.\n\nIt grwos.'), text('It grwos too.')], { description: 'How it grwos' })
  const findings = await runChecks(course, { spelling: 'withoutSuggestions' })
  const places = findings.map(({ kind, nodeId, path }) => [kind, nodeId, path])
  const blocks = course.modules[0]!.lessons[0]!.blocks
  expect(places).toEqual([
    ['course', course.id, '/description'],
    ['block', blocks[0]!.id, '/content/text'],
    ['block', blocks[1]!.id, '/content/text'],
  ])
})

test('a block with an unknown word in two texts has one suggestion', async () => {
  const questions = [{ id: 'q', type: 'short_text', prompt: 'Which one grwos?', explanation: 'It grwos.', answer: 'a' }]
  expect(await findWords(courseOf([block('quiz', { questions })]))).toEqual(['grwos'])
})

test('a word is correct if it occurs in code anywhere in the course', async () => {
  const prose = text('It grwos in the lihgt.')
  const code = block('code', { language: 'js', code: 'const lihgtLevel = 1' })
  const first = courseOf([prose]).modules[0]!
  const second = courseOf([code]).modules[0]!
  expect(await findWords(courseOf([], { modules: [first, second] }))).toEqual(['grwos'])
})

test('a dismissed word is left out, and the publish gate and a dry run of a publish never check the spelling', async () => {
  const id = await create()
  const checks = await read(id)
  const finding: Found = checks.findings[0]
  const made = await call('POST', `/courses/${id}/dismissals`, { finding: finding.id, reason: 'A name.' })
  expect([made.status, made.body.data.code]).toEqual([201, 'word_unknown'])
  const after = await read(id)
  expect([wordsOf(after), after.counts.dismissed]).toEqual([['lihgt'], 1])
  const all = (await read(id, '?spelling=true&include_dismissed=true')).findings as Found[]
  expect(all.map(({ isDismissed }) => isDismissed)).toEqual([true, false])
  const plan = (await call('POST', `/courses/${id}/releases`, { dryRun: true })).body.data
  expect([plan.passesGate, wordsOf(plan.checks)]).toEqual([true, []])
  await service.db.prisma.workspace.update({ where: { id: workspaceId }, data: { publishGate: 'warnings' } })
  expect((await call('POST', `/courses/${id}/releases`, {})).status).toBe(201)
  expect(wordsOf(await read(id, '?spelling=true&release=1'))).toEqual(['lihgt'])
  await call('PATCH', `/blocks/${finding.nodeId}`, { content: { text: 'It grwos.' } })
  expect(wordsOf(await read(id))).toEqual(['grwos'])
})

test('GraphQL and MCP check the spelling if they are asked to', async () => {
  const id = await create()
  const query = (argument: string) =>
    `{ courseChecks(id: "${id}"${argument}) { findings { code message suggestions } } }`
  expect(wordsOf((await service.graphql(query(''), key)).data.courseChecks)).toEqual([])
  const { findings } = (await service.graphql(query(', spelling: true'), key)).data.courseChecks
  expect([wordsOf({ findings }), findings[0].suggestions]).toEqual([['grwos', 'lihgt'], ['grows']])
  const agent = await connect(service, key)
  const check = async (args: object) => {
    const { findings } = (await agent.tool('check_course', { id, ...args })).data
    return { findings: findings as Found[] }
  }
  expect(wordsOf(await check({}))).toEqual([])
  const data = await check({ spelling: true })
  expect([wordsOf(data), data.findings[0]?.suggestions]).toEqual([['grwos', 'lihgt'], ['grows']])
})

test('an argument that is not true or false is refused by every API', async () => {
  const id = await create()
  for (const value of ['yes', '1', '']) {
    const { status, body } = await call('GET', `/courses/${id}/checks?spelling=${value}`)
    expect([value, status, body.error?.code]).toEqual([value, 400, 'invalid_request'])
    expect(body.error.message).toContain('spelling')
  }
  const { errors } = await service.graphql(`{ courseChecks(id: "${id}", spelling: "yes") { courseId } }`, key)
  expect(errors[0].message).toContain('Boolean')
  const agent = await connect(service, key)
  const answer = await agent.tool('check_course', { id, spelling: 'yes' })
  expect([answer.isError, JSON.stringify(answer.error)]).toEqual([true, expect.stringContaining('spelling')])
})

/** Returns different words that no dictionary has. */
const makeWords = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `qzx${[...String(at).padStart(5, '0')].map((digit) => 'bcdfghjklm'[+digit]).join('')}`,
  )

test('at most 100 words are reported, ten of them with suggestions, and a finding of the course says so', async () => {
  const course = courseOf([text(makeWords(101).join(' '))])
  const findings = await runChecks(course, { spelling: 'withSuggestions' })
  expect(findings).toHaveLength(101)
  expect(findings[0]).toMatchObject({
    kind: 'course',
    message:
      'The course has more words that are not in the dictionary than the list. Correct the words in the list first.',
  })
  expect(findings.filter(({ suggestions }) => suggestions).length).toBeLessThanOrEqual(10)
  expect(await findWords(courseOf([text(makeWords(100).join(' '))]))).toEqual(makeWords(100))
})

test('at most 50,000 different words are looked up, and a finding of the course says so', async () => {
  const words = makeWords(50_001)
  const texts = Array.from({ length: 20 }, (_, at) => text(words.slice(at * 2501, (at + 1) * 2501).join(' '), 'plain'))
  const message = 'The course has more than 50,000 different words. The spelling of the further words is not checked.'
  expect(await findWords(courseOf(texts))).toContain(message)
  expect(await findWords(courseOf(texts.slice(1)))).not.toContain(message)
})

test('a word that is part of very many blocks is listed in 1,000 of them', async () => {
  const blocks = Array.from({ length: 1001 }, () => text('It grwos.', 'plain'))
  expect(await findWords(courseOf(blocks))).toHaveLength(1000)
})
