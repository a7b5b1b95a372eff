import { expect, test } from 'vitest'
import { goodLesson, serviceWithModel } from '../support/ai-requests.ts'
import { type Behaviour, beginStream, completion, refusesWith, responsesEvent } from '../support/language-model.ts'

/** An endpoint that refuses requests which name one of these members, with a status. */
const refusing =
  (status: number, ...members: string[]): Behaviour =>
  (body, req, res) => {
    const named = members.find((member) => JSON.stringify(body).includes(`"${member}"`))
    if (named) {
      const told = { message: `Unsupported parameter: '${named}' is not supported.`, param: named }
      return void (refusesWith(status, told) as Exclude<Behaviour, string>)(body, req, res)
    }
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(completion(goodLesson)))
  }
const without = (...members: string[]) => refusing(400, ...members)

test('an endpoint without structured output gets the schema in the system message', async () => {
  const { model, generate } = await serviceWithModel()
  model.behave(without('json_schema'))
  expect((await generate()).status).toBe(200)
  expect(model.requests.map(({ response_format }) => (response_format as { type: string }).type)).toEqual([
    'json_schema',
    'json_object',
  ])
  expect(model.requests[1]!.messages[0]!.content).toContain('"additionalProperties":false')
  model.behave(without('json_schema'))
  await generate()
  expect(model.requests).toHaveLength(1)
})

test('an endpoint without max_completion_tokens gets max_tokens', async () => {
  const { model, generate } = await serviceWithModel({ AI_MAX_OUTPUT_TOKENS: '777' })
  model.behave(without('max_completion_tokens', 'stream_options', 'response_format'))
  expect((await generate()).status).toBe(200)
  expect(model.requests[0]).toMatchObject({ max_completion_tokens: 777 })
  expect(model.requests.at(-1)).toMatchObject({ max_tokens: 777, stream: true })
})

test('the Responses API is used when it is configured, with max_output_tokens', async () => {
  const { model, generate } = await serviceWithModel({ OPENAI_API: 'responses', AI_MAX_OUTPUT_TOKENS: '777' })
  model.behave(goodLesson)
  const answer = await generate()
  expect(answer.status).toBe(200)
  expect(answer.body.data.usage).toEqual({ inputTokens: 100, outputTokens: 50 })
  expect(answer.body.data.content.blocks).toHaveLength(2)
  expect(model.paths).toEqual(['/v1/responses'])
  expect(model.requests[0]).toMatchObject({
    max_output_tokens: 777,
    store: false,
    text: { format: { type: 'json_schema' } },
  })
})

const written = responsesEvent('response.output_text.delta', { delta: '{"name":' })
const refusal = responsesEvent('response.refusal.delta', { delta: 'I will not.' })
const completed = responsesEvent('response.completed', { response: { status: 'completed' } })
const incomplete = (reason: string) =>
  responsesEvent('response.incomplete', { response: { status: 'incomplete', incomplete_details: { reason } } })
const failed = (code: string) =>
  responsesEvent('response.failed', { response: { status: 'failed', error: { code, message: 'secret' } } })

test.each([
  ['is declined', refusal + completed, 400, 'ai_declined'],
  ['is declined after its beginning', written + refusal + completed, 400, 'ai_declined'],
  ['is cut off', written + incomplete('max_output_tokens'), 503, 'ai_too_long'],
  ['is filtered', written + incomplete('content_filter'), 400, 'ai_declined'],
  ['fails', written + failed('server_error'), 503, 'ai_unavailable'],
  ['is too much for the provider', written + failed('rate_limit_exceeded'), 503, 'ai_rate_limited'],
])(
  'an answer of the Responses API that %s says so, and is not asked for again',
  async (_what, sent, status, reason) => {
    const { model, generate } = await serviceWithModel({ OPENAI_API: 'responses' })
    model.behave((_body, _req, res) => void beginStream(res).end(sent))
    const answer = await generate()
    expect([answer.status, answer.body.error.details.reason, model.requests.length]).toEqual([status, reason, 1])
    expect(answer.text).not.toMatch(/I will not|secret/)
  },
)

test.each([
  ['responses', '/v1/responses', '/v1/chat/completions'],
  ['chat', '/v1/chat/completions', '/v1/responses'],
])('an endpoint without %s is asked in the other interface', async (api, first, second) => {
  const { model, generate } = await serviceWithModel({ OPENAI_API: api })
  model.behave(goodLesson, refusesWith(404))
  expect((await generate()).status).toBe(200)
  expect(model.paths).toEqual([first, second])
})

test.each(['responses', 'chat'])('an endpoint that answers 405 to %s is asked in the other interface', async (api) => {
  const { model, generate } = await serviceWithModel({ OPENAI_API: api })
  model.behave(goodLesson, refusesWith(405))
  expect((await generate()).status).toBe(200)
  expect(new Set(model.paths).size).toBe(2)
})

test('an endpoint that answers 422 to structured output is asked without it', async () => {
  const { model, generate } = await serviceWithModel()
  model.behave(refusing(422, 'json_schema'))
  expect((await generate()).status).toBe(200)
  expect(model.requests).toHaveLength(2)
})

test.each([401, 403])('an endpoint that answers %s is not asked again, whatever its error names', async (status) => {
  const { model, generate } = await serviceWithModel()
  model.behave(refusing(status, 'json_schema'))
  expect((await generate()).body.error.details).toEqual({ reason: 'ai_refused' })
  expect(model.requests).toHaveLength(1)
})

test('a model that does not exist is a refusal in both APIs', async () => {
  const { model, generate } = await serviceWithModel()
  model.behave(refusesWith(404, { code: 'model_not_found' }))
  expect((await generate()).body.error.details).toEqual({ reason: 'ai_refused' })
  expect(model.requests).toHaveLength(2)
})

test('an endpoint that does not stream is read as one document', async () => {
  const { model, generate } = await serviceWithModel()
  model.behave((_body, _req, res) => {
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(completion(goodLesson)))
  })
  expect((await generate()).body.data.usage).toEqual({ inputTokens: 100, outputTokens: 50 })
})

test('an endpoint that refuses everything is asked with each weaker request once', async () => {
  const { model, generate } = await serviceWithModel()
  model.behave(refusesWith(400, { message: 'stream_options, max_completion_tokens and response_format are not known' }))
  expect((await generate()).body.error.details).toEqual({ reason: 'ai_refused' })
  expect(
    model.requests.map((sent) => [
      'stream_options' in sent,
      'max_completion_tokens' in sent,
      (sent.response_format as { type: string } | undefined)?.type,
    ]),
  ).toEqual([
    [true, true, 'json_schema'],
    [false, true, 'json_schema'],
    [false, false, 'json_schema'],
    [false, false, 'json_object'],
    [false, false, undefined],
  ])
})
