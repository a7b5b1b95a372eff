import sharp from 'sharp'
import { expect, test } from 'vitest'
import { allScopes } from '../../src/identity/scopes.ts'
import { serviceWithModel, waitUntil } from '../support/ai-requests.ts'
import { createCourseTree, missingId } from '../support/course-fixture.ts'
import { errorBody, invalidFieldBody } from '../support/error-bodies.ts'
import { refusesWith, startsAndHangs } from '../support/language-model.ts'
import { serviceForTest } from '../support/service.ts'
import { uploadFile } from '../support/upload-file.ts'

const makePicture = (width = 1200, height = 800) =>
  sharp({ create: { width, height, channels: 3, background: 'green' } })
    .png()
    .toBuffer()

const answerWith = (alt: unknown) => JSON.stringify({ alt })

/** Starts a service with a model and a picture, for which the returned function asks. */
async function serviceWithPicture(env: Record<string, string> = {}) {
  const made = await serviceWithModel(env)
  const { service, key } = made
  const picture = await uploadFile(service, key, 'leaf.png', await makePicture())
  const suggest = (body: object = {}, id = picture.id, as = key) =>
    service.rest('POST', `/assets/${id}/suggest-alt-text`, as, body)
  return { ...made, picture, suggest }
}

type Part = { type: string; text?: string; image_url?: string | { url: string; detail: string } }
const partsOf = (message: unknown) => (message as { content: Part[] }).content

/** Reads the picture of a data URL. */
const readPicture = (url: string) =>
  sharp(Buffer.from(/^data:image\/webp;base64,(.+)$/.exec(url)![1]!, 'base64')).metadata()

test('the model is shown a small copy of the picture, and its text is suggested and not stored', async () => {
  const { model, service, key, suggest, picture, usage } = await serviceWithPicture()
  model.behave(answerWith('  A <b>green</b>\nleaf '))
  const { status, body } = await suggest({ language: 'pt-br' })
  const used = { inputTokens: 100, outputTokens: 50 }
  const generationId = expect.any(String)
  expect([status, body.data]).toEqual([200, { generationId, alt: 'A green leaf', model: 'stand-in', usage: used }])
  const [text, shown] = partsOf(model.requests[0]!.messages[1])
  expect(text).toEqual({ type: 'text', text: '{"language":"pt-BR"}' })
  const { url, detail } = shown!.image_url as { url: string; detail: string }
  const { format, width, height } = await readPicture(url)
  expect([detail, format, width, height]).toEqual(['low', 'webp', 512, 341])
  expect((await service.rest('GET', `/assets/${picture.id}`, key)).body.data.alt).toBeNull()
  const { generations, budget } = await usage()
  expect(generations).toMatchObject([{ type: 'alt_text', mode: 'preview', outcome: 'done', ...used }])
  expect(budget.used).toBe(150)
})

test('the Responses API gets the picture in its own form', async () => {
  const { model, suggest } = await serviceWithPicture({ OPENAI_API: 'responses' })
  model.behave(answerWith('A leaf'))
  expect((await suggest()).body.data.alt).toBe('A leaf')
  expect(model.paths).toEqual(['/v1/responses'])
  const [text, shown] = partsOf((model.requests[0] as unknown as { input: unknown[] }).input[1])
  expect(text!.type).toBe('input_text')
  expect(shown!.type).toBe('input_image')
  expect((await readPicture(shown!.image_url as string)).width).toBe(512)
})

test('without a language, the text is in that of a course which uses the picture, else in English', async () => {
  const { model, service, key, suggest, picture } = await serviceWithPicture()
  model.behave(answerWith('Ein Blatt'))
  await suggest()
  const { course, lesson } = await createCourseTree(service, key)
  await service.rest('PATCH', `/courses/${course.id}`, key, { language: 'de' })
  const block = { type: 'image', content: { assetId: picture.id } }
  await service.rest('POST', `/lessons/${lesson.id}/blocks`, key, block)
  await suggest({ language: '' })
  const languages = model.requests.map(({ messages }) => partsOf(messages[1])[0]!.text)
  expect(languages).toEqual(['{"language":"en"}', '{"language":"de"}'])
})

test('a small picture is not enlarged, and of an animation the first picture is shown', async () => {
  const { model, service, key, suggest } = await serviceWithPicture()
  model.behave(answerWith('A leaf'))
  const frames = await Promise.all([makePicture(60, 40), makePicture(60, 40)])
  const animation = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 200] })
    .toBuffer()
  const { id } = await uploadFile(service, key, 'leaf.gif', animation)
  await suggest({}, id)
  const { url } = partsOf(model.requests[0]!.messages[1])[1]!.image_url as { url: string }
  const { width, height, pages = 1 } = await readPicture(url)
  expect([width, height, pages]).toEqual([60, 40, 1])
})

test('an answer without a text is asked for again once, and the tokens of both count', async () => {
  const { model, suggest, usage } = await serviceWithPicture()
  model.behave(answerWith('A leaf'), '{"alt":""}')
  expect((await suggest()).body.data).toMatchObject({
    alt: 'A leaf',
    usage: { inputTokens: 200, outputTokens: 100 },
  })
  expect(partsOf(model.requests[1]!.messages[1])).toHaveLength(2)
  expect(model.requests[1]!.messages.at(-1)!.content).toContain('alt: must be a text that describes the picture')
  model.behave('{"alt":7}')
  const { status, body } = await suggest()
  expect([status, body.error.details]).toEqual([503, { reason: 'ai_invalid_output' }])
  expect((await usage()).generations[0].outcome).toBe('failed')
})

test('a long text is cut', async () => {
  const { model, suggest } = await serviceWithPicture()
  model.behave(answerWith(`${'🌿'.repeat(299)} leaf`))
  expect((await suggest()).body.data.alt).toBe('🌿'.repeat(299))
})

