import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendRawRequest } from '../../support/raw-requests.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

const json = 'application/json; charset=utf-8'
const graphqlJson = 'application/graphql-response+json; charset=utf-8'
const refused = (message: string, details = {}) => ({
  errors: [{ message, extensions: { code: 'invalid_request', details } }],
})
const post = (body: unknown, headers: Record<string, string> = {}) =>
  service.http('/graphql', {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const get = (params: Record<string, string>, headers: Record<string, string> = {}) =>
  service.http(`/graphql?${new URLSearchParams(params)}`, { headers: { 'X-API-Key': key, ...headers } })

const query = '{ __typename }'
const answer = { data: { __typename: 'Query' } }

test.each([
  [undefined, json],
  ['*/*', json],
  ['application/json', json],
  ['application/json; charset=utf-8', json],
  ['application/graphql-response+json', graphqlJson],
  ['application/graphql-response+json, application/json;q=0.9', graphqlJson],
  ['application/graphql-response+json;q=0.5, application/json', json],
  ['image/png, */*;q=0.1', json],
])('Accept: %s is answered as %s', async (accept, type) => {
  for (const asked of [
    post({ query }, accept === undefined ? {} : { Accept: accept }),
    get({ query }, accept === undefined ? {} : { Accept: accept }),
  ]) {
    const { status, headers, body } = await asked
    expect([status, headers.get('content-type'), body]).toEqual([200, type, answer])
  }
})

test('an Accept without a type that the service sends is 406', async () => {
  const { status, headers, body } = await post({ query }, { Accept: 'image/png' })
  const types = 'application/json, application/graphql-response+json, text/event-stream, multipart/mixed'
  expect([status, headers.get('content-type'), body]).toEqual([406, json, refused(`The response can be ${types}.`)])
})

test.each(['PUT', 'PATCH', 'DELETE', 'TRACE'])('%s is 405', async (method) => {
  const { status, headers, body } = await sendRawRequest(service.url, { method, path: '/graphql' })
  const allow = 'GET, POST, HEAD, OPTIONS'
  expect([status, headers.allow, body]).toEqual([405, allow, refused(`This address takes ${allow}.`)])
})

test('OPTIONS says what is allowed, HEAD is GET without the body', async () => {
  const options = await service.http('/graphql', { method: 'OPTIONS' })
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, POST, HEAD, OPTIONS'])
  const head = await service.http(`/graphql?query=${encodeURIComponent(query)}`, { method: 'HEAD' })
  expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', json])
})

test.each([
  'text/plain',
  'application/graphql',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/graphql+json',
])('a body of type %s is 415', async (type) => {
  const { status, body } = await post('{"query":"{ __typename }"}', { 'Content-Type': type })
  expect([status, body]).toEqual([415, refused('Send the body as Content-Type: application/json.')])
})

test('an upload is 415', async () => {
  const body = new FormData()
  body.set('operations', JSON.stringify({ query }))
  body.set('map', '{}')
  const sent = await service.http('/graphql', { method: 'POST', headers: { 'X-API-Key': key }, body })
  expect([sent.status, sent.body]).toEqual([415, refused('Send the body as Content-Type: application/json.')])
})

test.each([
  ['', 'The request body is not JSON: it ends too early.'],
  ['{"query":', 'The request body is not JSON: it ends too early.'],
  ['[]', 'The request body must be one JSON object.'],
  [[{ query }, { query }], 'The request body must be one JSON object.'],
  ['null', 'The request body must be one JSON object.'],
  ['"{ __typename }"', 'The request body must be one JSON object.'],
  [{}, 'query: must be a string with the GraphQL document.'],
  [{ query: null }, 'query: must be a string with the GraphQL document.'],
  [{ query: 5 }, 'query: must be a string with the GraphQL document.'],
  [{ query, variables: [] }, 'variables: must be an object.'],
  [{ query, variables: '{}' }, 'variables: must be an object.'],
  [{ query, operationName: 5 }, 'operationName: must be a string.'],
  [{ query, extensions: 5 }, 'extensions: must be an object.'],
])('the body %j is 400', async (body, message) => {
  for (const accept of ['application/json', 'application/graphql-response+json', 'text/event-stream;q=0.1, */*']) {
    const sent = await post(body, { Accept: accept })
    expect([sent.status, sent.body]).toEqual([400, refused(message)])
  }
})

test('a body of more than 1 MB is 413, in chunks too', async () => {
  const large = JSON.stringify({ query, variables: { x: 'x'.repeat(1_000_000) } })
  const message =
    'The request body is larger than 1,000,000 bytes. Split it into several requests. Only createCourse with modules, putCourseTree, and uploadAssetContent may have 16,000,000 bytes.'
  const sent = await post(large)
  expect([sent.status, sent.body]).toEqual([413, refused(message, { maxBytes: 1_000_000 })])
  const chunks = [Buffer.from(large.slice(0, 500_000)), Buffer.from(large.slice(500_000))]
  const headers = [['Content-Type', 'application/json']] as const
  const wired = await sendRawRequest(service.url, { method: 'POST', path: '/graphql', headers, body: chunks })
  expect([wired.status, wired.body]).toEqual([413, refused(message, { maxBytes: 1_000_000 })])
})

describe('by GET', () => {
  test('a query is answered, with variables and one operation of several', async () => {
    const document = 'query A { __typename } query B($page: Int) { coursePage(page: $page) { pageInfo { page } } }'
    const { status, body } = await get({ query: document, operationName: 'B', variables: '{"page":3}' })
    expect([status, body]).toEqual([200, { data: { coursePage: { pageInfo: { page: 3 } } } }])
  })

  test('a mutation is refused and not run', async () => {
    const mutation = 'mutation { createCourse(input: { name: "By GET" }) { id } }'
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const { status, headers, body } = await get({ query: mutation }, { Accept: accept })
      expect([status, headers.get('allow'), body]).toEqual([405, 'POST', refused('A mutation needs POST.')])
    }
    await get({ query: mutation }, { Accept: 'text/event-stream' })
    await get({ query: mutation }, { Accept: 'multipart/mixed' })
    expect((await service.rest('GET', '/courses', key)).body.meta.total).toBe(0)
  })

  test.each([
    [{}, 'query: must be a string with the GraphQL document.'],
    [{ query, variables: '{' }, 'variables: is not JSON.'],
    [{ query, variables: '[]' }, 'variables: must be an object.'],
    [{ query, extensions: 'x' }, 'extensions: is not JSON.'],
  ])('%j is 400', async (params, message) => {
    const { status, body } = await get(params)
    expect([status, body]).toEqual([400, refused(message)])
  })
})

test('a document that is refused is 200 as JSON and 400 as GraphQL’s own type, with where it is wrong', async () => {
  const wrong = [
    ['{', 'Syntax Error: Expected Name, found <EOF>.', [{ line: 1, column: 2 }]],
    ['{ zzz }', 'Cannot query field "zzz" on type "Query".', [{ line: 1, column: 3 }]],
    [
      'query A { __typename } query B { __typename }',
      'Name one operation of the document in operationName.',
      undefined,
    ],
  ] as const
  for (const [document, message, locations] of wrong) {
    const expected = {
      errors: [{ message, ...(locations && { locations }), extensions: { code: 'invalid_request', details: {} } }],
    }
    const plain = await post({ query: document })
    expect([plain.status, plain.body]).toEqual([200, expected])
    const own = await post({ query: document }, { Accept: 'application/graphql-response+json' })
    expect([own.status, own.body]).toEqual([400, expected])
  }
})

test('a key that is refused is 401, no key is an error of each field', async () => {
  const wrong = await post({ query: '{ viewer { kind } }' }, { 'X-API-Key': 'cw_prod_nonsense' })
  expect([wrong.status, wrong.headers.get('www-authenticate'), wrong.body]).toEqual([
    401,
    'Bearer',
    { errors: [{ message: 'The API key is not valid.', extensions: { code: 'unauthorized', details: {} } }] },
  ])
  expect(await service.graphql('{ viewer { kind } a: course(id: "x") { id } }')).toEqual({
    data: null,
    errors: [
      {
        message: 'An API key is required: Authorization: Bearer <API_KEY>.',
        locations: [{ line: 1, column: 3 }],
        path: ['viewer'],
        extensions: { code: 'unauthorized', details: {} },
      },
    ],
  })
})
