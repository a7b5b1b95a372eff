import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorBody, invalidFieldBody } from '../../support/error-bodies.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  for (let number = 1; number <= 25; number++) {
    await service.rest('POST', '/courses', key, { name: `Course ${number}`, published: number % 5 === 0 })
  }
})
afterAll(() => service.close())

const list = (query = '') => service.rest('GET', `/courses${query}`, key)
const names = (body: { data: { name: string }[] }): string[] => body.data.map(({ name }) => name)
const newest = Array.from({ length: 25 }, (_, index) => `Course ${25 - index}`)

test('a list is newest first, twenty a page', async () => {
  const { status, body } = await list()
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['data', 'meta'])
  expect(body.meta).toEqual({ page: 1, per_page: 20, total: 25, total_pages: 2 })
  expect(names(body)).toEqual(newest.slice(0, 20))
  const one = await service.rest('GET', `/courses/${body.data[0].id}`, key)
  expect(body.data[0]).toEqual(one.body.data)
})

test.each([
  ['?page=2', { page: 2, per_page: 20, total: 25, total_pages: 2 }, newest.slice(20)],
  ['?per_page=10&page=2', { page: 2, per_page: 10, total: 25, total_pages: 3 }, newest.slice(10, 20)],
  ['?per_page=1', { page: 1, per_page: 1, total: 25, total_pages: 25 }, newest.slice(0, 1)],
  ['?per_page=100', { page: 1, per_page: 100, total: 25, total_pages: 1 }, newest],
  ['?page=3', { page: 3, per_page: 20, total: 25, total_pages: 2 }, []],
  ['?page=1000000&per_page=100', { page: 1_000_000, per_page: 100, total: 25, total_pages: 1 }, []],
  [
    '?published=true&per_page=3',
    { page: 1, per_page: 3, total: 5, total_pages: 2 },
    ['Course 25', 'Course 20', 'Course 15'],
  ],
  ['?published=true&per_page=3&page=2', { page: 2, per_page: 3, total: 5, total_pages: 2 }, ['Course 10', 'Course 5']],
  ['?published=false&per_page=2', { page: 1, per_page: 2, total: 20, total_pages: 10 }, ['Course 24', 'Course 23']],
  ['?%70age=2', { page: 2, per_page: 20, total: 25, total_pages: 2 }, newest.slice(20)],
  ['?', { page: 1, per_page: 20, total: 25, total_pages: 2 }, newest.slice(0, 20)],
  ['?&&', { page: 1, per_page: 20, total: 25, total_pages: 2 }, newest.slice(0, 20)],
])('courses%s', async (query, meta, expected) => {
  const { status, body } = await list(query)
  expect([status, body.meta, names(body)]).toEqual([200, meta, expected])
})

test('an empty list has no page', async () => {
  const { body } = await service.rest('GET', '/courses', await service.key())
  expect(body).toEqual({ data: [], meta: { page: 1, per_page: 20, total: 0, total_pages: 0 } })
})

test('a cursor of the longest names leads to the next page', async () => {
  const own = await service.key()
  const name = `${'\u3000'.repeat(765)}${'葉'.repeat(255)}`
  for (let number = 0; number < 2; number++) await service.rest('POST', '/courses', own, { name })
  const first = await service.rest('GET', '/courses?sort=name&per_page=1&cursor=*', own)
  const second = await service.rest('GET', `/courses?sort=name&per_page=1&cursor=${first.body.meta.next_cursor}`, own)
  expect([second.status, second.body.data?.length]).toEqual([200, 1])
  expect(second.body.data[0].id).not.toBe(first.body.data[0].id)
})

const known =
  'is not a parameter; known are page, per_page, cursor, published, status, language, difficulty, tag, updatedSince, ids, key, search, sort'
test.each([
  ['?page=abc', 'page', 'must be a whole number'],
  ['?page=', 'page', 'must be a whole number'],
  ['?page=1.5', 'page', 'must be a whole number'],
  ['?page=1e1', 'page', 'must be a whole number'],
  ['?page=%2B1', 'page', 'must be a whole number'],
  ['?page=99999999999999999999', 'page', 'must be at most 1,000,000'],
  ['?page=0', 'page', 'must be 1 or more'],
  ['?page=-1', 'page', 'must be 1 or more'],
  ['?page=1000001', 'page', 'must be at most 1,000,000'],
  ['?per_page=0', 'per_page', 'must be between 1 and 100'],
  ['?per_page=-5', 'per_page', 'must be between 1 and 100'],
  ['?per_page=101', 'per_page', 'must be between 1 and 100'],
  ['?per_page=100000', 'per_page', 'must be between 1 and 100'],
  ['?per_page=ten', 'per_page', 'must be a whole number'],
  ['?published=maybe', 'published', 'must be true or false'],
  ['?published=yes', 'published', 'must be true or false'],
  ['?published=', 'published', 'must be true or false'],
  ['?published', 'published', 'must be true or false'],
  ['?page=1&page=2', 'page', 'must occur once'],
  ['?perPage=5', 'perPage', `${known}; did you mean per_page?`],
  ['?page[]=1', 'page[]', `${known}; did you mean page?`],
  ['?name=Course', 'name', known],
  ['?__proto__=1', '__proto__', known],
])('courses%s is refused by name', async (query, path, message) => {
  const { status, body } = await list(query)
  expect([status, body]).toEqual([400, invalidFieldBody(path, message)])
})

test('every bad parameter is named at once', async () => {
  const { status, body } = await list('?page=0&per_page=101')
  expect([status, body]).toEqual([
    400,
    errorBody('invalid_request', 'The request has invalid fields.', {
      fields: [
        { path: 'page', message: 'must be 1 or more' },
        { path: 'per_page', message: 'must be between 1 and 100' },
      ],
    }),
  ])
})

test('a record and a write take no query parameter', async () => {
  const { body } = await list('?per_page=1')
  const path = `/courses/${body.data[0].id}`
  for (const [method, route, sent] of [
    ['GET', path, undefined],
    ['POST', '/courses', { name: 'Botany' }],
    ['PATCH', path, { name: 'Botany' }],
    ['DELETE', path, undefined],
    ['GET', '/block-types', undefined],
  ] as const) {
    const answer = await service.rest(method, `${route}?name=Zoology`, key, sent)
    expect([answer.status, answer.body]).toEqual([400, invalidFieldBody('name', 'is not a parameter of this route')])
  }
  expect((await service.rest('GET', path, key)).body.data.name).toBe('Course 25')
})
