import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  service.rest(method, path, key, body, headers)
const block = (text: string) => ({ key: text, type: 'text', content: { text } })

/** Two modules with two lessons of two blocks each, by key: m0, m0l1, m0l1b0 … */
async function sample() {
  const modules = [0, 1].map((m) => ({
    key: `m${m}`,
    name: `M${m}`,
    lessons: [0, 1].map((l) => ({
      key: `m${m}l${l}`,
      name: `L${m}${l}`,
      blocks: [0, 1].map((b) => block(`m${m}l${l}b${b}`)),
    })),
  }))
  const made = await call('POST', '/courses', { name: 'Course', difficulty: 'advanced', published: true, modules })
  const id: string = made.body.data.id
  return { id, tree: await tree(id) }
}

type Node = {
  id: string
  key: string | null
  name: string
  order: number
  version: number
  metadata: object
  content?: unknown
}
type Lesson = Node & { blocks: [Node, Node] }
type Module = Node & { lessons: [Lesson, Lesson] }
type Tree = { id: string; treeVersion: number; modules: [Module, Module] }
type AnyNode = Node & Partial<Pick<Lesson, 'blocks'> & Pick<Module, 'lessons'>>
type Siblings = { parent: string; parentName: string; parentId: string; nodes: [AnyNode, AnyNode] }

const tree = async (id: string): Promise<Tree> => (await call('GET', `/courses/${id}/tree`)).body.data

/** The three levels: where the siblings of the first course stand, and their routes. */
const levels = [
  [
    'modules',
    (t: Tree): Siblings => ({ parent: `/courses/${t.id}`, parentName: 'courseId', parentId: t.id, nodes: t.modules }),
  ],
  [
    'lessons',
    (t: Tree): Siblings => ({
      parent: `/modules/${t.modules[0].id}`,
      parentName: 'moduleId',
      parentId: t.modules[0].id,
      nodes: t.modules[0].lessons,
    }),
  ],
  [
    'blocks',
    (t: Tree): Siblings => ({
      parent: `/lessons/${t.modules[0].lessons[0].id}`,
      parentName: 'lessonId',
      parentId: t.modules[0].lessons[0].id,
      nodes: t.modules[0].lessons[0].blocks,
    }),
  ],
] as const

