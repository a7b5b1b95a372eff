import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { CourseForChecks } from '../../src/checks/model/course.ts'
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

const findWords = async (course: CourseForChecks) =>
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
    message: 'The list has only the first 100 unknown words. Correct them, and check the course again.',
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

test('at most 50,000 different words of code are stored, and a finding of the course says so', async () => {
  const code = (words: readonly string[]) => block('code', { language: 'js', code: words.join(' ') })
  const words = makeWords(50_001)
  const message = expect.stringMatching(/^The code of the course has more than 50,000 different words/)
  expect(await findWords(courseOf([code(words)]))).toEqual([message])
  expect(await findWords(courseOf([code(words.slice(1)), code(words.slice(1))]))).toEqual([])
})

test('a word that is part of very many blocks is listed in 1,000 of them', async () => {
  const blocks = Array.from({ length: 1001 }, () => text('It grwos.', 'plain'))
  expect(await findWords(courseOf(blocks))).toHaveLength(1000)
})

/** Watches the jobs that this process gives to worker threads. Only the check of spelling has jobs in these tests. */
function watchJobs() {
  const jobs = vi.spyOn(Worker.prototype, 'postMessage')
  onTestFinished(() => jobs.mockRestore())
  return jobs
}
/** Each job of a worker thread fails in its own way: the worker ends, or throws an error. */
const failures: Record<string, (worker: Worker, post: Worker['postMessage']) => void> = {
  ends: (worker) => void worker.terminate(),
  'throws an error': (worker, post) => post.call(worker, undefined),
}
const notLookedUp =
  'Some words were not checked because the service took too long to look them up. Check the course again.'

test.each(Object.keys(failures))(
  'if the worker of the dictionary %s, a finding says that words are missing, and the next request has them',
  async (failure) => {
    const id = await create()
    const { postMessage } = Worker.prototype
    watchJobs().mockImplementationOnce(function (this: Worker) {
      failures[failure]!(this, postMessage)
    })
    const checks = await read(id)
    expect(checks.findings).toMatchObject([
      { code: 'word_unknown', level: 'info', kind: 'course', nodeId: id, path: '', message: notLookedUp },
    ])
    expect(wordsOf(await read(id))).toEqual(['grwos', 'lihgt'])
  },
)

test('a worker of the dictionary that does not reply is given up after ten seconds, and no further words are looked up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const jobs = watchJobs()
  const posted = new Promise<void>((resolve) => jobs.mockImplementationOnce(() => resolve()))
  let words: string[] | undefined
  const checked = findWords(courseOf([text('It grwos.')], { description: 'Lihgt is lihgt' })).then((found) => {
    words = found
  })
  await posted
  vi.advanceTimersByTime(9999)
  await new Promise(setImmediate)
  expect(words).toBeUndefined()
  vi.advanceTimersByTime(1)
  await checked
  expect([words, jobs.mock.calls.length]).toEqual([[notLookedUp], 1])
  expect(await findWords(courseOf([text('It grwos.')]))).toEqual(['grwos'])
})

test('if the worker of the dictionary ends while it looks for suggestions, the words are reported without suggestions', async () => {
  const id = await create()
  const { postMessage } = Worker.prototype
  const jobs = watchJobs()
  jobs.mockImplementation(function (this: Worker, job: object) {
    if ('suggestFor' in job) void this.terminate()
    else postMessage.call(this, job)
  })
  const checks = await read(id)
  expect([wordsOf(checks), checks.findings.map(({ suggestions }: Found) => suggestions)]).toEqual([
    ['grwos', 'lihgt'],
    [[], []],
  ])
  expect(jobs.mock.calls.filter(([job]) => 'suggestFor' in job)).toEqual([[{ suggestFor: 'grwos' }]])
})

test('the worker of the dictionary ends after a minute without a job, and the next job starts another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const jobs = watchJobs()
  const look = () => findWords(courseOf([text('It grwos.')]))
  await look()
  const [first] = jobs.mock.contexts as Worker[]
  const ended = once(first!, 'exit')
  vi.advanceTimersByTime(59_999)
  expect(await look()).toEqual(['grwos'])
  expect(jobs.mock.contexts[1]).toBe(first)
  vi.advanceTimersByTime(60_000)
  await ended
  expect(await look()).toEqual(['grwos'])
  expect(jobs.mock.contexts[2]).not.toBe(first)
})

// While such modules are evaluated, `terminate` of a worker thread ends the whole process.
test.each(['spelling/spelling-worker.ts', 'markup/markdown-worker.ts'])(
  'the worker thread of %s imports no module with a top-level await, so that it can be terminated at any time',
  (file) => {
    const require = createRequire(import.meta.url)
    expect(() => require(`../../src/checks/${file}`)).not.toThrow()
  },
)
