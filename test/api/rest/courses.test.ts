import { afterAll, beforeAll, expect, test } from 'vitest'
import { missingId } from '../../support/course-fixture.ts'
import { errorBody, invalidFieldBody } from '../../support/error-bodies.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const full = {
  name: 'Botany',
  description: 'Plants, from the root up.',
  language: 'pt-BR',
  difficulty: 'intermediate',
  durationMinutes: 90,
  attributes: { credits: 2.5 },
  key: 'botany-1',
  objectives: ['Name the parts of a plant'],
  tags: ['plants', 'year 7'],
  authors: ['Maria Merian'],
  license: 'CC-BY-4.0',
  coverAssetId: '01994d1f-7d3c-7b1e-9f53-3b5a1c2d4e6f',
  published: true,
}

const actor = { type: 'key', id: expect.any(String), name: 'test' }

test('a course is created with every field, read, changed and deleted', async () => {
  const made = await service.rest('POST', '/courses', key, full)
  const { id, metadata } = made.body.data
  const { published: _published, ...fields } = full
  const dates = { createdAt: time, updatedAt: time, contentUpdatedAt: time }
  const counts = { lessonCount: 0, blockCount: 0 }
  const settings = { slug: null, visibility: 'private' }
  const own = { ...fields, ...settings, ...counts, createdBy: actor, updatedBy: actor }
  const live = { status: 'published', liveReleaseNumber: 1, publishedAt: time, hasUnpublishedChanges: false }
  const record = { id, ...own, ...live, version: 1, treeVersion: 1, metadata: dates }
  expect([made.status, made.body]).toEqual([201, { data: record }])
  expect(made.headers.get('location')).toBe(`/api/v1/courses/${id}`)
  expect(metadata.createdAt).toBe(metadata.updatedAt)

  const read = await service.rest('GET', `/courses/${id}`, key)
  expect([read.status, read.body]).toEqual([200, made.body])

  const changed = await service.rest('PATCH', `/courses/${id}`, key, { name: 'Botany II', published: false })
  expect([changed.status, changed.body]).toEqual([
    200,
    {
      data: {
        ...record,
        name: 'Botany II',
        status: 'draft',
        liveReleaseNumber: null,
        publishedAt: null,
        hasUnpublishedChanges: true,
        version: 2,
        treeVersion: 2,
      },
    },
  ])
  expect(changed.body.data.metadata.createdAt).toBe(metadata.createdAt)
  expect(Date.parse(changed.body.data.metadata.updatedAt)).toBeGreaterThanOrEqual(Date.parse(metadata.updatedAt))

  const gone = await service.rest('DELETE', `/courses/${id}`, key)
  expect([gone.status, gone.body]).toEqual([200, { data: { id, deleted: true, trashId: expect.any(String) } }])
  const after = await service.rest('GET', `/courses/${id}`, key)
  expect([after.status, after.body]).toEqual([404, errorBody('not_found', 'Course not found.')])
  const again = await service.rest('DELETE', `/courses/${id}`, key)
  expect([again.status, again.body]).toEqual([404, errorBody('not_found', 'Course not found.')])
})

test('a course needs nothing but a name, and is a draft', async () => {
  const { status, body } = await service.rest('POST', '/courses', key, { name: 'Zoology' })
  expect([status, body]).toEqual([
    201,
    {
      data: {
        id: expect.any(String),
        key: null,
        name: 'Zoology',
        description: null,
        language: null,
        difficulty: null,
        durationMinutes: null,
        attributes: null,
        objectives: [],
        tags: [],
        authors: [],
        license: null,
        coverAssetId: null,
        slug: null,
        visibility: 'private',
        status: 'draft',
        version: 1,
        treeVersion: 1,
        liveReleaseNumber: null,
        publishedAt: null,
        hasUnpublishedChanges: true,
        lessonCount: 0,
        blockCount: 0,
        metadata: { createdAt: time, updatedAt: time, contentUpdatedAt: time },
        createdBy: actor,
        updatedBy: actor,
      },
    },
  ])
})

