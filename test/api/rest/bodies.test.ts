import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CourseTree, createCourseTree } from '../../support/course-fixture.ts'
import { errorBody, invalidFieldBody } from '../../support/error-bodies.ts'
import { sendRawRequest } from '../../support/raw-requests.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
let outline: CourseTree
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  outline = await createCourseTree(service, key)
})
afterAll(() => service.close())

type Header = readonly [string, string]
const json: Header = ['Content-Type', 'application/json']
const post = (body: string | Buffer | Buffer[] | undefined, headers: readonly Header[] = [json], path = '/courses') =>
  sendRawRequest(service.url, {
    method: 'POST',
    path: `/api/v1${path}`,
    headers: [['X-API-Key', key], ...headers],
    body,
  })

const noBody = 'The request needs a body: a JSON object.'
const notJson = (problem: string) => `The request body is not JSON: ${problem}.`
const noObject = 'The request body must be a JSON object.'

test.each([
  ['empty', '', noBody],
  ['white space', ' \r\n\t', noBody],
  ['cut off', '{"name":"Bot', notJson('see line 1, column 13')],
  ['JavaScript', "{name:'Botany'}", notJson('see line 1, column 2')],
  ['JSON with a comma too many', '{"name":"Botany",}', notJson('see line 1, column 18')],
  ['two objects', '{"name":"Botany"}{"name":"Zoology"}', notJson('see line 1, column 18')],
  ['NaN', '{"name":NaN}', notJson('it has an unexpected character "N" at line 1, column 9')],
  [
    'wrong on its second line',
    '{"name":"Botany",\n "key": }',
    notJson('it has an unexpected character "}" at line 2, column 9'),
  ],
  [
    'wrong far from its beginning',
    `{"description":"${'Plants. '.repeat(1000)}",\n "language":"en", "key": ?}`,
    notJson('it has an unexpected character "?" at line 2, column 26'),
  ],
  ['a raw line break in a string', '{"name":"a\nb"}', notJson('see line 1, column 11')],
  ['a form', 'name=Botany', notJson('it has an unexpected character "a" at line 1, column 2')],
  ['a list', '[{"name":"Botany"}]', noObject],
  ['a string', '"Botany"', noObject],
  ['a number', '5', noObject],
  ['true', 'true', noObject],
  ['null', 'null', noObject],
  ['500,000 brackets', '['.repeat(500_000), notJson('it ends too early')],
  ['a list nested 400,000 deep', `${'['.repeat(400_000)}${']'.repeat(400_000)}`, noObject],
])('a body that is %s is refused', async (_case, body, message) => {
  const { status, body: answer } = await post(body)
  expect([status, answer]).toEqual([400, errorBody('invalid_request', message)])
})

test('a request without a body is refused as that, whatever type it names', async () => {
  for (const headers of [[], [json], [['Content-Type', 'text/plain'] as const]]) {
    const { status, body } = await post(undefined, headers)
    expect([status, body]).toEqual([400, errorBody('invalid_request', noBody)])
  }
})

const type415 = errorBody('invalid_request', 'Send the body as Content-Type: application/json.')
test.each([
  ['text/plain'],
  ['application/x-www-form-urlencoded'],
  ['multipart/form-data; boundary=x'],
  ['application/jsonx'],
  ['application/+json'],
  ['text/json'],
  [''],
  ['json'],
  [undefined],
])('a body of type %j is 415', async (type) => {
  const { status, body } = await post('{"name":"Botany"}', type === undefined ? [] : [['Content-Type', type]])
  expect([status, body]).toEqual([415, type415])
})

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON ;charset="UTF-8"'])(
  'a body of type %s is read',
  async (type) => {
    const { status } = await post('{"name":"Botany"}', [['Content-Type', type]])
    expect(status).toBe(201)
  },
)

test.each(['gzip', 'br', 'deflate', 'identity, gzip', 'x'])(
  'a body in the content coding %s is 415',
  async (coding) => {
    const { status, body } = await post(gzipSync('{"name":"Botany"}'), [json, ['Content-Encoding', coding]])
    expect([status, body]).toEqual([415, errorBody('invalid_request', 'Send the body without a Content-Encoding.')])
  },
)

test('a body in another charset than UTF-8 is refused', async () => {
  for (const bytes of [Buffer.from('{"name":"Bot\xe4nik"}', 'latin1'), Buffer.from('{"name":"Botany"}', 'utf16le')]) {
    const { status, body } = await post(bytes)
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
  }
})

