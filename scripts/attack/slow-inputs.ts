import { startFakeModel } from '../../test/support/language-model.ts'
import { type AttackResult, countEach, seconds } from './attack.ts'
import { type AttackedService, startAttackedService } from './attacked-service.ts'
import { makeLesson } from './course.ts'
import { createCourse } from './heavy-requests.ts'
import { type Answer, send } from './requests.ts'
import { observeVictim } from './victim.ts'

const repeats = 5
const maxAnswerMs = 2000
const maxVictimMs = 1000

type Ask = () => Promise<Answer>
type Input = { attack: string; allowed: readonly number[]; prepare(service: AttackedService): Promise<Ask> }

const plainBlock = (text: string) => ({ type: 'text', content: { text, format: 'plain' } })
const wrongQuiz = { type: 'quiz', content: { questions: Array(130_000).fill(1) } }

/** Makes a course of these blocks, to be read as Markdown. */
const readAsMarkdown = (blocks: readonly unknown[]) => async (service: AttackedService) => {
  const id = await createCourse(service, makeLesson(blocks))
  return () => send(service, { path: `/api/v1/courses/${id}/reading?as=markdown`, key: service.attackerKey })
}

/** Sends a body to a path of REST. */
const post = (path: string, body: string) => async (service: AttackedService) => () =>
  send(service, {
    method: 'POST',
    path: `/api/v1${path}`,
    key: service.attackerKey,
    body,
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  })

async function sendWrongVariables(service: AttackedService): Promise<Ask> {
  const query = 'mutation ($id: ID!, $ids: [ID!]!) { reorderModules(courseId: $id, moduleIds: $ids) { treeVersion } }'
  const sendVariables = (variables: object) => {
    const body = JSON.stringify({ query, variables })
    return send(service, { method: 'POST', path: '/graphql', key: service.attackerKey, body })
  }
  const id = await createCourse(service, { name: 'Empty' })
  // From the third time on, a document runs compiled.
  for (let turn = 0; turn < 4; turn++) await sendVariables({ id, ids: [] })
  return () => sendVariables({ id, ids: Array(330_000).fill({}) })
}

const inputs: Input[] = [
  {
    attack: 'finding 2: three plain blocks of 130,000 line ends, read as Markdown',
    allowed: [200],
    prepare: readAsMarkdown(Array(3).fill(plainBlock('\n'.repeat(130_000)))),
  },
  {
    attack: 'finding 14: a code block with 130,000 backticks, read as Markdown',
    allowed: [200],
    prepare: readAsMarkdown([{ type: 'code', content: { code: '` '.repeat(130_000) } }]),
  },
  {
    attack: 'finding 14: a course of 7 quizzes with 130,000 wrong questions each',
    allowed: [400],
    prepare: post('/courses', JSON.stringify(makeLesson(Array(7).fill(wrongQuiz)))),
  },
  {
    attack: 'finding 14: content 200,000 levels deep, with an Idempotency-Key',
    allowed: [400],
    prepare: post(
      '/courses',
      `{"name":"Deep","modules":[{"name":"M","lessons":[{"name":"L","blocks":[{"type":"interactive","content":{"config":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}}]}]}]}`,
    ),
  },
  { attack: 'finding 8: 330,000 wrong members in variables', allowed: [200, 400, 413], prepare: sendWrongVariables },
]

/** What a language model may write to slow its reader down. */
const drafts = [
  { name: '48 KB of `*a_`', text: '*a_'.repeat(16_000) },
  { name: '16 KB of `*a_`', text: '*a_'.repeat(5400) },
  { name: '64 KB of `a](<`', text: 'a](<'.repeat(16_000) },
  { name: '16 KB of `a](<`', text: 'a](<'.repeat(4000) },
  { name: '16 KB of `<`', text: '<'.repeat(16_000) },
]

async function judge(service: AttackedService, { attack, allowed, prepare }: Input): Promise<AttackResult> {
  const ask = await prepare(service)
  const { result, view } = await observeVictim(service, async () => {
    const answers: Answer[] = []
    for (let turn = 0; turn < repeats; turn++) answers.push(await ask())
    return answers
  })
  const slowest = Math.max(...result.map(({ ms }) => ms))
  return {
    attack,
    expected: `${allowed.join(' or ')} within 2 s; no read of the victim takes more than 1 s`,
    seen: `${countEach(result.map(({ status }) => status))}, slowest ${seconds(slowest)}; victim’s slowest ${view.slowestMs} ms`,
    ok:
      slowest <= maxAnswerMs && view.slowestMs <= maxVictimMs && result.every(({ status }) => allowed.includes(status)),
  }
}

/** Findings 2, 8, 13 and 14: inputs that once took a time that grew with their square. */
export async function attackWithSlowInputs(): Promise<AttackResult[]> {
  const model = await startFakeModel()
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test', RATE_LIMIT_AI: '1000000' }
  const service = await startAttackedService({ env })
  const results: AttackResult[] = []
  try {
    for (const input of inputs) results.push(await judge(service, input))
    for (const { name, text } of drafts) {
      const block = { type: 'text', content: { text, format: null } }
      model.behave(JSON.stringify({ name: 'Slow', description: 'Slow.', blocks: [block] }))
      const prepare = post('/ai/generate-content', '{"prompt":"Leaves"}')
      results.push(await judge(service, { attack: `finding 13: a model writes ${name}`, allowed: [200, 503], prepare }))
    }
  } finally {
    await service.stop()
    model.close()
  }
  return results
}