test.each([
  ['missing', {}, 'is required'],
  ['null', { name: null }, 'must not be null'],
  ['empty', { name: '' }, 'must not be empty'],
  ['white space', { name: ' \t\n ' }, 'must not be empty'],
  ['a number', { name: 5 }, 'must be a string'],
  ['a list', { name: ['Botany'] }, 'must be a string'],
  ['an object', { name: {} }, 'must be a string'],
  ['256 characters', { name: 'x'.repeat(256) }, 'must have at most 255 characters'],
  ['NUL', { name: 'a\0b' }, 'must not contain NUL or lone surrogates'],
  ['a lone surrogate', { name: 'a\ud800b' }, 'must not contain NUL or lone surrogates'],
])('a name that is %s is refused by name', async (_case, body, message) => {
  const made = await service.rest('POST', '/courses', key, body)
  expect([made.status, made.body]).toEqual([400, invalidFieldBody('name', message)])
})

test.each([
  ['description', 5, 'must be a string'],
  ['language', 'english please', 'must be a BCP 47 language tag such as en or pt-BR'],
  [
    'language',
    `en-x-${'a'.repeat(8)}-${'b'.repeat(8)}-${'c'.repeat(8)}-dddd`,
    'must be a BCP 47 language tag such as en or pt-BR',
  ],
  ['language', 7, 'must be a string'],
  ['difficulty', 'hard', 'must be one of beginner, intermediate, advanced'],
  ['difficulty', 1, 'must be one of beginner, intermediate, advanced'],
  ['published', 'yes', 'must be true or false'],
  ['published', 'true', 'must be true or false'],
  ['published', 1, 'must be true or false'],
  ['Name', 'Botany', 'is not a known field; known are'],
  ['constructor', 1, 'is not a known field; known are'],
])('%s: %j is refused by name, on create and on change', async (field, value, message) => {
  const made = await service.rest('POST', '/courses', key, { name: 'Botany', [field]: value })
  const changed = await service.rest('PATCH', `/courses/${missingId}`, key, { [field]: value })
  for (const { status, body } of [made, changed]) {
    expect(status).toBe(400)
    // The list of the known fields is not repeated here.
    const [told] = body.error.details.fields
    expect(told).toEqual({ path: field, message: expect.stringContaining(message) })
    expect(body).toEqual(invalidFieldBody(field, told.message))
  }
})

test.each([
  ['status', 'published', 'is not a known field; set published instead'],
  ['id', missingId, 'is not a known field; known are'],
])('%s, which only the service writes, is refused by name on create', async (field, value, message) => {
  const { status, body } = await service.rest('POST', '/courses', key, { name: 'Botany', [field]: value })
  expect([status, body.error.details.fields]).toEqual([
    400,
    [{ path: field, message: expect.stringContaining(message) }],
  ])
})

test('a description has at most 10,000 characters', async () => {
  const made = await service.rest('POST', '/courses', key, { name: 'Botany', description: '🌱'.repeat(10_000) })
  expect(made.status).toBe(201)
  const refused = await service.rest('POST', '/courses', key, { name: 'Botany', description: 'x'.repeat(10_001) })
  expect([refused.status, refused.body]).toEqual([
    400,
    invalidFieldBody('description', 'must have at most 10,000 characters'),
  ])
})

test('every bad field is named at once', async () => {
  const made = await service.rest('POST', '/courses', key, {
    name: 5,
    objectives: 'See.',
    published: 'yes',
    colour: 'green',
  })
  expect([made.status, made.body]).toEqual([
    400,
    errorBody('invalid_request', 'The request has invalid fields.', {
      fields: [
        { path: 'name', message: 'must be a string' },
        { path: 'objectives', message: 'must be a list' },
        { path: 'published', message: 'must be true or false' },
        { path: 'colour', message: expect.stringMatching(/^is not a known field; known are key, name, /) },
      ],
    }),
  ])
})

test.each([
  '  Botany  ',
  'Ботаника 🌱',
  '<b>"\'&</b>',
  '\u202eRTL',
  "Robert'); DROP TABLE courses;--",
  'x'.repeat(255),
  '🌱'.repeat(255),
])('the name %j is kept to the letter', async (name) => {
  const made = await service.rest('POST', '/courses', key, { name, description: ` ${name}\r\n` })
  expect(made.status).toBe(201)
  const { body } = await service.rest('GET', `/courses/${made.body.data.id}`, key)
  expect([body.data.name, body.data.description]).toEqual([name, ` ${name}\r\n`])
})

test('a name is as long as it is without the white space around it', async () => {
  const name = ` ${'x'.repeat(255)} `
  const made = await service.rest('POST', '/courses', key, { name })
  expect([made.status, made.body.data?.name]).toEqual([201, name])
})
