// biome-ignore-all lint/suspicious/noExplicitAny: answers are looked into at many depths.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, makeHouse } from './house.ts'

let house: House
let key: string
const ids: Record<string, string> = {}
const text = (key: string, text: string) => ({ key, type: 'text', content: { text } })

beforeAll(async () => {
  house = await makeHouse()
  key = await house.key()
  const make = async (name: string, body: object) => {
    ids[name] = (await house.rest('POST', '/courses', key, { name, ...body })).body.data.id
  }
  await make('Botany', {
    description: 'How plants live.',
    published: true,
    modules: [
      {
        name: 'Light',
        lessons: [{ name: 'Leaves', blocks: [text('b1', 'Photosynthesis stores <b>light</b> as sugar.')] }],
      },
    ],
  })
  await make('Chemie', {
    language: 'de',
    modules: [{ name: 'Stoffe', lessons: [{ name: 'Zucker', blocks: [text('b2', 'Glukose ist ein Zucker & süß.')] }] }],
  })
  await make('Gardening', {
    modules: [{ name: 'Soil', lessons: [{ name: 'Running a garden', description: 'Botany for beginners' }] }],
  })
})
afterAll(() => house.close())

const names = async (search: string, more = '') => {
  const answer = await house.rest('GET', `/courses?search=${encodeURIComponent(search)}${more}`, key)
  return [answer.body.data.map((course: { name: string }) => course.name), answer.body.meta.total]
}

test('courses are found by names, descriptions and block text, the best first', async () => {
  expect(await names('botany')).toEqual([['Botany', 'Gardening'], 2])
  expect(await names('plant')).toEqual([['Botany'], 1])
  expect(await names('süß')).toEqual([['Chemie'], 1])
  expect(await names('runs garden')).toEqual([['Gardening'], 1])
  expect(await names('photosyn')).toEqual([['Botany'], 1])
  expect(await names('botany -garden')).toEqual([['Botany'], 1])
})

test('the filter and the page hold for a search too', async () => {
  expect(await names('botany', '&published=false')).toEqual([['Gardening'], 1])
  expect(await names('botany', '&per_page=1&page=2')).toEqual([['Gardening'], 2])
  const query =
    '{ courses(search: "botany", first: 1) { edges { cursor node { name } } pageInfo { hasNextPage endCursor } } }'
  const { data } = await house.graphql(query, key)
  expect(data.courses.edges.map((edge: any) => edge.node.name)).toEqual(['Botany'])
  const next = query.replace('first: 1', `first: 1, after: "${data.courses.pageInfo.endCursor}"`)
  expect((await house.graphql(next, key)).data.courses.edges[0].node.name).toBe('Gardening')
})

test.each(['the', '...', 'nothingofthekind', "'); DROP TABLE courses; --"])('%s finds nothing', async (search) => {
  expect(await names(search)).toEqual([[], 0])
})

test('content is found with an escaped excerpt and the path to it', async () => {
  const answer = await house.rest('GET', '/search?query=sugar', key)
  expect(answer.status).toBe(200)
  const [hit] = answer.body.data
  expect(answer.body.meta).toEqual({ page: 1, per_page: 20, total: 1, total_pages: 1 })
  expect(hit).toMatchObject({ kind: 'block', courseId: ids.Botany })
  expect(hit.excerpt).toContain('&lt;b&gt;')
  expect(hit.excerpt).toContain('<mark>sugar</mark>')
  expect(hit.path.map((step: any) => [step.kind, step.name])).toEqual([
    ['course', 'Botany'],
    ['module', 'Light'],
    ['lesson', 'Leaves'],
  ])
})

test('a search that is empty or too long is refused with its name', async () => {
  const courses = await house.rest('GET', '/courses?search=%20', key)
  expect(courses.body.error.details.fields[0].path).toBe('search')
  const content = await house.rest('GET', `/search?query=${'x'.repeat(201)}`, key)
  expect(content.body.error.details.fields[0].path).toBe('query')
})

test('what changed, moved or went is found as it is now, and nothing of another workspace', async () => {
  const made = await house.rest('POST', '/courses', key, {
    name: 'Ephemera',
    modules: [{ name: 'M', lessons: [{ name: 'L', blocks: [text('e', 'quixotic')] }] }],
  })
  const { id } = made.body.data
  const tree = (await house.rest('GET', `/courses/${id}/tree`, key)).body.data
  const block = tree.modules[0].lessons[0].blocks[0].id
  expect(await names('quixotic')).toEqual([['Ephemera'], 1])
  expect((await house.rest('GET', '/courses?search=quixotic', await house.key())).body.meta.total).toBe(0)
  await house.rest('PATCH', `/blocks/${block}`, key, { content: { text: 'zephyr' } })
  expect([await names('quixotic'), await names('zephyr')]).toEqual([
    [[], 0],
    [['Ephemera'], 1],
  ])
  const lesson = (await house.rest('GET', `/courses/${ids.Gardening}/tree`, key)).body.data.modules[0].lessons[0].id
  await house.rest('POST', `/blocks/${block}/move`, key, { lessonId: lesson })
  expect(await names('zephyr')).toEqual([['Gardening'], 1])
  await house.rest('DELETE', `/blocks/${block}`, key)
  expect(await names('zephyr')).toEqual([[], 0])
  await house.rest('DELETE', `/courses/${id}`, key)
  expect(await names('ephemera')).toEqual([[], 0])
  expect(await house.db.prisma.searchEntry.count({ where: { courseId: id } })).toBe(0)
})

test('a search without its words is refused with its name', async () => {
  const answer = await house.rest('GET', '/search?per_page=5', key)
  expect([answer.status, answer.body.error.details.fields]).toEqual([400, [{ path: 'query', message: 'is required' }]])
})
