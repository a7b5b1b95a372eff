import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CourseTree, createCourseTree } from '../support/course-fixture.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { type Agent, connect } from './mcp/client.ts'

let service: TestService
let key: string
let outline: CourseTree
let agent: Agent
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  outline = await createCourseTree(service, key)
  agent = await connect(service, key)
})
afterAll(() => service.close())

const send = async (method: string, path: string, text: string) => {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  return service.http(path, { method, headers, body: text })
}
const fieldsOf = (error: { code: string; details: { fields: object[] } }) => [error.code, error.details.fields]

const rounded = [
  '9007199254740993',
  '-9007199254740993',
  '1546130668394913822',
  '1e-400',
  '1E+400',
  '0.1234567890123456789',
  '1.0000000000000000001',
  '90071992547409930e-1',
]
const exact = [
  '9007199254740992',
  '1546130668394913800',
  '-0.5',
  '1e21',
  '100e-2',
  '1.00000000000000000000',
  '0.1',
  '0.10000000000000001',
  '5e-324',
  '1.7976931348623157e308',
]

describe.each(rounded)('the number %s, which JavaScript would round, is refused by name', (number) => {
  const message = `${number} cannot be kept exactly; send it as a string`

  test('over REST in content and attributes, also deep in a tree', async () => {
    const { course, lesson, block } = outline
    const { body: content } = await send(
      'PATCH',
      `/api/v1/blocks/${block.id}`,
      `{"content":{"text":"a","x":[{"y":${number}}]}}`,
    )
    expect(fieldsOf(content.error)).toEqual(['invalid_request', [{ path: 'content.x.0.y', message }]])
    const { body: own } = await send('PATCH', `/api/v1/lessons/${lesson.id}`, `{"attributes":{"sku" : ${number} }}`)
    expect(fieldsOf(own.error)).toEqual(['invalid_request', [{ path: 'attributes.sku', message }]])
    const tree = `{"modules":[{"name":"M","attributes":{"a":[1,${number}]}}]}`
    const { body: put } = await send('PUT', `/api/v1/courses/${course.id}/tree`, tree)
    expect(fieldsOf(put.error)).toEqual(['invalid_request', [{ path: 'modules.0.attributes.a.1', message }]])
  })

  test('over GraphQL as a variable and as a literal', async () => {
    const update = 'mutation ($id: ID!, $input: UpdateLessonInput!) { updateLesson(id: $id, input: $input) { id } }'
    const variables = `{"id":"${outline.lesson.id}","input":{"attributes":{"sku":${number}}}}`
    const { body } = await send('POST', '/graphql', `{"query":${JSON.stringify(update)},"variables":${variables}}`)
    expect(fieldsOf(body.errors[0].extensions)).toEqual([
      'invalid_request',
      [{ path: 'input.attributes.sku', message }],
    ])
    const literal = `mutation { updateLesson(id: "${outline.lesson.id}", input: { attributes: { sku: ${number} } }) { id } }`
    const { errors } = await service.graphql(literal, key)
    expect([errors[0].extensions.code, errors[0].message]).toEqual([
      'invalid_request',
      expect.stringContaining(message),
    ])
  })

  test('over MCP in content and attributes', async () => {
    const call = async (args: string) => {
      const params = `{"name":"update_content","arguments":${args}}`
      const text = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`
      const headers = {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      }
      const { body } = await service.http('/mcp', { method: 'POST', headers, body: text })
      return fieldsOf(JSON.parse(body.result.content[0].text).error)
    }
    const own = await call(`{"kind":"lesson","id":"${outline.lesson.id}","attributes":{"sku":${number}}}`)
    expect(own).toEqual(['invalid_request', [{ path: 'attributes.sku', message }]])
    const quiz = `{"questions":[{"prompt":"p","type":"numeric","answer":["1"],"x":${number}}]}`
    const content = await call(`{"kind":"block","id":"${outline.block.id}","type":"quiz","content":${quiz}}`)
    expect(content).toEqual(['invalid_request', [{ path: 'content.questions.0.x', message }]])
  })
})

test.each(exact)('the number %s is kept in every API', async (number) => {
  const { lesson } = outline
  const { status, body } = await send('PATCH', `/api/v1/lessons/${lesson.id}`, `{"attributes":{"sku":${number}}}`)
  expect([status, body.data?.attributes]).toEqual([200, { sku: Number(number) }])
  const literal = `mutation { updateLesson(id: "${lesson.id}", input: { attributes: { sku: ${number} } }) { attributes } }`
  expect((await service.graphql(literal, key)).data.updateLesson.attributes).toEqual({ sku: Number(number) })
  const answer = await agent.tool('update_content', {
    kind: 'lesson',
    id: lesson.id,
    attributes: { sku: Number(number) },
  })
  expect(answer.isError).toBe(false)
})

test('an inexact number in another field gets the message of that field', async () => {
  const path = `/api/v1/lessons/${outline.lesson.id}`
  const name = await send('PATCH', path, '{"name":9007199254740993}')
  expect(fieldsOf(name.body.error)).toEqual(['invalid_request', [{ path: 'name', message: 'must be a string' }]])
  expect((await send('PATCH', path, '{"version":9007199254740993}')).status).toBe(200)
})

test('digits in texts are no numbers', async () => {
  const text = '9007199254740993, 1e-400} and [1546130668394913822]'
  const { status, body } = await service.rest('PATCH', `/blocks/${outline.block.id}`, key, {
    type: 'text',
    content: { text },
  })
  expect([status, body.data.content]).toEqual([200, { text }])
})

test('a body with an inexact number that is nested very deeply is refused', async () => {
  const deep = `{"content":${'[1e400,'.repeat(50_000)}1${']'.repeat(50_000)}}`
  const { status, body } = await send('PATCH', `/api/v1/blocks/${outline.block.id}`, deep)
  expect([status, body.error.code]).toEqual([400, 'invalid_request'])
})
