import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

const codes = (result: { errors?: { extensions: { code: string; details: object } }[] }) =>
  result.errors?.map(({ extensions }) => extensions.code)
const ask = (query: string, variables?: Record<string, unknown>) => service.graphql(query, key, variables)

const tooLarge = (limit: string, value: number, max: number) => ({
  message: `The query is too large: ${limit} ${value} of at most ${max}. Select fewer fields or records.`,
  extensions: { code: 'invalid_request', details: { limit, value, max } },
})

describe('cost', () => {
  test('a whole course is well inside, and so is a page of a hundred with modules', async () => {
    const tree = 'id name modules { id name lessons { id name blocks { id type content order } } }'
    expect(
      await ask(
        `{ coursePage(perPage: 100) { items { ${'id name status lessonCount blockCount modules { id name description order metadata { createdAt updatedAt } }'} } } }`,
      ),
    ).toEqual({ data: { coursePage: { items: [] } } })
    expect(await ask(`{ courses(first: 100) { edges { node { id name modules { id name order } } } } }`)).toEqual({
      data: { courses: { edges: [] } },
    })
    expect(codes(await ask(`{ course(id: "x") { ${tree} } }`))).toEqual(['not_found'])
  })

  test('a page of whole courses is refused before anything is read', async () => {
    const query = '{ coursePage(perPage: 100) { items { modules { lessons { blocks { id } } } } } }'
    const result = await ask(query)
    expect(result).toMatchObject({ data: null, errors: [tooLarge('complexity', 1_211_100, 500_000)] })
  })

  test('a size that is out of range makes no query cheap', async () => {
    const whole = 'modules { lessons { blocks { lesson { module { course { modules { lessons { id } } } } } } } }'
    for (const size of [-1_000_000, 0]) {
      const query = `{ a: coursePage(perPage: ${size}) { items { id } } b: coursePage(perPage: 100) { items { ${whole} } } }`
      const { data, errors } = await ask(query)
      expect([data, errors[0].extensions.details.limit]).toEqual([null, 'complexity'])
    }
  })

  test('page sizes in variables count towards the complexity', async () => {
    const query =
      'query ($size: Int) { courses(first: $size) { edges { node { modules { lessons { blocks { id } } } } } } }'
    expect(codes(await ask(query, { size: 5 }))).toBeUndefined()
    expect(codes(await ask(query, { size: 100 }))).toEqual(['invalid_request'])
  })

  test('a mutation counts towards the complexity as a query does', async () => {
    const whole =
      'modules { lessons { blocks { lesson { module { course { modules { lessons { blocks { id } } } } } } } } }'
    const { errors } = await ask(`mutation { createCourse(input: { name: "Costly" }) { ${whole} } }`)
    expect(errors[0].extensions.details.limit).toBe('complexity')
    expect((await service.rest('GET', '/courses', key)).body.meta.total).toBe(0)
  })
})

test('a document that is too deep is refused', async () => {
  const { errors } = await ask(`{ course(id: "x") { ${'modules { course { '.repeat(6)} id ${'} }'.repeat(6)} } }`)
  expect(errors[0]).toMatchObject(tooLarge('depth', 14, 12))
})

test('a document that is too broad is refused', async () => {
  const fragments = Array.from({ length: 26 }, (_, index) => `...F${index}`).join(' ')
  const fields = 'id name description language difficulty status version treeVersion '.repeat(3)
  const many = Array.from({ length: 26 }, (_, index) => `fragment F${index} on Course { ${fields} }`).join(' ')
  const { errors } = await ask(`{ course(id: "x") { ${fragments} } } ${many}`)
  expect(errors[0]).toMatchObject({ extensions: { code: 'invalid_request', details: { limit: 'breadth', max: 500 } } })
})

test('thirty aliases are taken, more are not', async () => {
  const aliases = (count: number) => Array.from({ length: count }, (_, index) => `a${index}: __typename`).join(' ')
  expect((await ask(`{ ${aliases(30)} }`)).errors).toBeUndefined()
  const { data, errors } = await ask(`{ ${aliases(31)} }`)
  expect([data, errors]).toEqual([
    undefined,
    [expect.objectContaining({ extensions: { code: 'invalid_request', details: {} } })],
  ])
  expect(errors[0].message).toMatch(/alias/i)
})

test('two thousand tokens are taken, more are not', async () => {
  const list = (count: number) => `[${Array(count).fill('1').join(' ')}]`
  const create = (count: number) =>
    `mutation { createBlock(lessonId: "x", input: { type: text, content: { text: "x", list: ${list(count)} } }) { id } }`
  expect(codes(await ask(create(1950)))).toEqual(['not_found'])
  const { data, errors } = await ask(create(2050))
  expect([data, errors]).toEqual([
    undefined,
    [expect.objectContaining({ extensions: { code: 'invalid_request', details: {} } })],
  ])
  expect(errors[0].message).toMatch(/token/i)
})

test('what would take a parser or a validator very long is refused at once', async () => {
  const started = performance.now()
  for (const query of [
    '{'.repeat(900_000),
    `{ ${'a '.repeat(400_000)} }`,
    `query ${'@a'.repeat(300_000)} { __typename }`,
    `{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }`,
    `{ course(id: ${'['.repeat(400_000)}) { id } }`,
    `{ ${Array.from({ length: 600 }, () => 'viewer { kind }').join(' ')} }`,
    `#${'x'.repeat(900_000)}`,
  ]) {
    const { data, errors } = await ask(query)
    expect(data ?? null).toBeNull()
    expect(errors.length).toBeGreaterThan(0)
    for (const { extensions } of errors) expect(extensions.code).toBe('invalid_request')
  }
  expect(performance.now() - started).toBeLessThan(15_000)
})
