import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishCourse } from '../support/published-course.ts'
import { serviceForTest, startTestService, type TestService } from '../support/service.ts'

const question = {
  id: 'q1',
  type: 'single_choice',
  prompt: 'What does a plant make from light?',
  options: [
    { id: 'a', text: 'Sugar', feedback: 'Right.' },
    { id: 'b', text: 'Salt', feedback: 'No.' },
  ],
  answer: 'a',
  points: 2,
  explanation: 'It stores light.',
}

let service: TestService
let key: string
let learnerKey: string
let publicId: string
let workspaceId: string
beforeAll(async () => {
  service = await startTestService()
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  learnerKey = await service.key({ workspaceId, scopes: ['delivery:read'] })
  ;({ publicId } = await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } }))
})
afterAll(() => service.close())

async function create(visibility = 'public', on = service, by = key) {
  const blocks = [{ type: 'quiz', content: { questions: [question] } }]
  const modules = [{ name: 'One', lessons: [{ name: 'Light', blocks }] }]
  const { body } = await on.rest('POST', '/courses', by, { name: 'Botany', visibility, modules })
  const courseId: string = body.data.id
  const tree = (await on.rest('GET', `/courses/${courseId}/tree`, by)).body.data
  return { courseId, blockId: tree.modules[0].lessons[0].blocks[0].id as string }
}
const check = (blockId: string, body: object, auth?: string) =>
  service.rest('POST', `/delivery/${publicId}/blocks/${blockId}/check`, auth, {
    questionId: 'q1',
    response: 'a',
    ...body,
  })
const right = {
  correct: true,
  points: 2,
  feedback: [{ optionId: 'a', text: 'Right.' }],
  explanation: 'It stores light.',
  generalFeedback: null,
  sampleAnswer: null,
  parts: [],
}

test('a response to a public quiz is checked without a key, and nobody may cache the result', async () => {
  const { courseId, blockId } = await create()
  await publishCourse(service, key, courseId)
  const { status, body, headers } = await check(blockId, {})
  expect([status, body.data, headers.get('cache-control')]).toEqual([200, right, 'no-store'])
  expect((await check(blockId.toUpperCase(), {})).body.data).toEqual(right)
  const wrong = await check(blockId, { response: 'b' })
  expect(wrong.body.data).toEqual({ ...right, correct: false, points: 0, feedback: [{ optionId: 'b', text: 'No.' }] })
})

test('a response is checked by the rules of the release, also after the draft has changed or lost the quiz', async () => {
  const { courseId, blockId } = await create()
  await publishCourse(service, key, courseId)
  await service.rest('PATCH', `/blocks/${blockId}`, key, { content: { questions: [{ ...question, answer: 'b' }] } })
  expect((await check(blockId, {})).body.data.correct).toBe(true)
  await publishCourse(service, key, courseId)
  expect((await check(blockId, {})).body.data.correct).toBe(false)
  expect((await check(blockId, { release: 1 })).body.data.correct).toBe(true)
  await service.rest('DELETE', `/blocks/${blockId}`, key)
  expect((await check(blockId, { response: 'b' })).body.data.correct).toBe(true)
})

test('a quiz that was moved to another course is checked by the rules of the course that the learner reads', async () => {
  const [old, other] = [await create(), await create()]
  const slug = `old-${old.courseId}`
  await service.rest('PATCH', `/courses/${old.courseId}`, key, { slug })
  await publishCourse(service, key, old.courseId)
  const [lesson] = (await service.rest('GET', `/courses/${other.courseId}/tree`, key)).body.data.modules[0].lessons
  await service.rest('POST', `/blocks/${old.blockId}/move`, key, { lessonId: lesson.id, order: 0 })
  await service.rest('PATCH', `/blocks/${old.blockId}`, key, { content: { questions: [{ ...question, answer: 'b' }] } })
  await publishCourse(service, key, other.courseId)
  for (const release of [undefined, 1]) {
    const isRight = async (course: string) => (await check(old.blockId, { course, release })).body.data?.correct
    expect(await Promise.all([slug, old.courseId, other.courseId].map(isRight))).toEqual([true, true, false])
  }
  const ambiguous = await check(old.blockId, {})
  expect([ambiguous.status, ambiguous.body.error.details.fields[0].path]).toEqual([400, 'course'])
  await service.rest('POST', `/courses/${old.courseId}/unpublish`, key)
  expect((await check(old.blockId, { course: slug })).status).toBe(401)
  expect((await check(other.blockId, { course: slug }, learnerKey)).status).toBe(404)
  expect((await check(old.blockId, {})).body.data.correct).toBe(false)
})

