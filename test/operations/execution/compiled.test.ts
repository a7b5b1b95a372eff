import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { replaceResolver } from '../../support/fault-injection.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
let course: string
let lesson: string
const content = '{"text":"Leaves — \\"green\\" 🌱","format":"markdown","z":1,"a":[1.50,{"b":null}],"":true}'

beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  course = (await service.rest('POST', '/courses', key, { name: 'Botany' })).body.data.id
  const module = (await service.rest('POST', `/courses/${course}/modules`, key, { name: 'Leaves' })).body.data.id
  lesson = (await service.rest('POST', `/modules/${module}/lessons`, key, { name: 'Light' })).body.data.id
  for (const type of ['text', 'code']) {
    const body = { type, content: { ...JSON.parse(content), language: 'en', code: '' } }
    await service.rest('POST', `/lessons/${lesson}/blocks`, key, body)
  }
})
afterAll(() => service.close())

const fragments = `
  fragment Inner on Lesson { name blocks { ...Block } blocks { order } }
  fragment Block on Block { __typename type content }`

const documents: [sentence: string, query: string, variables?: Record<string, unknown>][] = [
  ['a course', 'query ($id: ID!) { course(id: $id) { id name description status metadata { createdAt } } }'],
  ['a tree', '($id: ID!) { course(id: $id) { modules { name lessons { name blocks { type content order } } } } }'],
  ['fragments', `query ($id: ID!) { course(id: $id) { modules { lessons { ...Inner } } } } ${fragments}`],
  ['what is left out', 'query ($id: ID!, $no: Boolean = false) { course(id: $id) { id name @include(if: $no) } }'],
  ['aliases of every kind', 'query ($id: ID!) { constructor: course(id: $id) { __proto__: name then: id } }'],
  ['a literal', '{ coursePage(perPage: 1, published: false) { items { name } pageInfo { total } } }'],
  ['a course that is not there', '{ course(id: "nothing") { name } coursePage { pageInfo { total } } }'],
  ['a variable that is missing', 'query ($id: ID!) { course(id: $id) { name } }', {}],
  [
    'variables of a wrong type',
    'query ($id: ID!, $page: Int) { course(id: $id) { id } coursePage(page: $page) { items { id } } }',
    { id: 1.5, page: 'x' },
  ],
  ['an argument out of range', '{ coursePage(perPage: 1000) { items { id } } }'],
  ['a scope that the key lacks', '{ apiKeys { name } }'],
  ['who asks', '{ viewer { kind plan scopes workspace { name } } }'],
  ['the schema', '{ __schema { queryType { name } } __type(name: "Course") { fields { name } } }'],
  ['too much at once', '{ coursePage(perPage: 100) { items { modules { lessons { blocks { content } } } } } }'],
]

test.each(documents)(
  '%s: a document that comes back has the answer it had the first time',
  async (_name, query, variables) => {
    const text = query.startsWith('(') ? `query ${query}` : query
    const ask = () =>
      service.http('/graphql', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
        body: JSON.stringify({ query: text, variables: variables ?? { id: course } }),
      })
    const first = await ask()
    for (let time = 2; time <= 5; time++) expect((await ask()).text).toBe(first.text)
    expect(first.body.data ?? first.body.errors).toBeTruthy()
  },
)

const variablesInLiterals: [sentence: string, query: string, variables: Record<string, unknown>][] = [
  [
    'a field whose variable is missing keeps its value',
    'mutation ($id: ID!, $name: String, $description: String) { updateCourse(id: $id, input: { name: $name, description: $description }) { name description } }',
    { name: 'Botany' },
  ],
  [
    'a required field whose variable is missing keeps its value',
    'mutation ($id: ID!, $name: String, $published: Boolean) { updateCourse(id: $id, input: { name: $name, published: $published }) { name status } }',
    {},
  ],
  [
    'a variable inside a JSON object is stored',
    'mutation ($id: ID!, $one: Float) { updateCourse(id: $id, input: { attributes: { one: $one, list: [1, $one] } }) { attributes } }',
    { one: 5 },
  ],
  [
    'a variable inside the content of a block is stored',
    'mutation ($lesson: ID!, $text: String!) { createBlock(lessonId: $lesson, input: { type: text, content: { text: $text } }) { content } }',
    { text: 'Roots' },
  ],
  [
    'a variable inside an entity representation is used',
    'query ($id: String!) { _entities(representations: [{ __typename: "Course", id: $id }]) { ... on Course { description } } }',
    {},
  ],
]

