import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  for (let number = 1; number <= 25; number++) {
    await service.rest('POST', '/courses', key, { name: `${number}`, published: number % 5 === 0 })
  }
})
afterAll(() => service.close())

const newest = Array.from({ length: 25 }, (_, index) => `${25 - index}`)

async function page(args: string) {
  const query = `{ courses${args} { edges { cursor node { name } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`
  const result = await service.graphql(query, key)
  if (result.errors) throw new Error(JSON.stringify(result.errors))
  const { edges, pageInfo } = result.data.courses
  if (edges.length > 0)
    expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([edges[0].cursor, edges.at(-1).cursor])
  return {
    names: edges.map(({ node }: { node: { name: string } }) => node.name),
    next: pageInfo.hasNextPage,
    previous: pageInfo.hasPreviousPage,
    start: pageInfo.startCursor,
    end: pageInfo.endCursor,
  }
}

test('a connection without arguments has the newest twenty', async () => {
  expect(await page('')).toMatchObject({ names: newest.slice(0, 20), next: true, previous: false })
})

test('forward from page to page, every course comes once', async () => {
  let after = ''
  const seen: string[] = []
  for (let count = 0; count < 3; count++) {
    const found = await page(after ? `(first: 10, after: "${after}")` : '(first: 10)')
    seen.push(...found.names)
    expect([found.next, found.previous]).toEqual([count < 2, count > 0])
    after = found.end
  }
  expect(seen).toEqual(newest)
})

test('backward from the end, every course comes once', async () => {
  let before = ''
  const seen: string[] = []
  for (let count = 0; count < 3; count++) {
    const found = await page(before ? `(last: 10, before: "${before}")` : '(last: 10)')
    seen.unshift(...found.names)
    expect([found.next, found.previous]).toEqual([count > 0, count < 2])
    before = found.start
  }
  expect(seen).toEqual(newest)
})

test('a search is walked through from its beginning and from its end', async () => {
  for (let number = 1; number <= 5; number++) await service.rest('POST', '/courses', key, { name: `Fern ${number}` })
  const { names } = await page('(search: "fern")')
  expect(names).toHaveLength(5)
  const end = await page('(search: "fern", last: 2)')
  expect(end).toMatchObject({ names: names.slice(3), next: false, previous: true })
  const middle = await page(`(search: "fern", last: 2, before: "${end.start}")`)
  expect(middle).toMatchObject({ names: names.slice(1, 3), next: true, previous: true })
  const after = await page(`(search: "fern", last: 1, after: "${middle.end}")`)
  expect(after).toMatchObject({ names: names.slice(4), next: false, previous: true })
  expect(await page('(search: "fern", last: 100)')).toMatchObject({ names, next: false, previous: false })
  for (const size of ['first', 'last'])
    expect(await page(`(search: "moss", ${size}: 2)`)).toEqual({
      ...{ names: [], next: false, previous: false },
      ...{ start: null, end: null },
    })
  for (const { id } of (await service.rest('GET', '/courses?search=fern', key)).body.data)
    await service.rest('DELETE', `/courses/${id}`, key)
})

test('a cursor stays where it is while courses come and go', async () => {
  const own = await service.key()
  const ids: string[] = []
  for (let number = 1; number <= 6; number++) {
    ids.push((await service.rest('POST', '/courses', own, { name: `${number}` })).body.data.id)
  }
  const list = (args: string) =>
    service.graphql(`{ courses(${args}) { edges { node { name } } pageInfo { endCursor } } }`, own)
  const first = await list('first: 2')
  const cursor = first.data.courses.pageInfo.endCursor
  await service.rest('POST', '/courses', own, { name: '7' })
  await service.rest('DELETE', `/courses/${ids[4]}`, own)
  const { data } = await list(`first: 10, after: "${cursor}"`)
  expect(data.courses.edges.map(({ node }: { node: { name: string } }) => node.name)).toEqual(['4', '3', '2', '1'])
})

test('the filter published selects published courses or drafts', async () => {
  expect((await page('(published: true)')).names).toEqual(['25', '20', '15', '10', '5'])
  const some = await page('(published: true, first: 2)')
  expect(await page(`(published: true, first: 2, after: "${some.end}")`)).toMatchObject({
    names: ['15', '10'],
    next: true,
  })
  expect(await page(`(published: true, last: 2)`)).toMatchObject({ names: ['10', '5'], previous: true })
  expect((await page('(published: false, first: 3)')).names).toEqual(['24', '23', '22'])
})

test('a page after the last one is empty', async () => {
  const { end } = await page('(last: 1)')
  expect(await page(`(first: 5, after: "${end}")`)).toMatchObject({ names: [], next: false, previous: true })
})

test.each([
  ['(first: 0)', 'first', 'must be between 1 and 100'],
  ['(first: -1)', 'first', 'must be between 1 and 100'],
  ['(first: 101)', 'first', 'must be between 1 and 100'],
  ['(first: 1000000)', 'first', 'must be between 1 and 100'],
  ['(last: 0)', 'last', 'must be between 1 and 100'],
  ['(last: 101)', 'last', 'must be between 1 and 100'],
  ['(first: 5, last: 2)', 'last', 'must not be combined with first'],
  ['(after: "x")', 'after', 'must be a cursor of this list'],
  ['(after: "")', 'after', 'must be a cursor of this list'],
  ['(before: "MDAw")', 'before', 'must be a cursor of this list'],
])('courses%s is refused by name', async (args, path, message) => {
  const result = await service.graphql(`{ courses${args} { edges { cursor } } }`, key)
  expect(result).toEqual({
    data: null,
    errors: [
      {
        message: `${path}: ${message}`,
        locations: [{ line: 1, column: 3 }],
        path: ['courses'],
        extensions: { code: 'invalid_request', details: { fields: [{ path, message }] } },
      },
    ],
  })
})
