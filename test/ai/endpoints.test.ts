import { expect, test } from 'vitest'
import { type Behaviour, completion, refuses } from '../model.ts'
import { desk, good } from './desk.ts'

/** An endpoint that refuses requests which name one of these members. */
const without =
  (...members: string[]): Behaviour =>
  (body, req, res) => {
    const named = members.find((member) => JSON.stringify(body).includes(`"${member}"`))
    if (named) {
      const told = { message: `Unsupported parameter: '${named}' is not supported.`, param: named }
      return void (refuses(400, told) as Exclude<Behaviour, string>)(body, req, res)
    }
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(completion(good)))
  }

test('an endpoint that knows no structured output is asked for JSON, and told the schema', async () => {
  const { model, generate } = await desk()
  model.behave(without('json_schema'))
  expect((await generate()).status).toBe(200)
  expect(model.asked.map(({ response_format }) => (response_format as { type: string }).type)).toEqual([
    'json_schema',
    'json_object',
  ])
  expect(model.asked[1]!.messages[0]!.content).toContain('"additionalProperties":false')
  model.behave(without('json_schema'))
  await generate()
  expect(model.asked).toHaveLength(1)
})

test('an endpoint that knows no max_completion_tokens is asked with max_tokens', async () => {
  const { model, generate } = await desk({ AI_MAX_OUTPUT_TOKENS: '777' })
  model.behave(without('max_completion_tokens', 'stream_options', 'response_format'))
  expect((await generate()).status).toBe(200)
  expect(model.asked[0]).toMatchObject({ max_completion_tokens: 777 })
  expect(model.asked.at(-1)).toMatchObject({ max_tokens: 777, stream: true })
})

test('the Responses API is spoken where it is asked for, with max_output_tokens', async () => {
  const { model, generate } = await desk({ OPENAI_API: 'responses', AI_MAX_OUTPUT_TOKENS: '777' })
  model.behave(good)
  const answer = await generate()
  expect(answer.status).toBe(200)
  expect(answer.body.data.usage).toEqual({ inputTokens: 100, outputTokens: 50 })
  expect(answer.body.data.content.blocks).toHaveLength(2)
  expect(model.paths).toEqual(['/v1/responses'])
  expect(model.asked[0]).toMatchObject({
    max_output_tokens: 777,
    store: false,
    text: { format: { type: 'json_schema' } },
  })
})

test.each([
  ['responses', '/v1/responses', '/v1/chat/completions'],
  ['chat', '/v1/chat/completions', '/v1/responses'],
])('an endpoint without %s is asked in the other interface', async (api, first, second) => {
  const { model, generate } = await desk({ OPENAI_API: api })
  model.behave(good, refuses(404))
  expect((await generate()).status).toBe(200)
  expect(model.paths).toEqual([first, second])
})

test('a model that is not there is a refusal, in whichever interface', async () => {
  const { model, generate } = await desk()
  model.behave(refuses(404, { code: 'model_not_found' }))
  expect((await generate()).body.error.details).toEqual({ reason: 'ai_refused' })
  expect(model.asked).toHaveLength(2)
})

test('an endpoint that knows no streams is read whole', async () => {
  const { model, generate } = await desk()
  model.behave((_body, _req, res) => {
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(completion(good)))
  })
  expect((await generate()).body.data.usage).toEqual({ inputTokens: 100, outputTokens: 50 })
})