describe.each(levels)('%s', (names, at) => {
  test('a move to a position below 0 is refused', async () => {
    const { tree: before } = await sample()
    const { parentName, parentId, nodes } = at(before)
    const answer = await call('POST', `/${names}/${nodes[0].id}/move`, { [parentName]: parentId, order: -1 })
    expect(answer.status).toBe(400)
    expect(answer.body.error.details).toEqual({ fields: [{ path: 'order', message: 'must be 0 or more' }] })
  })

  test('are put in a given order; the same order again writes nothing', async () => {
    const { id, tree: before } = await sample()
    const { parent, nodes } = at(before)
    const ids = nodes.map(({ id }) => id).reverse()
    const answer = await call('PUT', `${parent}/${names}/order`, { ids })
    expect(answer.status).toBe(200)
    expect(answer.body.data.map((node: AnyNode) => [node.id, node.order])).toEqual([
      [ids[0], 0],
      [ids[1], 1],
    ])
    const after = await tree(id)
    expect(after.treeVersion).toBe(before.treeVersion + 1)
    const stampsOf = (list: AnyNode[]) => list.map(({ id, version, metadata }) => ({ id, version, metadata }))
    expect(stampsOf(at(after).nodes)).toEqual(stampsOf(nodes).reverse())
    await call('PUT', `${parent}/${names}/order`, { ids })
    expect((await tree(id)).treeVersion).toBe(after.treeVersion)
  })

  test('are refused an order that misses one, doubles one or names a foreign one', async () => {
    const { tree: before } = await sample()
    const { parent, nodes } = at(before)
    const foreign = '019aa000-0000-7000-8000-000000000009'
    const answer = await call('PUT', `${parent}/${names}/order`, { ids: [nodes[0].id, nodes[0].id, foreign] })
    expect(answer.status).toBe(400)
    expect(answer.body.error.details).toMatchObject({
      missing: [nodes[1].id],
      foreign: [foreign],
      double: [nodes[0].id],
    })
  })

  test('are refused an order at another tree version', async () => {
    const { tree: before } = await sample()
    const { parent, nodes } = at(before)
    const ids = nodes.map(({ id }) => id)
    const answer = await call('PUT', `${parent}/${names}/order`, { ids }, { 'If-Match': '"v99"' })
    expect(answer.status).toBe(412)
    expect(answer.body.error.details).toEqual({ currentVersion: before.treeVersion })
  })

  test('move to a parent of another course with all below them, and both trees know', async () => {
    const { id, tree: before } = await sample()
    const target = await call('POST', '/courses', {
      name: 'Target',
      modules: [{ name: 'M', lessons: [{ name: 'L' }] }],
    })
    const other = await tree(target.body.data.id)
    const { nodes } = at(before)
    const there = at(other)
    const moved = await call('POST', `/${names}/${nodes[0].id}/move`, { [there.parentName]: there.parentId, order: 0 })
    expect(moved.status).toBe(200)
    expect(moved.body.data).toMatchObject({ id: nodes[0].id, order: 0, [there.parentName]: there.parentId })
    const after = at(await tree(other.id)).nodes
    expect(after[0].id).toBe(nodes[0].id)
    expect(after[0].lessons ?? after[0].blocks ?? []).toEqual(nodes[0].lessons ?? nodes[0].blocks ?? [])
    expect((await tree(id)).treeVersion).toBe(before.treeVersion + 1)
    expect((await tree(other.id)).treeVersion).toBe(other.treeVersion + 1)
  })

  test('are duplicated with all below them to the place after them, without client keys', async () => {
    const { id, tree: before } = await sample()
    const { nodes } = at(before)
    const copy = await call('POST', `/${names}/${nodes[0].id}/duplicate`)
    expect(copy.status).toBe(201)
    expect(copy.headers.get('location')).toBe(`/api/v1/${names}/${copy.body.data.id}`)
    const after = at(await tree(id)).nodes
    expect(after.map(({ id }) => id)).toEqual([nodes[0].id, copy.body.data.id, nodes[1].id])
    expect(after.map(({ order }) => order)).toEqual([0, 1, 2])
    expect(after[1].key).toBeNull()
    if (names !== 'blocks') expect(after[1].name).toBe(`${nodes[0].name} (copy)`)
    const below = ({ lessons, blocks }: AnyNode) =>
      lessons?.map(({ name }) => name) ?? blocks?.map(({ content }) => content)
    expect(below(after[1])).toEqual(below(nodes[0]))
  })
})

test('a move into a course that has the key is a conflict, and nothing moves', async () => {
  const { id, tree: before } = await sample()
  const target = await call('POST', '/courses', { name: 'T', modules: [{ key: 'm0l0b1', name: 'M' }] })
  const answer = await call('POST', `/modules/${before.modules[0].id}/move`, { courseId: target.body.data.id })
  expect(answer.status).toBe(409)
  expect(answer.body.error).toMatchObject({ code: 'conflict', details: { keys: ['m0l0b1'] } })
  expect(await tree(id)).toEqual(before)
})

test('a course is duplicated as a draft, with keys and all', async () => {
  const { tree: before } = await sample()
  const copy = await call('POST', `/courses/${before.id}/duplicate`)
  expect(copy.body.data).toMatchObject({ name: 'Course (copy)', difficulty: 'advanced', status: 'draft' })
  const strip = ({ key, name, content, lessons, blocks }: AnyNode): unknown => ({
    key,
    name,
    content,
    below: (lessons ?? blocks ?? []).map(strip),
  })
  expect((await tree(copy.body.data.id)).modules.map(strip)).toEqual(before.modules.map(strip))
})
