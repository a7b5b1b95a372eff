import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseGraphQLParamsFromBody, parseGraphQLParamsFromQuery } from '../../../src/api/graphql/params.ts'
import { documentCacheLimits, makeDocumentCache } from '../../../src/operations/execution/document-cache.ts'
import { estimateDocumentHeapBytes } from '../../../src/operations/execution/document-size.ts'
import { startTestService, type TestService } from '../../support/service.ts'

const generous = { documents: 1000, textBytes: 1_000_000, heapBytes: 1_000_000_000 }
const textOf = (index: number) => `query Q${String(index).padStart(5, '0')} { viewer { plan } }`

/** Adds documents one after the other, and looks after each whether the bounds hold. */
function fill(bounds: typeof generous, count: number, make = textOf, tenant = (_index: number) => 'one') {
  const documents = makeDocumentCache(bounds)
  for (let index = 0; index < count; index++) {
    const text = make(index)
    documents.add(text, parse(text), tenant(index))
    const state = documents.state()
    expect(state.documents).toBeLessThanOrEqual(bounds.documents)
    expect(state.textBytes).toBeLessThanOrEqual(bounds.textBytes)
    expect(state.heapBytes).toBeLessThanOrEqual(bounds.heapBytes)
  }
  return documents
}

describe('the cache of documents', () => {
  test('the cache of documents keeps at most as many as it is made for', () => {
    expect(fill({ ...generous, documents: 20 }, 100).state()).toMatchObject({ documents: 20, tenants: 1 })
  })

  test('keeps at most so much text, which is counted in bytes', () => {
    const euros = (index: number) => `# ${'€'.repeat(1000)}\n${textOf(index)}`
    const { documents } = fill({ ...generous, textBytes: 100_000 }, 50, euros).state()
    expect(documents).toBe(Math.floor(50_000 / Buffer.byteLength(euros(0))))
  })

  test('keeps at most so much syntax tree and code, however short the text', () => {
    const dense = (index: number) => `${textOf(index).slice(0, -4)} ${'a '.repeat(500)}} }`
    const one = estimateDocumentHeapBytes(dense(0), parse(dense(0)))
    expect(one).toBeGreaterThan(100 * dense(0).length)
    expect(fill({ ...generous, heapBytes: 20 * one }, 30, dense).state().documents).toBe(10)
  })

  test('counts a fragment wherever it is spread, for it is compiled there', () => {
    const spread = (times: number) => `{ ${'viewer { ...F } '.repeat(times)}} fragment F on Viewer { plan kind }`
    const more = (text: string) => estimateDocumentHeapBytes(text, parse(text)) - 400 * text.split(/\s+/).length
    expect(more(spread(20))).toBeGreaterThan(15 * more(spread(1)))
  })

  test('a full cache of documents drops the one that was used least recently', () => {
    const documents = makeDocumentCache({ ...generous, documents: 3 })
    for (const index of [0, 1, 2]) documents.add(textOf(index), parse(textOf(index)), 'one')
    expect(documents.get(textOf(0))).toBeDefined()
    documents.add(textOf(3), parse(textOf(3)), 'one')
    expect([0, 1, 2, 3].map((index) => documents.get(textOf(index)) !== undefined)).toEqual([true, false, true, true])
  })

  test('gives one tenant half of it at most, and keeps what others brought', () => {
    const theirs = textOf(0)
    const bounds = { ...generous, textBytes: 100 * Buffer.byteLength(theirs) }
    const documents = fill(bounds, 500, textOf, (index) => (index === 0 ? 'other' : 'one'))
    expect(documents.state()).toMatchObject({ documents: 51, tenants: 2 })
    expect(documents.get(theirs)).toBeDefined()
  })

  test('counts only the tenants whose documents it has', () => {
    const documents = fill({ ...generous, documents: 20 }, 100, textOf, (index) => `tenant ${index}`)
    expect(documents.state()).toMatchObject({ documents: 20, tenants: 20 })
  })

  test('is not replaced by a document that is larger than a tenant’s part', () => {
    const documents = fill({ ...generous, textBytes: 1000 }, 3)
    const text = `# ${'x'.repeat(600)}\n${textOf(9)}`
    documents.add(text, parse(text), 'one')
    expect([documents.get(text), documents.state().documents]).toEqual([undefined, 3])
  })
})

