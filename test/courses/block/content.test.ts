import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blockTypeDefinitionByName, blockTypeNames } from '../../../src/courses/block/types.ts'
import { type CourseTree, createCourseTree } from '../../support/course-fixture.ts'
import { errorBody, invalidFieldBody } from '../../support/error-bodies.ts'
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

const make = (type: string, content: unknown) =>
  service.rest('POST', `/lessons/${outline.lesson.id}/blocks`, key, { type, content })
const change = (id: string, body: object) => service.rest('PATCH', `/blocks/${id}`, key, body)

const types = Object.entries(blockTypeDefinitionByName).map(([type, kind]) => ({ type, ...kind }))

test('the types are published with their schemas and examples', async () => {
  const expected = types.map(({ type, description, schema, example }) => ({ type, description, schema, example }))
  const { status, body } = await service.rest('GET', '/block-types', key)
  expect([status, body]).toEqual([200, { data: expected }])
  const query = '{ blockTypes { type description schema example } }'
  expect(await service.graphql(query, key)).toEqual({ data: { blockTypes: expected } })
})

describe.each(types)('a $type block', ({ type, example }) => {
  test('takes its example, and gives it back to the letter', async () => {
    const made = await make(type, example)
    expect([made.status, made.body.data.type, made.body.data.content]).toEqual([201, type, example])
    const read = await service.rest('GET', `/blocks/${made.body.data.id}`, key)
    expect(JSON.stringify(read.body.data.content)).toBe(JSON.stringify(example))
  })

  test('keeps members that its schema does not name, in their order', async () => {
    const content = { zebra: [1, { deep: null }], ...example, apple: 'kept', '0': true }
    const made = await make(type, content)
    expect(made.status).toBe(201)
    const read = await service.rest('GET', `/blocks/${made.body.data.id}`, key)
    expect(JSON.stringify(read.body.data.content)).toBe(JSON.stringify(content))
  })

  test('refuses the wrong type of each member by name', async () => {
    for (const [member, value] of Object.entries(example)) {
      const made = await make(type, { ...example, [member]: Array.isArray(value) ? 5 : [] })
      expect([made.status, made.body.error.code]).toEqual([400, 'invalid_request'])
      expect(made.body.error.details.fields[0].path).toBe(`content.${member}`)
    }
  })
})

const url = 'must be an absolute http(s) address'
const question = { id: 'q', type: 'short_text', prompt: 'Why?', answer: 'x' }
test.each([
  ['text', {}, 'content.text', 'is required'],
  ['text', { text: 5 }, 'content.text', 'must be a string'],
  ['text', { text: 'x', format: 'rtf' }, 'content.format', 'must be one of markdown, html, plain'],
  ['image', { url: 'leaf.png' }, 'content.url', url],
  ['image', { url: 'javascript:alert(1)' }, 'content.url', url],
  ['image', { url: 'https://' }, 'content.url', url],
  ['image', { url: 'ftp://example.com/x' }, 'content.url', url],
  ['image', { url: 'https://example.com/x', alt: 5 }, 'content.alt', 'must be a string'],
  ['image', { decorative: 'yes' }, 'content.decorative', 'must be a boolean'],
  ['video', { captions: {} }, 'content.captions', 'must be an array'],
  ['video', { captions: [{ language: 5 }] }, 'content.captions.0.language', 'must be a string'],
  ['video', { captions: [{ url: 'x' }] }, 'content.captions.0.url', url],
  ['code', { code: ['x'] }, 'content.code', 'must be a string'],
  ['code', { runnable: 1 }, 'content.runnable', 'must be a boolean'],
  ['quiz', { questions: 'x' }, 'content.questions', 'must be an array'],
  ['quiz', { questions: ['x'] }, 'content.questions.0', 'must be an object'],
  [
    'quiz',
    { questions: [{ ...question, type: 'song' }] },
    'content.questions.0.type',
    'must be one of single_choice, multiple_choice, true_false, short_text, numeric, ordering, matching, cloze, essay',
  ],
  [
    'quiz',
    { questions: [{ ...question, options: [{ id: true }] }] },
    'content.questions.0.options.0.id',
    'must be a string',
  ],
  ['quiz', { passingScore: '1' }, 'content.passingScore', 'must be a number'],
  ['interactive', { config: [] }, 'content.config', 'must be an object'],
  ['interactive', { url: '//example.com' }, 'content.url', url],
])('%s %j is refused by name', async (type, content, path, message) => {
  const { status, body } = await make(type, content)
  expect([status, body]).toEqual([400, invalidFieldBody(path, message)])
})

test('an error names every invalid member, up to fifty', async () => {
  const two = await make('image', { url: 5, alt: 5 })
  expect(two.body).toEqual(
    errorBody('invalid_request', 'The request has invalid fields.', {
      fields: [
        { path: 'content.url', message: 'must be a string' },
        { path: 'content.alt', message: 'must be a string' },
      ],
    }),
  )
  const many = await make('quiz', { questions: Array(9000).fill(1) })
  expect([many.status, many.body.error.details.fields.length]).toEqual([400, 50])
})

