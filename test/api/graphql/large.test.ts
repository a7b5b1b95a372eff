import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRawRequest } from '../../support/raw-requests.ts'
import { serviceForTest, startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

const maxBytes = 16_000_000
const usualBytes = 1_000_000
const only = 'Only createCourse with modules, putCourseTree, and uploadAssetContent may have 16,000,000 bytes.'
const refused = (limit: number, advice: string) => [
  413,
  {
    errors: [
      {
        message: `The request body is larger than ${limit.toLocaleString('en')} bytes. ${advice}`,
        extensions: { code: 'invalid_request', details: { maxBytes: limit } },
      },
    ],
  },
]
const tooLarge = refused(usualBytes, `Split it into several requests. ${only}`)

/** Modules with blocks of 200 KB, `megabytes` MB in all. */
const modulesOf = (megabytes: number) =>
  Array.from({ length: megabytes }, (_, index) => ({
    key: `m${index}`,
    name: `Module ${index}`,
    lessons: [
      {
        name: 'Lesson',
        blocks: Array.from({ length: 5 }, () => ({ type: 'text', content: { text: 'light '.repeat(33_300) } })),
      },
    ],
  }))

const create = 'mutation ($input: CreateCourseInput!) { createCourse(input: $input) { id lessonCount } }'
const put = `mutation ($id: ID!, $input: PutCourseTreeInput!) {
  putCourseTree(id: $id, input: $input) { counts { created updated } }
}`
const createLesson =
  'mutation ($id: ID!, $input: CreateLessonInput!) { createLesson(moduleId: $id, input: $input) { id } }'

async function post(body: string | object, auth = key, accept = 'application/json', at = service) {
  const { status, body: answer } = await at.http('/graphql', {
    method: 'POST',
    headers: { 'X-API-Key': auth, 'Content-Type': 'application/json', Accept: accept },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return [status, answer]
}

/** A body with spaces before its end, so that it has this many bytes. */
function padded(body: object, bytes: number): string {
  const text = JSON.stringify(body)
  return `${text.slice(0, -1)}${' '.repeat(bytes - text.length)}}`
}

test('a course of 15 MB is created and changed through GraphQL', { timeout: 120_000 }, async () => {
  const modules = modulesOf(15)
  const sent = JSON.stringify({ query: create, variables: { input: { name: 'Large', modules } } })
  expect(sent.length).toBeGreaterThan(14_900_000)
  const [status, { data }] = await post(sent)
  expect([status, data.createCourse]).toEqual([200, { id: data.createCourse.id, lessonCount: 15 }])
  const renamed = modules.map(({ key, lessons }) => ({ key, name: 'Renamed', lessons }))
  const variables = { id: data.createCourse.id, input: { modules: renamed } }
  const [, changed] = await post({ query: put, variables })
  expect(changed.data.putCourseTree.counts.updated).toBeGreaterThanOrEqual(15)
})

test('a body of 16 MB is read, and one byte more is refused', async () => {
  const body = { query: create, variables: { input: { name: 'Padded', modules: [{ name: 'M' }] } } }
  const [status, { data }] = await post(padded(body, maxBytes))
  expect([status, data.createCourse.lessonCount]).toEqual([200, 0])
  const expected = refused(maxBytes, 'Split it into several requests.')
  expect(await post(padded(body, maxBytes + 1))).toEqual(expected)
  const whole = Buffer.from(padded(body, maxBytes + 1))
  const chunks = Array.from({ length: 17 }, (_, at) => whole.subarray(at * 1_000_000, (at + 1) * 1_000_000))
  const answer = await sendRawRequest(service.url, {
    method: 'POST',
    path: '/graphql',
    headers: [
      ['X-API-Key', key],
      ['Content-Type', 'application/json'],
      ['Transfer-Encoding', 'chunked'],
    ],
    body: chunks,
  })
  expect([answer.status, answer.body]).toEqual(expected)
})

test('an operation that declares no larger body takes 1 MB, and nothing is written beyond it', async () => {
  const made = await service.rest('POST', '/courses', key, { name: 'Small', modules: [{ name: 'M' }] })
  const tree = await service.rest('GET', `/courses/${made.body.data.id}/tree`, key)
  const id = tree.body.data.modules[0].id
  const body = { query: createLesson, variables: { id, input: { name: 'Long' } } }
  expect((await post(padded(body, usualBytes)))[0]).toBe(200)
  expect(await post(padded(body, usualBytes + 1))).toEqual(tooLarge)
  const input = { name: 'Long', description: 'x'.repeat(2_000_000) }
  expect(await post({ query: createLesson, variables: { id, input } })).toEqual(tooLarge)
  expect((await service.rest('GET', `/modules/${id}/lessons`, key)).body.meta.total).toBe(1)
})

const many = { description: 'x'.repeat(2_000_000) }

test.each([
  ['createCourse without modules', create, { input: { name: 'C', ...many } }],
  [
    'createCourse beside createLesson',
    `mutation ($input: CreateCourseInput!) {
      createCourse(input: $input) { id }
      createLesson(moduleId: "x", input: { name: "L" }) { id }
    }`,
    { input: { name: 'C', modules: [], ...many } },
  ],
  [
    'createLesson in a fragment',
    `mutation ($input: CreateCourseInput!) { createCourse(input: $input) { id } ...Other }
    fragment Other on Mutation { ... { createLesson(moduleId: "x", input: { name: "L" }) { id } } }`,
    { input: { name: 'C', modules: [], ...many } },
  ],
  [
    'a query',
    'query ($search: String) { coursePage(search: $search) { items { id } } }',
    { search: 'x'.repeat(2_000_000) },
  ],
  ['no field but __typename', '{ __typename }', { x: 'x'.repeat(2_000_000) }],
])('%s takes 1 MB', async (_case, query, variables) => {
  expect(await post({ query, variables })).toEqual(tooLarge)
})

test('the modules of a new course may be a variable of their own', async () => {
  const query = `mutation ($modules: [NewTreeModuleInput!]) {
    createCourse(input: { name: "Inline", modules: $modules }) { lessonCount }
  }`
  expect(await post({ query, variables: { modules: modulesOf(2) } })).toEqual([
    200,
    { data: { createCourse: { lessonCount: 2 } } },
  ])
})

test('a document has at most 32 KB, however large the body may be', async () => {
  const query = `${create} #${'x'.repeat(40_000)}`
  const message = 'query: must have at most 32 KB. Send large values in variables.'
  const expected = [
    400,
    { errors: [{ message, extensions: { code: 'invalid_request', details: { maxBytes: 32_768 } } }] },
  ]
  for (const megabytes of [0, 2]) {
    const variables = { input: { name: 'C', modules: modulesOf(megabytes) } }
    expect(await post({ query, variables })).toEqual(expected)
  }
  // 11,000 characters of three bytes each.
  expect(await post({ query: `${create} #${'葉'.repeat(11_000)}`, variables: { input: { name: 'C' } } })).toEqual(
    expected,
  )
})

test('a caller who may not write courses, and an event stream, take 1 MB', async () => {
  const body = { query: create, variables: { input: { name: 'C', modules: modulesOf(2) } } }
  expect(await post(body, await service.key({ scopes: ['courses:read'] }))).toEqual(tooLarge)
  expect(await post(body, key, 'text/event-stream')).toEqual(tooLarge)
})

test('large GraphQL bodies have the share of a workspace that REST bodies have', async () => {
  const small = await serviceForTest({ resourceLimits: { largeBodies: { total: 9_000_000, perTenant: 3_000_000 } } })
  const auth = await small.key()
  const body = { query: create, variables: { input: { name: 'C', modules: modulesOf(4) } } }
  const [status, { errors }] = await post(body, auth, 'application/json', small)
  expect([status, errors[0].extensions.details.reason]).toEqual([429, 'bytes of large request bodies'])
  expect(small.app.resourceLimits.largeBodies.state().used).toBe(0)
  expect((await small.rest('GET', '/courses', auth)).body.meta.total).toBe(0)
})