test('a byte order mark and escapes are read as JSON has them', async () => {
  const { status, body } = await post(Buffer.from('\ufeff{"\\u006eame":"\\ud83c\\udf31 \\/ \\"q\\""}'))
  expect([status, body.data.name]).toEqual([201, '🌱 / "q"'])
})

const tooLarge = errorBody(
  'invalid_request',
  'The request body is larger than 1,000,000 bytes. Split it into several requests. Only POST /courses with modules and PUT /courses/{courseId}/tree may have 16,000,000 bytes.',
  { maxBytes: 1_000_000 },
)
const padded = (bytes: number) => `{"name":"Botany"}${' '.repeat(bytes - 17)}`

test('a body of 1 MB is read, one byte more is 413', async () => {
  expect((await post(padded(1_000_000))).status).toBe(201)
  const { status, body } = await post(padded(1_000_001))
  expect([status, body]).toEqual([413, tooLarge])
})

test('a body that is sent in chunks is measured as it comes', async () => {
  const chunks = (bytes: number) => {
    const whole = Buffer.from(padded(bytes))
    return Array.from({ length: Math.ceil(bytes / 65_536) }, (_, at) => whole.subarray(at * 65_536, (at + 1) * 65_536))
  }
  expect((await post(chunks(1_000_000))).status).toBe(201)
  for (const bytes of [1_000_001, 5_000_000]) {
    const { status, body, headers } = await post(chunks(bytes))
    expect([status, body]).toEqual([413, tooLarge])
    expect(headers['x-ratelimit-limit']).toBeDefined()
  }
})

test('only a course that brings its modules may be larger', async () => {
  const modules = ',"modules":[]}'
  expect((await post(`{"name":"Botany"${' '.repeat(1_000_000)}${modules}`)).status).toBe(201)
  for (const body of [padded(2_000_000), `[${padded(1_000_000)}]`, '['.repeat(600_000).padEnd(1_000_001)]) {
    const { status, body: answer } = await post(body)
    expect([status, answer]).toEqual([413, tooLarge])
  }
})

test('a body of many megabytes is 413 to every client', async () => {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  const path = `/api/v1/courses/${outline.course.id}/modules`
  const { status, body } = await service.http(path, { method: 'POST', headers, body: padded(20_000_000) })
  expect([status, body]).toEqual([413, tooLarge])
})

test.each([
  ['POST', '/duplicate'],
  ['DELETE', ''],
])(
  '%s /courses/{courseId}%s takes no body, and refuses one with the statuses of the OpenAPI document',
  async (method, action) => {
    const path = `/api/v1/courses/${outline.course.id}${action}`
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
    const coded = await service.http(path, { method, headers: { ...headers, 'Content-Encoding': 'gzip' }, body: '{}' })
    const large = await service.http(path, { method, headers, body: padded(1_000_001) })
    expect([coded.status, large.status]).toEqual([415, 413])
  },
)

