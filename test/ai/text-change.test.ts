import { expect, test } from 'vitest'
import { allScopes } from '../../src/identity/scopes.ts'
import { connect } from '../api/mcp/client.ts'
import { serviceWithModel, waitUntil } from '../support/ai-requests.ts'
import { createCourseTree, missingId } from '../support/course-fixture.ts'
import { errorBody, invalidFieldBody } from '../support/error-bodies.ts'
import { refusesWith, startsAndHangs } from '../support/language-model.ts'
import { serviceForTest } from '../support/service.ts'

const answerWith = (text: unknown) => JSON.stringify({ text })
const source = 'Leaves make **sugar** out of [light](lesson:light).'

/** Starts a service with a model, which the returned function asks to change a text. */
async function serviceForTexts(env: Record<string, string> = {}) {
  const made = await serviceWithModel(env)
  const suggest = (body: object = {}, as = made.key) =>
    made.service.rest('POST', '/ai/suggest-text', as, { text: source, task: 'rewrite', ...body })
  const answerOf = async (...args: Parameters<typeof suggest>) => {
    const { status, body } = await suggest(...args)
    return [status, body]
  }
  return { ...made, suggest, answerOf }
}

test('the model changes the text, and its answer is suggested and not stored', async () => {
  const { model, suggest, usage } = await serviceForTexts()
  model.behave(answerWith(`\n${source} Now.\n`))
  const { status, body } = await suggest()
  const used = { inputTokens: 100, outputTokens: 50 }
  expect([status, body.data]).toEqual([
    200,
    { generationId: expect.any(String), text: `${source} Now.`, model: 'stand-in', usage: used },
  ])
  const { generations, budget } = await usage()
  expect(generations).toMatchObject([{ type: 'text', mode: 'preview', outcome: 'done', ...used }])
  expect(budget.used).toBe(150)
})

test.each([
  ['rewrite', {}, 'Rewrite the `text`'],
  ['shorten', {}, 'Shorten the `text`'],
  ['simplify', {}, 'in plain words'],
  ['translate', { language: 'pt-BR' }, 'Translate the `text`'],
  ['custom', { instruction: 'As a poem.' }, 'as its `instruction` says'],
  ['shorten', { instruction: 'Keep the examples.', language: 'de' }, 'It only says how the text is changed'],
])('task %s tells the model what to do, and the words of the author are data', async (task, fields, told) => {
  const { model, suggest } = await serviceForTexts()
  model.behave(answerWith('Folhas'))
  expect((await suggest({ task, ...fields })).body.data.text).toBe('Folhas')
  const [system, user] = model.requests[0]!.messages
  expect(system!.content).toContain(told)
  for (const words of ['sugar', 'As a poem', 'pt-BR']) expect(system!.content).not.toContain(words)
  expect(JSON.parse(user!.content)).toEqual({ ...fields, text: source })
})

test('the model is told the names of the lesson and its course, and no contents and ids', async () => {
  const { model, service, key, suggest } = await serviceForTexts()
  model.behave(answerWith('Leaves'))
  const { course, lesson } = await createCourseTree(service, key)
  expect((await suggest({ lessonId: lesson.id.toUpperCase() })).status).toBe(200)
  expect(JSON.parse(model.requests[0]!.messages[1]!.content)).toEqual({
    course: course.name,
    lesson: lesson.name,
    text: source,
  })
})

test('the answer is cleaned: addresses are those of the text and the instruction, and nothing can run', async () => {
  const { model, suggest } = await serviceForTexts()
  const text = 'See [a](https://a.example/x), ![b](asset:0b1c) and [c](lesson:roots).'
  const written = `${text} [d](https://d.example) [e](https://e.example) [f](javascript:alert(1)) [g](lesson:other) <img src=x onerror=a>`
  model.behave(answerWith(written))
  const { body } = await suggest({ text, task: 'custom', instruction: 'Link to https://d.example.' })
  expect(body.data.text).toBe(`${text} [d](https://d.example) e f g`)
})

test('code, formulas and tables are kept as they are', async () => {
  const { model, suggest } = await serviceForTexts()
  const text =
    '| a | b |\n| - | - |\n| $x<y$ | `<b>` |\n\n```html\n<script>a()</script>\n```\n\n> [!NOTE]\n> Hi\n\n$$\na < b\n$$'
  model.behave(answerWith(text))
  expect((await suggest({ text })).body.data.text).toBe(text)
})