test.each([
  [undefined, 'is required'],
  [null, 'must not be null'],
  ['text', 'must be a JSON object'],
  [[], 'must be a JSON object'],
  [5, 'must be a JSON object'],
])('content that is %j is refused', async (content, message) => {
  const { status, body } = await make('text', content)
  expect([status, body]).toEqual([400, invalidFieldBody('content', message)])
})

const known = `must be one of ${blockTypeNames.join(', ')}`
test.each([
  [undefined, 'is required'],
  [null, 'must not be null'],
  ['', known],
  ['hologram', known],
  [1, known],
  ['__proto__', known],
])('a type that is %j is refused', async (type, message) => {
  const { status, body } = await service.rest('POST', `/lessons/${outline.lesson.id}/blocks`, key, {
    type,
    content: { text: 'x' },
  })
  expect([status, body]).toEqual([400, invalidFieldBody('type', message)])
})

test('256 KB of content are accepted, one byte more is refused', async () => {
  const text = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) })
  expect((await make('text', text(256 * 1024))).status).toBe(201)
  for (const content of [text(256 * 1024 + 1), { text: 'ü'.repeat(131_072) }]) {
    const { status, body } = await make('text', content)
    expect([status, body]).toEqual([400, invalidFieldBody('content', 'must have at most 256 KB as JSON')])
  }
})

test('64 levels of content are accepted, more are refused', async () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })
  expect((await make('text', { text: 'x', a: nested(63) })).status).toBe(201)
  const { status, body } = await make('text', { text: 'x', a: nested(64) })
  expect([status, body.error.details.fields[0].message]).toEqual([400, 'must be at most 64 levels deep'])
  const far = await service.http(`/api/v1/lessons/${outline.lesson.id}/blocks`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: `{"type":"text","content":{"text":"x","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
  })
  expect(far.status).toBe(400)
})

test('a content has at most 10,000 JSON values, whatever they are', async () => {
  const add = (values: unknown[]) => make('text', { text: 'Many values', values })
  // The content, its text and the list are values too.
  expect((await add(Array(9997).fill({}))).status).toBe(201)
  const { status, body } = await add(Array(9998).fill(1))
  expect([status, body]).toEqual([
    400,
    invalidFieldBody('content.values.9997', 'is one value too many: a content has at most 10,000 JSON values'),
  ])
})

test('values and member names that the database cannot store are refused', async () => {
  const message = 'must not contain NUL or lone surrogates'
  const inner = await make('text', { text: 'x', list: [{ a: 'a\0b' }] })
  expect([inner.status, inner.body]).toEqual([400, invalidFieldBody('content.list.0.a', message)])
  const member = await make('text', { text: 'x', 'a\ud800': 1 })
  expect([member.status, member.body]).toEqual([
    400,
    invalidFieldBody('content', 'must not have NUL or lone surrogates in a property name'),
  ])
})

test('a number that JavaScript cannot read as finite is refused', async () => {
  const { status, body } = await service.http(`/api/v1/lessons/${outline.lesson.id}/blocks`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: '{"type":"text","content":{"text":"x","a":1e999}}',
  })
  expect([status, body]).toEqual([
    400,
    invalidFieldBody('content.a', '1e999 cannot be kept exactly; send it as a string'),
  ])
})

test('numbers are kept as JavaScript reads them', async () => {
  const content = { text: 'x', numbers: [0, -1.5, 1e300, 9_007_199_254_740_991, 0.1] }
  expect((await make('text', content)).body.data.content).toEqual(content)
})

test('a type can be changed with a content that matches it, and alone if the present content matches', async () => {
  const made = await make('text', { text: 'x', code: 'print()', language: 'python' })
  const { id } = made.body.data
  const both = await change(id, { type: 'image', content: { url: 'https://example.com/x.png', alt: 'x' } })
  expect([both.status, both.body.data.type]).toEqual([200, 'image'])
  const refused = await change(id, { type: 'text' })
  expect([refused.status, refused.body]).toEqual([400, invalidFieldBody('content.text', 'is required')])
  const misfit = await change(id, { content: { url: 5 } })
  expect([misfit.status, misfit.body]).toEqual([400, invalidFieldBody('content.url', 'must be a string')])
  const alone = await change(id, { type: 'interactive' })
  expect([alone.status, alone.body.data.type, alone.body.data.content.alt]).toEqual([200, 'interactive', 'x'])
})

test('a content is replaced as a whole', async () => {
  const { id } = (await make('text', { text: 'x', format: 'plain', extra: 1 })).body.data
  const { body } = await change(id, { content: { text: 'y' } })
  expect(body.data.content).toEqual({ text: 'y' })
})

test('after concurrent changes of type and content, they always match', async () => {
  const { id } = (await make('text', { text: 'x' })).body.data
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, count) =>
      count % 2
        ? change(id, { type: count % 4 === 1 ? 'code' : 'text' })
        : change(id, { content: { code: 'x', text: count } }),
    ),
  )
  for (const { status } of answers) expect([200, 400]).toContain(status)
  const { type, content } = (await service.rest('GET', `/blocks/${id}`, key)).body.data
  if (type === 'text') expect(typeof content.text).toBe('string')
})
