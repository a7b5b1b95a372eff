import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

const query = '{ viewer { kind } }'
const extensions = {
  persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') },
}
const notSupported = {
  errors: [
    { message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED', details: {} } },
  ],
}
const post = (body: object, accept = 'application/json') =>
  service.http('/graphql', {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', Accept: accept },
    body: JSON.stringify(body),
  })
const get = (params: Record<string, string>) =>
  service.http(`/graphql?${new URLSearchParams(params)}`, { headers: { 'X-API-Key': key } })

test('a hash without a document is answered PersistedQueryNotSupported, so that Apollo’s clients send the document', async () => {
  const accepts = ['application/json', 'application/graphql-response+json', '*/*', 'text/event-stream']
  for (const accept of accepts)
    for (const sent of [{ extensions }, { extensions, query: null }, { extensions, query: '', operationName: 'A' }]) {
      const { status, body } = await post(sent, accept)
      expect([accept, status, body]).toEqual([accept, 200, notSupported])
    }
  const { status, body } = await get({ extensions: JSON.stringify(extensions) })
  expect([status, body]).toEqual([200, notSupported])
})

test('a hash with its document is answered as the document alone', async () => {
  const expected = { data: { viewer: { kind: 'key' } } }
  expect((await post({ query, extensions })).body).toEqual(expected)
  expect((await get({ query, extensions: JSON.stringify(extensions) })).body).toEqual(expected)
})

test.each([
  [{}],
  [{ extensions: {} }],
  [{ extensions: { persistedQuery: null } }],
  [{ extensions: { persistedQuery: { version: 1 } } }],
  [{ extensions: { persistedQuery: { sha256Hash: 5 } } }],
])('the body %j, without document and hash, is refused', async (sent) => {
  const { status, body } = await post(sent)
  expect([status, body.errors[0].message]).toEqual([400, 'query: must be a string with the GraphQL document.'])
})
