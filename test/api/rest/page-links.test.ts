import { expect, test } from 'vitest'
import { getFieldsOfOutputType } from '../../../src/api/rest/openapi/success-schemas.ts'
import { makePageLinks } from '../../../src/api/rest/page-links.ts'
import { openApiDocument } from '../../support/openapi-contract.ts'
import { routes } from '../../support/operations.ts'
import { serviceForTest } from '../../support/service.ts'

/** Returns the targets of a header `Link` by their relation. */
const parseLinks = (header: string | null) =>
  Object.fromEntries([...(header ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, target, rel]) => [rel, target]))

test('each page of a list links the next, the previous, the first and the last one', async () => {
  const service = await serviceForTest()
  const key = await service.key()
  for (const name of ['Moon A', 'Moon B', 'Moon C']) await service.rest('POST', '/courses', key, { name })
  const read = async (page: number) => {
    const { body, headers } = await service.rest('GET', `/courses?sort=name&per_page=1&page=${page}`, key)
    return { name: body.data[0]?.name, links: parseLinks(headers.get('link')) }
  }
  const start = '/api/v1/courses?sort=name&per_page=1'
  const next = expect.stringContaining(`${start}&cursor=`)
  const [first, last] = [`${start}&page=1`, `${start}&page=3`]
  expect(await read(1)).toEqual({ name: 'Moon A', links: { next, first, last } })
  expect(await read(2)).toEqual({ name: 'Moon B', links: { next, prev: first, first, last } })
  expect(await read(3)).toEqual({ name: 'Moon C', links: { prev: `${start}&page=2`, first, last } })
  expect(await read(9)).toEqual({ name: undefined, links: { prev: last, first, last } })
})

test('an empty list links itself only, and a page by cursor the next and the first one', async () => {
  const service = await serviceForTest()
  const key = await service.key()
  const empty = await service.rest('GET', '/courses?search=nothing', key)
  const itself = '/api/v1/courses?search=nothing&page=1'
  expect(parseLinks(empty.headers.get('link'))).toEqual({ first: itself, last: itself })
  for (const name of ['A', 'B']) await service.rest('POST', '/courses', key, { name })
  const { headers, body } = await service.rest('GET', '/courses?per_page=1&cursor=*', key)
  expect(parseLinks(headers.get('link'))).toEqual({
    next: `/api/v1/courses?per_page=1&cursor=${body.meta.next_cursor}`,
    first: '/api/v1/courses?per_page=1&cursor=*',
  })
  const refused = await service.rest('GET', '/courses?page=0', key)
  expect([refused.status, refused.headers.get('link')]).toEqual([400, null])
})

test('a list without cursors links its pages by their numbers', () => {
  const page = { items: [], pageInfo: { page: 2, perPage: 20, total: 70, totalPages: 4 } }
  expect(parseLinks(makePageLinks({ path: '/api/v1/search', query: 'query=a%20b&page=2' }, page))).toEqual({
    next: '/api/v1/search?query=a+b&page=3',
    prev: '/api/v1/search?query=a+b&page=1',
    first: '/api/v1/search?query=a+b&page=1',
    last: '/api/v1/search?query=a+b&page=4',
  })
})

test('every paged list documents that each page has links', () => {
  type Operation = { responses: Record<string, { headers: object }> }
  const paths = openApiDocument.paths as Record<string, Record<string, Operation>>
  const paged = routes.filter(({ output }) => 'pageInfo' in getFieldsOfOutputType(output))
  expect(paged.length).toBeGreaterThan(3)
  for (const { rest } of paged) {
    const { headers } = paths[rest.path]!.get!.responses[200]!
    expect([rest.path, Object.keys(headers)]).toEqual([rest.path, expect.arrayContaining(['Link'])])
  }
  // `mustMatchOpenApi` checks a required header in the responses of all tests.
  expect(openApiDocument.components.headers.Link.required).toBe(true)
})
