import { afterAll, beforeAll, expect, test } from 'vitest'
import { blockTypeNames } from '../../src/courses/block/types.ts'
import { goodLesson } from '../support/ai-requests.ts'
import { startFakeModel } from '../support/language-model.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

const generate = (body: object, headers?: Record<string, string>) =>
  service.rest('POST', '/ai/generate-content', key, body, headers)

test('without a model a lesson is generated offline, and says so; the same prompt gives the same content', async () => {
  const body = { prompt: 'Photosynthesis', type: 'lesson', options: { includeExamples: true, difficulty: 'beginner' } }
  const first = await generate(body)
  expect(first.status).toBe(200)
  const { generationId, content, ...rest } = first.body.data
  expect(rest).toEqual({ type: 'lesson', model: 'offline', usage: { inputTokens: 0, outputTokens: 0 }, created: [] })
  expect(generationId).toMatch(/^[0-9a-f-]{36}$/)
  expect(content.blocks.map((block: { order: number }) => block.order)).toEqual([0, 1, 2])
  // The model says so, and not the content, which an author may keep.
  expect(JSON.stringify(content)).not.toMatch(/OPENAI|language model|configured/i)
  expect((await generate(body)).body.data.content).toEqual(content)
})

test.for(['lesson', 'outline', 'quiz', 'block'])(
  'without a model, nothing in a generated %s speaks of the set-up of the service',
  async (type) => {
    const options = { blockTypes: blockTypeNames, maxBlocks: blockTypeNames.length }
    const { model, content } = (await generate({ prompt: 'Soil', type, options: type === 'lesson' ? options : {} }))
      .body.data
    expect(model).toBe('offline')
    expect(JSON.stringify(content)).not.toMatch(/OPENAI|language model|configured/i)
  },
)

test('GraphQL and REST return the same generated content', async () => {
  const input = { prompt: 'Roots', type: 'quiz' }
  const query =
    'mutation ($input: GenerateContentInput!) { generateContent(input: $input) { type content model usage { inputTokens outputTokens } created } }'
  const { data } = await service.graphql(query, key, { input })
  const { generationId: _id, ...rest } = (await generate(input)).body.data
  expect(data.generateContent).toEqual(rest)
})

test('every block type can be requested', async () => {
  const blockTypes = blockTypeNames
  const answer = await generate({ prompt: 'All', options: { blockTypes, maxBlocks: blockTypes.length } })
  expect(answer.body.data.content.blocks.map((block: { type: string }) => block.type)).toEqual(blockTypes)
})

test('a preview saves nothing; append adds a lesson, blocks or an outline to its target', async () => {
  const made = await service.rest('POST', '/courses', key, {
    name: 'C',
    modules: [{ name: 'M', lessons: [{ name: 'L' }] }],
  })
  const courseId = made.body.data.id
  const tree = async () => (await service.rest('GET', `/courses/${courseId}/tree`, key)).body.data
  const before = await tree()
  const moduleId = before.modules[0].id
  const lessonId = before.modules[0].lessons[0].id
  await generate({ prompt: 'Soil', moduleId })
  expect(await tree()).toEqual(before)

  const lesson = await generate({ prompt: 'Soil', moduleId, mode: 'append' })
  const quiz = await generate({ prompt: 'Soil', type: 'quiz', lessonId, mode: 'append' })
  const outline = await generate({ prompt: 'Soil', type: 'outline', courseId, mode: 'append' })
  const after = await tree()
  expect(after.modules[0].lessons.map((one: { id: string }) => one.id)).toEqual([lessonId, ...lesson.body.data.created])
  expect(after.modules[0].lessons[1].blocks).toHaveLength(3)
  expect(after.modules[0].lessons[1].objectives).toEqual(['Explain Soil in your own words.'])
  expect(after.modules[0].lessons[0].blocks.map((one: { id: string }) => one.id)).toEqual(quiz.body.data.created)
  expect(after.modules.slice(1).map((one: { id: string }) => one.id)).toEqual(outline.body.data.created)
})

test.each([
  ['an empty prompt', { prompt: ' ' }, 'prompt'],
  ['a prompt that is too long', { prompt: 'x'.repeat(20_001) }, 'prompt'],
  ['an unknown type', { prompt: 'x', type: 'poem' }, 'type'],
  ['append without a place', { prompt: 'x', mode: 'append' }, 'lessonId'],
  ['a place of another kind', { prompt: 'x', type: 'outline', lessonId: 'x' }, 'lessonId'],
  ['too many blocks', { prompt: 'x', options: { maxBlocks: 31 } }, 'options.maxBlocks'],
])('%s is refused with its field', async (_what, body, path) => {
  const answer = await generate(body)
  expect(answer.status).toBe(400)
  expect(answer.body.error.details.fields.map((field: { path: string }) => field.path)).toContain(path)
})