describe('of the requests', () => {
  let service: TestService
  let key: string
  beforeAll(async () => {
    service = await startTestService()
    key = await service.key()
  })
  afterAll(() => service.close())

  const known = (text: string) => service.app.executor.documents.get(text)
  const count = () => service.app.executor.documents.state().documents

  test('a document that a key runs without an error is remembered', async () => {
    const query = '{ viewer { kind plan } }'
    await service.graphql(query, key)
    const document = known(query)
    expect(document).toBeDefined()
    await service.graphql(query, key)
    expect(known(query)).toBe(document)
  })

  test('nothing of a stranger is remembered, nor what is refused or fails', async () => {
    const before = count()
    await service.graphql('{ __typename }')
    await service.graphql('{ __typename }', 'cw_test_unknown')
    for (const query of ['{', '{ nope }', 'query A { __typename } query B { __typename }'])
      await service.graphql(query, key)
    await service.graphql('{ course(id: "x") { id } }', key)
    await service.graphql('query ($page: Int!) { coursePage(page: $page) { items { id } } }', key, { page: 'x' })
    expect(count()).toBe(before)
  })

  test('the documents of REST and MCP are kept beside it, one for each operation', async () => {
    const before = count()
    for (let time = 0; time < 3; time++)
      for (const path of ['/courses', '/courses/x', `/courses?search=${time}`]) await service.rest('GET', path, key)
    expect([count(), service.app.executor.apiDocuments.size]).toEqual([before, 2])
  })

  test('a document of more than 32 KB is refused before it is parsed, with a stream too', async () => {
    const errors = [
      {
        message: 'query: must have at most 32 KB. Send large values in variables.',
        extensions: { code: 'invalid_request', details: { maxBytes: 32_768 } },
      },
    ]
    const most = `${'{ __typename } #'.padEnd(32_768, 'x')}`
    for (const Accept of ['application/json', 'application/graphql-response+json', 'text/event-stream']) {
      const ask = (query: string, auth?: string) =>
        service.http('/graphql', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Accept, ...(auth && { Authorization: `Bearer ${auth}` }) },
          body: JSON.stringify({ query }),
        })
      expect((await ask(most, key)).status).toBe(200)
      for (const query of [`${most}x`, '{'.repeat(40_000), `{ __typename } #${'€'.repeat(11_000)}`])
        for (const auth of [key, undefined]) {
          const { status, body } = await ask(query, auth)
          expect([status, body]).toEqual([400, { errors }])
        }
    }
  })

  test('a document of more than 32 KB is refused by GET as by POST', () => {
    const query = `# ${'x'.repeat(33_000)}\n{ __typename }`
    const message = 'query: must have at most 32 KB. Send large values in variables.'
    expect(() => parseGraphQLParamsFromQuery(String(new URLSearchParams({ query })))).toThrow(message)
    expect(() => parseGraphQLParamsFromBody(JSON.stringify({ query }))).toThrow(message)
  })

  test('a document that is forgotten goes with its syntax tree and its compiled code', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const { documents } = service.app.executor
    const query = 'query Forgotten { viewer { kind plan scopes workspace { name } } }'
    for (let time = 0; time < 5; time++) await service.graphql(query, key)
    const tree = new WeakRef(documents.get(query)!)
    const code = new WeakRef(tree.deref()!.definitions[0]!)
    for (let index = 0; index < documentCacheLimits.documents; index++)
      documents.add(textOf(index), parse(textOf(index)), `${index}`)
    expect(documents.get(query)).toBeUndefined()
    await service.graphql('{ __typename }', key)
    await new Promise(setImmediate)
    collect()
    await new Promise(setImmediate)
    collect()
    expect([tree.deref(), code.deref()]).toEqual([undefined, undefined])
  })
})

test('a process keeps at most 1,000 documents, 2 MB of their text and 32 MB of their syntax trees and code', () => {
  const fill = (count: number, text: (index: number) => string) => {
    const cache = makeDocumentCache()
    for (let index = 0; index < count; index++) {
      const source = text(index)
      cache.add(source, parse(source), `tenant ${index % 3}`)
    }
    return cache.state()
  }
  expect(fill(1100, (index) => `{ a${index} }`).documents).toBe(1000)
  const { textBytes } = fill(200, (index) => `# ${index} ${'x'.repeat(20_000)}\n{ a }`)
  expect(textBytes).toBeGreaterThan(1_000_000)
  expect(textBytes).toBeLessThanOrEqual(2_000_000)
  const { heapBytes } = fill(40, (index) => `{ ${`a${index} `.repeat(500)} }`)
  expect(heapBytes).toBeGreaterThan(30_000_000)
  expect(heapBytes).toBeLessThanOrEqual(32_000_000)
})