test('a member named __proto__ is a field like any other', async () => {
  const { status, body } = await post('{"name":"Botany","__proto__":{"published":true},"toString":1}')
  expect(status).toBe(400)
  expect(body.error.details.fields).toEqual([
    { path: '__proto__', message: expect.stringMatching(/^is not a known field; known are key, name, /) },
    { path: 'toString', message: 'is not a known field' },
  ])
  const block = '{"type":"text","content":{"text":"x","__proto__":{"polluted":true},"constructor":{"prototype":1}}}'
  const made = await post(block, [json], `/lessons/${outline.lesson.id}/blocks`)
  expect(made.status).toBe(201)
  expect(made.text).toContain('"content":{"text":"x","__proto__":{"polluted":true},"constructor":{"prototype":1}}')
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

test('the last of two members of one name counts, as JSON.parse has it', async () => {
  const { status, body } = await post('{"name":"Botany","name":"Zoology"}')
  expect([status, body.data.name]).toEqual([201, 'Zoology'])
})

test('a body with the content coding identity is taken, in any case', async () => {
  for (const coding of ['identity', 'Identity'])
    expect((await post('{"name":"Botany"}', [json, ['Content-Encoding', coding]])).status).toBe(201)
})

test('what the database cannot keep is refused by name', async () => {
  const refused = 'must not contain NUL or lone surrogates'
  for (const text of ['\\u0000', 'a\\u0000', '\\ud800', '\\udc00\\ud800']) {
    const made = await post(`{"name":"Botany","description":"${text}"}`)
    expect([made.status, made.body]).toEqual([400, invalidFieldBody('description', refused)])
  }
})

test('of very many bad fields the first are named', async () => {
  const colours = Array.from({ length: 50_000 }, (_, index) => `"c${index}":1`)
  const { status, body, text } = await post(`{${colours.join(',')}}`)
  expect(status).toBe(400)
  expect(body.error.details.fields.slice(0, 2)).toEqual([
    { path: 'name', message: 'is required' },
    { path: 'c0', message: expect.stringMatching(/^is not a known field; known are key, name, /) },
  ])
  expect(body.error.details.fields[2]).toEqual({ path: 'c1', message: 'is not a known field' })
  expect([body.error.details.fields.length, text.length < 5000]).toEqual([50, true])
})

test('headers that come twice are refused or have one meaning', async () => {
  const twice: [Header[], number][] = [
    [[json, ['Content-Type', 'text/plain']], 201],
    [[json, ['X-Request-Id', 'a'], ['X-Request-Id', 'b']], 201],
    [[json, ['Accept', 'text/html'], ['Accept', 'application/json']], 201],
    [[json, ['X-API-Key', key]], 401],
    [[json, ['Idempotency-Key', 'a'], ['Idempotency-Key', 'b']], 400],
    [[json, ['Idempotency-Key', 'a'], ['Idempotency-Key', 'a']], 400],
  ]
  for (const [headers, status] of twice) {
    expect((await post('{"name":"Botany"}', headers)).status).toBe(status)
  }
})

test('a read and a delete do not look at a body', async () => {
  for (const method of ['GET', 'DELETE']) {
    const own = await createCourseTree(service, key)
    const { status } = await sendRawRequest(service.url, {
      method,
      path: `/api/v1/courses/${own.course.id}`,
      headers: [
        ['X-API-Key', key],
        ['Content-Type', 'text/plain'],
      ],
      body: 'nonsense',
    })
    expect(status).toBe(200)
  }
})

test('a route without a body takes none or an empty object, and names what it does not take', async () => {
  const { course } = await createCourseTree(service, key)
  const path = `/courses/${course.id}/archive`
  const refused = await service.rest('POST', path, key, { reason: 'old', when: 1 })
  expect([refused.status, refused.body.error.details.fields]).toEqual([
    400,
    ['reason', 'when'].map((name) => ({ path: name, message: 'is not a field; this route takes no body' })),
  ])
  for (const body of ['[]', '{', 'null']) expect((await post(body, [json], path)).status).toBe(400)
  expect((await service.rest('GET', `/courses/${course.id}`, key)).body.data.status).toBe('draft')
  for (const body of ['', ' ', '{}']) expect((await post(body, [json], path)).status).toBe(200)
})

test('an error in a header names the header', async () => {
  const { status, body } = await service.rest(
    'POST',
    '/courses',
    key,
    { name: 'Botany' },
    { 'Idempotency-Key': 'k'.repeat(256) },
  )
  expect([status, body.error.details.fields]).toEqual([
    400,
    [{ path: 'Idempotency-Key', message: 'must have at most 255 characters' }],
  ])
})

test.each([
  '0000-01-01T00:00:00Z',
  '1899-12-31T23:59:59Z',
  '9999-12-31T23:59:59-14:00',
  '2026-02-30T00:00:00Z',
  '2025-02-29T00:00:00Z',
  '2026-04-31T00:00:00+02:00',
])('the time %s is refused by every route that takes a time', async (time) => {
  const { course } = await createCourseTree(service, key)
  const encoded = encodeURIComponent(time)
  const answers = await Promise.all([
    service.rest('GET', `/courses?updatedSince=${encoded}`, key),
    service.rest('GET', `/usage?from=${encoded}&to=2026-03-01T00:00:00Z`, key),
    service.rest('GET', `/ai/usage?to=${encoded}`, key),
    service.rest('POST', `/courses/${course.id}/releases`, key, { liveFrom: time }),
  ])
  expect(answers.map(({ status, body }) => [status, body.error.details.fields[0].path])).toEqual([
    [400, 'updatedSince'],
    [400, 'from'],
    [400, 'to'],
    [400, 'liveFrom'],
  ])
})
