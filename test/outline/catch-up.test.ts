import { afterAll, beforeAll, expect, test } from 'vitest'
import { catchUpEverywhere } from '../../src/outline/search.ts'
import { makeOutline, type Outline } from '../course-fixture.ts'
import { type House, makeHouse } from '../house.ts'

let house: House
let workspaceId: string
let key: string
let outline: Outline
beforeAll(async () => {
  house = await makeHouse()
  workspaceId = await house.workspace()
  key = await house.key({ workspaceId })
  outline = await makeOutline(house, key)
})
afterAll(() => house.close())

const pending = () => house.db.prisma.searchPending.count({ where: { workspaceId } })
const entries = () => house.db.prisma.searchEntry.findMany({ where: { workspaceId }, select: { id: true } })
const found = async (word: string) =>
  (await house.rest('GET', `/search?query=${word}&per_page=100`, key)).body.meta.total
const write = (text: string) =>
  house.rest('POST', `/lessons/${outline.lesson.id}/blocks`, key, { type: 'text', content: { text } })

async function standing(): Promise<string[]> {
  const where = { where: { workspaceId }, select: { id: true } }
  const { course, module, lesson, block } = house.db.prisma
  const rows = await Promise.all([
    course.findMany(where),
    module.findMany(where),
    lesson.findMany(where),
    block.findMany(where),
  ])
  return rows
    .flat()
    .map(({ id }) => id)
    .sort()
}

test('every record has its entry and no other has, once the words were looked up beside the requests', async () => {
  const { body } = await write('gone')
  await house.rest('DELETE', `/blocks/${body.data.id}`, key)
  while ((await pending()) > 0) await catchUpEverywhere(house.db.sql)
  expect((await entries()).map(({ id }) => id).sort()).toEqual(await standing())
})

test('what is written while others search and look words up is found afterwards, in its last wording', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => write('heron')))
  await Promise.all([
    ...made.map(({ body }) => house.rest('PATCH', `/blocks/${body.data.id}`, key, { content: { text: 'stork' } })),
    ...Array.from({ length: 6 }, () => found('heron')),
    ...Array.from({ length: 6 }, () => catchUpEverywhere(house.db.sql)),
  ])
  expect([await found('heron'), await found('stork')]).toEqual([0, 12])
  expect(await pending()).toBe(0)
})