test("another tenant's place is not found, and a key without the scope is forbidden", async () => {
  const made = await service.rest('POST', '/courses', await service.key(), { name: 'Theirs' })
  expect((await generate({ prompt: 'x', type: 'outline', courseId: made.body.data.id })).status).toBe(404)
  const reader = await service.key({ scopes: ['courses:read'] })
  expect((await service.rest('POST', '/ai/generate-content', reader, { prompt: 'x' })).status).toBe(403)
})

test('a request that is repeated with its Idempotency-Key gets the first result and appends once', async () => {
  const made = await service.rest('POST', '/courses', key, { name: 'C', modules: [{ name: 'M' }] })
  const tree = async () => (await service.rest('GET', `/courses/${made.body.data.id}/tree`, key)).body.data
  const body = { prompt: 'Once', moduleId: (await tree()).modules[0].id, mode: 'append' }
  const first = await generate(body, { 'Idempotency-Key': 'ai-once' })
  const again = await generate(body, { 'Idempotency-Key': 'ai-once' })
  expect(again.body).toEqual(first.body)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect((await tree()).modules[0].lessons).toHaveLength(1)
})

test('in production without a model, generation answers 503', async () => {
  const production = await startTestService({ env: { NODE_ENV: 'production' } })
  const answer = await production.rest('POST', '/ai/generate-content', await production.key(), { prompt: 'x' })
  expect([answer.status, answer.body.error.code, answer.body.error.details]).toEqual([
    503,
    'internal_error',
    { reason: 'ai_not_configured' },
  ])
  await production.close()
})

test('the limit for each minute counts REST and GraphQL together', async () => {
  const model = await startFakeModel()
  model.behave(goodLesson)
  const tight = await startTestService({
    env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test', RATE_LIMIT_AI: '2' },
  })
  const auth = await tight.key()
  const rest = () => tight.rest('POST', '/ai/generate-content', auth, { prompt: 'x' })
  expect((await rest()).status).toBe(200)
  const { errors } = await tight.graphql('mutation { generateContent(input: { prompt: "x" }) { model } }', auth)
  expect(errors).toBeUndefined()
  const third = await rest()
  expect([third.status, third.body.error.code, third.body.error.details.reason]).toEqual([
    429,
    'rate_limit_exceeded',
    'field_limit',
  ])
  expect(third.headers.get('retry-after')).toMatch(/^\d+$/)
  const fourth = await tight.graphql('mutation { generateContent(input: { prompt: "x" }) { model } }', auth)
  expect(fourth.errors[0].extensions.code).toBe('rate_limit_exceeded')
  await tight.close()
  await model.close()
})

test('usage is read by day, and its records have no prompt', async () => {
  const auth = await service.key()
  await service.rest('POST', '/ai/generate-content', auth, { prompt: 'A secret subject' })
  const usage = await service.rest('GET', '/ai/usage', auth)
  expect(usage.status).toBe(200)
  expect(usage.body.data.days).toMatchObject([{ generations: 1 }])
  expect(usage.body.data.generations).toMatchObject([
    { type: 'lesson', mode: 'preview', model: 'offline', outcome: 'done' },
  ])
  expect(usage.text).not.toContain('secret')
  expect(await service.db.prisma.aiGeneration.findFirst({ where: { prompt: { not: null } } })).toBeNull()
  const bad = await service.rest('GET', '/ai/usage?from=yesterday', auth)
  expect(bad.body.error.details.fields[0].path).toBe('from')
})

test('a key that may not generate cannot subscribe, and one that may not write cannot append', async () => {
  const reader = await service.key({ scopes: ['courses:read'] })
  const answer = await service.http('/graphql', {
    method: 'POST',
    headers: { Authorization: `Bearer ${reader}`, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({ query: 'subscription { generation(input: { prompt: "x" }) { event } }' }),
  })
  expect(answer.text).toContain('forbidden')
  expect(answer.text).not.toContain('started')
  const writer = await service.key({ scopes: ['ai:generate'] })
  const body = { prompt: 'x', type: 'outline', courseId: '019aa000-0000-7000-8000-000000000009', mode: 'append' }
  expect((await service.rest('POST', '/ai/generate-content', writer, body)).status).toBe(403)
})