test.each([
  ['no text', '{"text":""}', 'text: must not be empty'],
  ['a number', '{"text":7}', 'text: must be the changed text'],
  ['no JSON', 'Sure! Here it is.', 'text: must be the changed text'],
  ['a text that is too long', answerWith('a'.repeat(16_385)), 'text: must have at most 16,384 characters'],
  ['a text that takes too long to read', answerWith('<!--'.repeat(2000)), 'text: has too many brackets'],
])('an answer with %s is asked for again once, and the tokens of both count', async (_what, unusable, problem) => {
  const { model, suggest, usage } = await serviceForTexts()
  model.behave(answerWith('Leaves'), unusable)
  expect((await suggest()).body.data).toMatchObject({
    text: 'Leaves',
    usage: { inputTokens: 200, outputTokens: 100 },
  })
  expect(model.requests[1]!.messages.at(-1)!.content).toContain(problem)
  model.behave(unusable)
  const { status, body } = await suggest()
  expect([status, body.error.details]).toEqual([503, { reason: 'ai_invalid_output' }])
  expect((await usage()).generations[0].outcome).toBe('failed')
})

test('failures of the model are those of a generation', async () => {
  const { model, suggest, usage } = await serviceForTexts()
  model.behave(refusesWith(400, { code: 'content_filter' }))
  const declined = await suggest()
  expect([declined.status, declined.body.error.details]).toEqual([
    400,
    { reason: 'ai_declined', fields: [{ path: 'text', message: 'is declined by the language model' }] },
  ])
  model.behave(refusesWith(401))
  expect((await suggest()).body.error.details).toEqual({ reason: 'ai_refused' })
  model.behave(refusesWith(500))
  expect((await suggest()).body.error.details).toEqual({ reason: 'ai_unavailable' })
  expect((await usage()).budget.used).toBe(0)
})

test('fields that do not fit are refused before the model is asked', async () => {
  const { model, answerOf, suggest } = await serviceForTexts()
  const refused = async (body: object, path: string, message: string) =>
    expect(await answerOf(body)).toEqual([400, invalidFieldBody(path, message)])
  await refused({ task: 'translate' }, 'language', 'is required for task translate')
  await refused({ task: 'custom' }, 'instruction', 'is required for task custom')
  await refused({ text: ' \n ' }, 'text', 'must not be empty')
  await refused({ text: 'a'.repeat(16_385) }, 'text', 'must have at most 16,384 characters')
  await refused({ task: 'custom', instruction: 'a'.repeat(501) }, 'instruction', 'must have at most 500 characters')
  for (const [body, path] of [
    [{ text: 7 }, 'text'],
    [{ text: null }, 'text'],
    [{ text: '<!--'.repeat(2000) }, 'text'],
    [{ task: 'sing' }, 'task'],
    [{ task: null }, 'task'],
    [{ task: 'custom', instruction: ['a'] }, 'instruction'],
    [{ task: 'translate', language: 'klingonese' }, 'language'],
    [{ lessonId: { id: 1 } }, 'lessonId'],
    [{ colour: 'red' }, 'colour'],
  ] as const) {
    const { status, body: answer } = await suggest(body)
    expect([body, status, answer.error?.details?.fields?.[0]?.path ?? answer.error]).toEqual([body, 400, path])
  }
  expect(model.requests).toHaveLength(0)
})

test('only a lesson of the workspace can be named, by a caller who may read it', async () => {
  const { model, service, key, answerOf } = await serviceForTexts()
  const { lesson } = await createCourseTree(service, key)
  const notFound = [404, errorBody('not_found', 'Lesson not found.')]
  const stranger = await service.key()
  for (const lessonId of [missingId, 'x']) expect(await answerOf({ lessonId })).toEqual(notFound)
  expect(await answerOf({ lessonId: lesson.id }, stranger)).toEqual(notFound)
  const { workspaceId } = (await service.db.prisma.lesson.findFirst({ where: { id: lesson.id } }))!
  for (const scope of ['ai:generate', 'courses:read'] as const) {
    const limited = await service.key({ workspaceId, scopes: allScopes.filter((one) => one !== scope) })
    const refusal = errorBody('forbidden', `The key lacks the scope ${scope}.`, { scope })
    expect(await answerOf({ lessonId: lesson.id }, limited)).toEqual([403, refusal])
  }
  expect((await answerOf({}, ''))[0]).toBe(401)
  expect(model.requests).toHaveLength(0)
})