test('without a course, a quiz of two courses is checked as long as the question is the same in both', async () => {
  const [old, other] = [await create(), await create()]
  await publishCourse(service, key, old.courseId)
  const [lesson] = (await service.rest('GET', `/courses/${other.courseId}/tree`, key)).body.data.modules[0].lessons
  await service.rest('POST', `/blocks/${old.blockId}/move`, key, { lessonId: lesson.id, order: 0 })
  await publishCourse(service, key, other.courseId)
  expect((await check(old.blockId, {})).body.data).toEqual(right)
  expect((await check(old.blockId, { questionId: 'q2' })).status).toBe(404)
  const content = { questions: [question, { ...question, id: 'q2', answer: 'b' }] }
  await service.rest('PATCH', `/blocks/${old.blockId}`, key, { content })
  await publishCourse(service, key, other.courseId)
  expect((await check(old.blockId, {})).body.data).toEqual(right)
  expect((await check(old.blockId, { questionId: 'q2' })).status).toBe(400)
  expect((await check(old.blockId, { questionId: 'q2', course: other.courseId })).body.data.correct).toBe(false)
})

test('a quiz of more than 10 courses is looked for in those that were created last', async () => {
  const { courseId, blockId } = await create()
  await publishCourse(service, key, courseId)
  const { prisma } = service.db
  const quiz = await prisma.releaseQuiz.findFirstOrThrow({ where: { workspaceId, blockId } })
  const others = Array.from({ length: 10 }, (_, at) => ({
    hash: `${at}`.padStart(quiz.hash.length, '0'),
    courseId: `00000000-0000-7000-8000-00000000000${at}`,
  }))
  await prisma.releaseNode.createMany({ data: others.map((other) => ({ ...other, workspaceId, body: {} })) })
  // The row of the last course comes after the others in the table and in its indexes.
  await prisma.releaseQuiz.deleteMany({ where: { workspaceId, blockId } })
  await prisma.releaseQuiz.createMany({ data: [...others.map((other) => ({ ...quiz, ...other })), quiz] })
  const { status, body } = await check(blockId, {})
  expect([status, body.error.details.fields?.[0].path]).toEqual([400, 'course'])
  expect((await check(blockId, { course: courseId })).body.data).toEqual(right)
})

test('the quiz of a draft, of a private course and of another workspace cannot be checked by a stranger', async () => {
  const draft = await create()
  const closed = await create('private')
  await publishCourse(service, key, closed.courseId)
  const stranger = await service.key({ scopes: ['delivery:read'] })
  for (const { blockId } of [draft, closed])
    expect([(await check(blockId, {})).status, (await check(blockId, {}, stranger)).status]).toEqual([401, 404])
  expect((await check(closed.blockId, {}, learnerKey)).body.data).toEqual(right)
  expect((await check(draft.blockId, {}, learnerKey)).status).toBe(404)
  const refused = await check(closed.blockId, {}, await service.key({ workspaceId, scopes: ['courses:read'] }))
  expect(refused.body.error.details).toEqual({ scope: 'delivery:read' })
})

