import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CourseTree, createCourseTree, missingId } from '../../support/course-fixture.ts'
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

const ask = (query: string, variables?: Record<string, unknown>) => service.graphql(query, key, variables)

describe('a record that is missing', () => {
  test.each(['course', 'module', 'lesson', 'block'])('is an error of the field %s, and null', async (field) => {
    for (const id of [missingId, 'x', '', '\0', '\ud800', "' OR 1=1--"]) {
      const title = field[0]!.toUpperCase() + field.slice(1)
      const query = `query ($id: ID!) { __typename found: ${field}(id: $id) { id } }`
      expect(await ask(query, { id })).toEqual({
        data: { __typename: 'Query', found: null },
        errors: [
          {
            message: `${title} not found.`,
            locations: [{ line: 1, column: 31 }],
            path: ['found'],
            extensions: { code: 'not_found', details: {} },
          },
        ],
      })
    }
  })

  test.each([
    ['updateCourse(id: $id, input: {}) { id }', 'Course'],
    ['deleteCourse(id: $id) { id }', 'Course'],
    ['createModule(courseId: $id, input: { name: "x" }) { id }', 'Course'],
    ['updateModule(id: $id, input: {}) { id }', 'Module'],
    ['deleteModule(id: $id) { id }', 'Module'],
    ['createLesson(moduleId: $id, input: { name: "x" }) { id }', 'Module'],
    ['updateLesson(id: $id, input: { order: 1 }) { id }', 'Lesson'],
    ['deleteLesson(id: $id) { id }', 'Lesson'],
    ['createBlock(lessonId: $id, input: { type: text, content: { text: "x" } }) { id }', 'Lesson'],
    ['updateBlock(id: $id, input: { content: {} }) { id }', 'Block'],
    ['deleteBlock(id: $id) { id }', 'Block'],
  ])('refuses %s', async (field, title) => {
    for (const id of [missingId, 'x']) {
      const { data, errors } = await ask(`mutation ($id: ID!) { ${field} }`, { id })
      expect([data, errors[0].message, errors[0].extensions]).toEqual([
        null,
        `${title} not found.`,
        { code: 'not_found', details: {} },
      ])
    }
  })
})

describe('bad variables', () => {
  const create = 'mutation ($input: CreateCourseInput!) { createCourse(input: $input) { id } }'
  test.each([
    [{ name: 5 }, [{ path: 'input.name', message: 'must be a string' }]],
    [{}, [{ path: 'input.name', message: 'is required' }]],
    [{ name: null }, [{ path: 'input.name', message: 'must not be null' }]],
    [
      { name: 'x', published: 'yes', colour: 1 },
      [
        { path: 'input.published', message: 'must be true or false' },
        { path: 'input.colour', message: expect.stringMatching(/^is not a known field; known are key, name, /) },
      ],
    ],
    [
      { name: 'x', difficulty: 'hard' },
      [{ path: 'input.difficulty', message: 'must be one of beginner, intermediate, advanced' }],
    ],
  ])('%j are named', async (input, fields) => {
    const { data, errors } = await ask(create, { input })
    expect(data).toBeUndefined()
    expect(errors[0].extensions).toEqual({ code: 'invalid_request', details: { fields } })
  })

  test('a required variable that is missing is named', async () => {
    const { errors } = await ask(create, {})
    expect(errors[0].extensions).toEqual({
      code: 'invalid_request',
      details: { fields: [{ path: 'input', message: 'is required' }] },
    })
  })

  test('of which there are very many are named up to fifty', async () => {
    const input = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`c${index}`, 1]))
    const { errors } = await ask(create, { input })
    expect([errors.length, errors[0].extensions.details.fields.length]).toEqual([1, 50])
  })

  test('that pass GraphQL and break a rule are named as the rule has them', async () => {
    const { data, errors } = await ask(create, { input: { name: ' ', language: 'x y' } })
    expect([data, errors[0].path, errors[0].extensions]).toEqual([
      null,
      ['createCourse'],
      {
        code: 'invalid_request',
        details: {
          fields: [
            { path: 'name', message: 'must not be empty' },
            { path: 'language', message: 'must be a BCP 47 language tag such as en or pt-BR' },
          ],
        },
      },
    ])
  })
})

describe('the JSON scalar', () => {
  const content = { text: 'x', list: [1, -2.5, true, null, { deep: 'y' }], 'odd key': 1, big: 1e21 }

  test('a JSON value in a variable is stored and returned unchanged', async () => {
    const query = `mutation ($id: ID!, $content: JSONObject!) {
      createBlock(lessonId: $id, input: { type: text, content: $content }) { content }
    }`
    expect(await ask(query, { id: outline.lesson.id, content })).toEqual({ data: { createBlock: { content } } })
  })

  test('a JSON literal with variables in it is stored with their values', async () => {
    const query = `mutation ($id: ID!, $more: String) {
      createBlock(lessonId: $id, input: {
        type: text, content: { text: "x", n: 1, f: 1.5, t: true, no: null, list: [{ a: ENUM }], more: $more }
      }) { content }
    }`
    expect(await ask(query, { id: outline.lesson.id, more: 'y' })).toEqual({
      data: {
        createBlock: {
          content: { text: 'x', n: 1, f: 1.5, t: true, no: null, list: [{ a: 'ENUM' }], more: 'y' },
        },
      },
    })
  })

  test.each(['"text"', '5', '[{}]', 'true', 'ENUM'])('is not %s', async (literal) => {
    const query = `mutation { createBlock(lessonId: "x", input: { type: text, content: ${literal} }) { id } }`
    const { data, errors } = await ask(query)
    expect([data, errors[0].extensions.code]).toEqual([undefined, 'invalid_request'])
  })

  test('keeps a member named __proto__ to itself', async () => {
    const query = `mutation ($id: ID!) {
      createBlock(lessonId: $id, input: { type: text, content: { text: "x", __proto__: { polluted: true } } }) { content }
    }`
    const { data } = await ask(query, { id: outline.lesson.id })
    expect(Object.keys(data.createBlock.content)).toEqual(['text', '__proto__'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

test('one field that fails leaves the others, and each says which it was', async () => {
  const query = `query ($id: ID!) { good: course(id: $id) { name } bad: course(id: "x") { name } worse: lesson(id: "y") { name } }`
  const { data, errors } = await ask(query, { id: outline.course.id })
  expect(data).toEqual({ good: { name: 'Botany' }, bad: null, worse: null })
  expect(errors.map(({ path }: { path: string[] }) => path)).toEqual([['bad'], ['worse']])
})