test('a model that cannot see pictures is an error that says so, and costs nothing', async () => {
  const { model, suggest, usage } = await serviceWithPicture()
  model.behave(refusesWith(400, { message: 'Invalid content type. image_url is only supported by certain models.' }))
  const { status, body } = await suggest()
  const message = 'The language model refused the picture; check its configuration, and whether it can see pictures.'
  expect([status, body]).toEqual([503, errorBody('internal_error', message, { reason: 'ai_refused' })])
  model.behave(refusesWith(404, { message: 'No endpoints found that support image input' }))
  expect((await suggest()).body.error.details).toEqual({ reason: 'ai_refused' })
  const { generations, budget } = await usage()
  expect([generations.map(({ outcome }: { outcome: string }) => outcome), budget.used]).toEqual([
    ['failed', 'failed'],
    0,
  ])
})

test('a model that declines the picture is an error of the request', async () => {
  const { model, suggest } = await serviceWithPicture()
  model.behave(refusesWith(400, { code: 'content_filter' }))
  const { status, body } = await suggest()
  expect([status, body.error.details]).toEqual([
    400,
    { reason: 'ai_declined', fields: [{ path: 'id', message: 'is declined by the language model' }] },
  ])
})

test('only a picture of the workspace that is ready can be described, by a caller who may read it', async () => {
  const { model, service, key, suggest, picture } = await serviceWithPicture()
  model.behave(answerWith('A leaf'))
  const notFound = [404, errorBody('not_found', 'File not found.')]
  const answerOf = async (...args: Parameters<typeof suggest>) => {
    const { status, body } = await suggest(...args)
    return [status, body]
  }
  const stranger = await service.key()
  for (const id of [missingId, 'x']) expect(await answerOf({}, id)).toEqual(notFound)
  expect(await answerOf({}, picture.id, stranger)).toEqual(notFound)
  const captions = await uploadFile(service, key, 'a.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n')
  const drawing = await uploadFile(service, key, 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><path/></svg>')
  const noPicture = 'must be the id of a picture: PNG, JPEG, WebP, AVIF or GIF'
  for (const { id } of [captions, drawing])
    expect(await answerOf({}, id)).toEqual([400, invalidFieldBody('id', noPicture)])
  const pending = (await service.rest('POST', '/assets', key, { name: 'b.png', bytes: 10 })).body.data
  const notReady = invalidFieldBody('id', 'must be the id of a file that is ready')
  expect(await answerOf({}, pending.id)).toEqual([400, notReady])
  const { workspaceId } = (await service.db.prisma.asset.findFirst({ where: { id: picture.id } }))!
  for (const scope of ['ai:generate', 'assets:read'] as const) {
    const limited = await service.key({ workspaceId, scopes: allScopes.filter((one) => one !== scope) })
    const refusal = errorBody('forbidden', `The key lacks the scope ${scope}.`, { scope })
    expect(await answerOf({}, picture.id, limited)).toEqual([403, refusal])
  }
  expect((await suggest({ language: 'klingonese' })).body.error.details.fields[0].path).toBe('language')
  expect(model.requests).toHaveLength(0)
})

test('a suggestion needs as many tokens of the day as a picture and its answer can take', async () => {
  const { model, suggest, usage } = await serviceWithPicture({
    AI_DAILY_TOKENS_ENTERPRISE: '9000',
    AI_MAX_OUTPUT_TOKENS: '6000',
  })
  model.behave(answerWith('A leaf'))
  const { status, body } = await suggest()
  expect([status, body.error.details]).toEqual([429, { reason: 'ai_budget', limit: 9000 }])
  expect([model.requests.length, (await usage()).budget.used]).toEqual([0, 0])
})

test('suggestions and generations share the slots of a caller, and a client that disconnects frees its own', async () => {
  const { model, service, key, suggest, picture, generate, outcomes } = await serviceWithPicture()
  model.behave(startsAndHangs('{"alt":'))
  const gone = new AbortController()
  const hanging = [1, 2].map(() =>
    fetch(`${service.url}/api/v1/assets/${picture.id}/suggest-alt-text`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: '{}',
      signal: gone.signal,
    }).catch(() => undefined),
  )
  await waitUntil(() => expect(model.requests).toHaveLength(2))
  for (const answer of [await suggest(), await generate()])
    expect([answer.status, answer.body.error.details.reason]).toEqual([429, 'ai_concurrency'])
  gone.abort()
  await Promise.all(hanging)
  await waitUntil(async () => expect(await outcomes()).toEqual(['aborted', 'aborted']))
  model.behave(answerWith('A leaf'))
  expect((await suggest()).status).toBe(200)
})

test.each([
  ['the suggestion is an example', 'development', 200],
  ['in production the answer is 503', 'production', 503],
])('without a model, %s, and callers are told of none', async (_what, environment, expected) => {
  const service = await serviceForTest({ env: { NODE_ENV: environment } })
  const key = await service.key()
  const { id } = await uploadFile(service, key, 'leaf.png', await makePicture())
  const { status, body } = await service.rest('POST', `/assets/${id}/suggest-alt-text`, key, {})
  expect(status).toBe(expected)
  if (expected === 503) expect(body.error.details).toEqual({ reason: 'ai_not_configured' })
  else
    expect(body.data).toMatchObject({
      alt: 'Example of an alternative text for leaf.png',
      model: 'offline',
      usage: { inputTokens: 0, outputTokens: 0 },
    })
  expect((await service.rest('GET', '/me', key)).body.data.languageModel).toBeNull()
})

test('callers are told the name of the model', async () => {
  const { service, key } = await serviceWithModel()
  expect((await service.rest('GET', '/me', key)).body.data.languageModel).toBe('stand-in')
})