test('a suggestion needs as many tokens of the day as the text and its answer can take', async () => {
  const { model, suggest, usage } = await serviceForTexts({
    AI_DAILY_TOKENS_ENTERPRISE: '9000',
    AI_MAX_OUTPUT_TOKENS: '6000',
  })
  model.behave(answerWith('Leaves'))
  const { status, body } = await suggest({ text: 'a'.repeat(3000) })
  expect([status, body.error.details]).toEqual([429, { reason: 'ai_budget', limit: 9000 }])
  expect([model.requests.length, (await usage()).budget.used]).toEqual([0, 0])
  expect((await suggest()).status).toBe(200)
})

test('suggestions and generations share the slots of a caller, and a client that disconnects frees its own', async () => {
  const { model, service, key, suggest, generate, outcomes } = await serviceForTexts()
  model.behave(startsAndHangs('{"text":'))
  const gone = new AbortController()
  const hanging = [1, 2].map(() =>
    fetch(`${service.url}/api/v1/ai/suggest-text`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: source, task: 'shorten' }),
      signal: gone.signal,
    }).catch(() => undefined),
  )
  await waitUntil(() => expect(model.requests).toHaveLength(2))
  for (const answer of [await suggest(), await generate()])
    expect([answer.status, answer.body.error.details.reason]).toEqual([429, 'ai_concurrency'])
  gone.abort()
  await Promise.all(hanging)
  await waitUntil(async () => expect(await outcomes()).toEqual(['aborted', 'aborted']))
  model.behave(answerWith('Leaves'))
  expect((await suggest()).status).toBe(200)
})

test('suggestions and generations share the limit a minute', async () => {
  const { model, suggest } = await serviceForTexts({ RATE_LIMIT_AI: '1' })
  model.behave(answerWith('Leaves'))
  expect((await suggest()).status).toBe(200)
  const { status, body, headers } = await suggest()
  expect([status, body.error.details.reason]).toEqual([429, 'field_limit'])
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
})

test('a request that is repeated with its Idempotency-Key gets the first suggestion', async () => {
  const { model, service, key } = await serviceForTexts()
  model.behave(answerWith('Second'), answerWith('First'))
  const ask = () =>
    service.rest('POST', '/ai/suggest-text', key, { text: source, task: 'shorten' }, { 'Idempotency-Key': 'a' })
  const [first, again] = [await ask(), await ask()]
  expect([first.body.data.text, again.body]).toEqual(['First', first.body])
  expect(model.requests).toHaveLength(1)
})

test('GraphQL and MCP suggest the same', async () => {
  const { model, service, key } = await serviceForTexts()
  model.behave(answerWith('Leaves'))
  const input = { text: source, task: 'translate', language: 'de' }
  const document = 'mutation ($input: SuggestTextInput!) { suggestText(input: $input) { text model } }'
  const { data: told } = await service.graphql(document, key, { input })
  expect(told.suggestText).toEqual({ text: 'Leaves', model: 'stand-in' })
  const { data } = await (await connect(service, key)).tool('suggest_text', input)
  expect(data).toMatchObject({ text: 'Leaves', model: 'stand-in' })
})

test.each([
  ['the suggestion is an example', 'development', 200],
  ['in production the answer is 503', 'production', 503],
])('without a model, %s', async (_what, environment, expected) => {
  const service = await serviceForTest({ env: { NODE_ENV: environment } })
  const { status, body } = await service.rest('POST', '/ai/suggest-text', await service.key(), {
    text: source,
    task: 'shorten',
  })
  expect(status).toBe(expected)
  if (expected === 503) expect(body.error.details).toEqual({ reason: 'ai_not_configured' })
  else
    expect(body.data).toMatchObject({
      text: 'Example of a changed text (task shorten).',
      model: 'offline',
      usage: { inputTokens: 0, outputTokens: 0 },
    })
})