test.each(variablesInLiterals)('%s each time', async (_sentence, query, variables) => {
  const body = { name: 'Botany', description: 'Plants', modules: [{ name: 'Leaves', lessons: [{ name: 'Light' }] }] }
  const { id } = (await service.rest('POST', '/courses', key, body)).body.data
  const { modules } = (await service.rest('GET', `/courses/${id}/tree`, key)).body.data
  const sent = {
    ...(query.includes('($id:') && { id }),
    ...(query.includes('($lesson:') && { lesson: modules[0].lessons[0].id }),
    ...variables,
  }
  const first = await service.graphql(query, key, sent)
  expect(first.errors).toBeUndefined()
  for (let time = 2; time <= 5; time++) expect(await service.graphql(query, key, sent)).toEqual(first)
  expect((await service.rest('GET', `/courses/${id}`, key)).body.data).toMatchObject({
    name: 'Botany',
    description: 'Plants',
    ...('one' in variables && { attributes: { one: 5, list: [1, 5] } }),
  })
})

test('a document that is refused for its size is refused as quickly each time, and never compiled', async () => {
  const levels = Array.from({ length: 24 }, (_, level) => level)
  const spread = levels.map((level) => `fragment F${level} on Lesson { ...F${level + 1} ...F${level + 1} }`).join(' ')
  const tree = 'query ($id: ID!) { course(id: $id) { modules { lessons { ...F0 } } } }'
  const query = `${tree} ${spread} fragment F24 on Lesson { blocks { content } }`
  for (let time = 1; time <= 4; time++) {
    const { errors } = await service.graphql(query, key, { id: course })
    expect(errors[0].message).toMatch(/^The query is too large: breadth /)
  }
})

test('a change that comes back is made each time, in the order of its fields', async () => {
  const query = `mutation ($lesson: ID!, $input: CreateBlockInput!) {
    first: createBlock(lessonId: $lesson, input: $input) { order }
    second: createBlock(lessonId: $lesson, input: { type: text, content: { text: "b", __proto__: "kept" } }) { order content }
  }`
  const input = { type: 'text', content: { text: 'a' } }
  for (const order of [2, 4, 6, 8]) {
    expect(await service.graphql(query, key, { lesson, input })).toEqual({
      data: {
        first: { order },
        second: { order: order + 1, content: JSON.parse('{"text":"b","__proto__":"kept"}') },
      },
    })
  }
})

test('the fields of a change run one after the other, however often the document comes', async () => {
  const noted: string[] = []
  const plugin = replaceResolver('Mutation.createCourse', async (_root, { input }) => {
    noted.push(`${input.name} begins`)
    // The second field would begin meanwhile.
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
    noted.push(`${input.name} ends`)
    return {}
  })
  const slow = await startTestService({ db: { ...service.db, close: async () => {} }, plugins: [plugin] })
  onTestFinished(() => slow.close())
  const query = `mutation { a: createCourse(input: { name: "a" }) { __typename } b: createCourse(input: { name: "b" }) { __typename } }`
  for (let time = 1; time <= 4; time++) {
    expect(await slow.graphql(query, key)).toEqual({
      data: { a: { __typename: 'Course' }, b: { __typename: 'Course' } },
    })
    expect(noted.splice(0)).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  }
})

test('a change of one field that comes back is made each time, and refused as the first was', async () => {
  const query = `mutation ($lesson: ID!, $input: CreateBlockInput!) { createBlock(lessonId: $lesson, input: $input) { order content } }`
  const input = JSON.parse('{"type":"text","content":{"text":"b","__proto__":"kept"}}')
  const make = (variables: object) => service.graphql(query, key, { lesson, input, ...variables })
  const { order: before } = (await make({})).data.createBlock
  for (let more = 1; more <= 4; more++)
    expect(await make({})).toEqual({ data: { createBlock: { order: before + more, content: input.content } } })

  const refused = { input: { type: 'text', content: {} } }
  const wrong = { input: { type: 'song', content: 1 } }
  for (const variables of [refused, wrong, { lesson: 'nothing' }, { lesson: null }]) {
    const first = await make(variables)
    expect(first.errors).toHaveLength(1)
    for (let time = 2; time <= 4; time++) expect(await make(variables)).toEqual(first)
  }
})

test('a content is given back to the letter, on every face and with an error beside it', async () => {
  const body = `{"type":"text","content":${content}}`
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` }
  const made = await service.http(`/api/v1/lessons/${lesson}/blocks`, { method: 'POST', headers, body })
  expect(made.status).toBe(201)
  expect(made.text).toContain(`"content":${content.replace('1.50', '1.5')}`)
  const read = await service.rest('GET', `/blocks/${made.body.data.id}`, key)
  expect(read.text).toBe(made.text.replace(/,"meta":.*/, '}'))
  const query = `query ($id: ID!) { block(id: $id) { content } lost: block(id: "nothing") { content } }`
  const asked = await service.graphql(query, key, { id: made.body.data.id })
  expect(asked.data).toEqual({ block: { content: JSON.parse(content) }, lost: null })
  expect(asked.errors).toHaveLength(1)
})