test.each([
  ['an unknown question', { questionId: 'q9' }, 404],
  ['an unknown option', { response: 'x' }, 400],
  ['a number', { response: 1 }, 400],
  ['an object', { response: {} }, 400],
  ['nothing', { response: null }, 400],
  ['a long text', { response: 'x'.repeat(1001) }, 400],
  ['many options', { response: Array(101).fill('a') }, 400],
  ['an unknown member', { answer: 'a' }, 400],
  ['a release that is no number', { release: 0 }, 400],
])('%s is refused with a reason', async (_what, body, expected) => {
  const { courseId, blockId } = await create()
  await publishCourse(service, key, courseId)
  expect((await check(blockId, body)).status).toBe(expected)
})

test('anonymous callers have the limit of published courses, which each address has for itself', async () => {
  // The count of an address is one for all services that share a Redis.
  const limited = await serviceForTest({ env: { RATE_LIMIT_DELIVERY: '2', RATE_LIMIT_ANONYMOUS: '1', REDIS_URL: '' } })
  const own = await limited.workspace()
  const by = await limited.key({ workspaceId: own })
  const { publicId: address } = await limited.db.prisma.workspace.findUniqueOrThrow({ where: { id: own } })
  const { courseId } = await create('public', limited, by)
  await publishCourse(limited, by, courseId)
  const read = () => limited.rest('GET', `/delivery/${address}/courses/${courseId}`)
  const [first, second, third] = [await read(), await read(), await read()]
  expect([first, second, third].map(({ status }) => status)).toEqual([200, 200, 429])
  expect(first.headers.get('x-ratelimit-limit')).toBe('2')
  expect((await limited.rest('GET', `/delivery/${address}/courses/${courseId}`, by)).status).toBe(200)
})

test.each<[string, object, unknown, object]>([
  ['a number', { type: 'numeric', answer: 9.8, tolerance: 0.1 }, 9.85, { correct: true, points: 2 }],
  [
    'an order',
    { type: 'ordering', answer: ['b', 'a'] },
    ['a', 'b'],
    {
      correct: false,
      points: 0,
      parts: [
        { id: 'b', correct: false },
        { id: 'a', correct: false },
      ],
    },
  ],
  [
    'pairs',
    { type: 'matching', targets: [{ id: 'x' }, { id: 'y' }], answer: { a: 'x', b: 'y' }, partialCredit: true },
    { a: 'x', b: 'x' },
    { correct: false, points: 1 },
  ],
  ['texts of gaps', { type: 'cloze', prompt: '{{g}}', answer: { g: 'İzmir' } }, { g: 'izmir' }, { correct: true }],
  [
    'an essay',
    { type: 'essay', sampleAnswer: 'So.', answer: undefined },
    'x'.repeat(20_000),
    { correct: null, sampleAnswer: 'So.' },
  ],
])('%s is checked by REST and GraphQL, by the language of the course', async (_what, given, response, expected) => {
  const blocks = [{ type: 'quiz', content: { questions: [{ ...question, ...given }] } }]
  const modules = [{ name: 'One', lessons: [{ name: 'Light', blocks }] }]
  const { body } = await service.rest('POST', '/courses', key, {
    ...{ name: 'Bitkiler', language: 'tr', visibility: 'public', modules },
  })
  await publishCourse(service, key, body.data.id)
  const tree = (await service.rest('GET', `/courses/${body.data.id}/tree`, key)).body.data
  const blockId: string = tree.modules[0].lessons[0].blocks[0].id
  const { status, body: checked } = await check(blockId, { response })
  expect([status, checked.data]).toEqual([200, expect.objectContaining(expected)])
  const { data } = await service.graphql(
    `query ($response: QuestionResponse!) {
      checkAnswer(workspace: "${publicId}", blockId: "${blockId}", input: { questionId: "q1", response: $response }) {
        correct points generalFeedback sampleAnswer parts { id correct }
      }
    }`,
    undefined,
    { response },
  )
  expect(data.checkAnswer).toMatchObject(expected)
  const delivered = await service.http(`/api/v1/delivery/${publicId}/courses/${body.data.id}/tree`)
  expect(delivered.text).not.toMatch(/"answer"|İzmir|"tolerance"|sampleAnswer|9\.8/)
})
