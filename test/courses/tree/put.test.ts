import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blockTypeNames } from '../../../src/courses/block/types.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

type Block = { key?: string; id?: string; type: 'text'; content: { text: string } }
type Lesson = { key?: string; id?: string; name: string; blocks: Block[] }
type Module = { key?: string; id?: string; name: string; lessons: Lesson[] }

const put = (id: string, body: object, headers: Record<string, string> = {}) =>
  service.rest('PUT', `/courses/${id}/tree`, key, body, headers)
const read = async (id: string) => (await service.rest('GET', `/courses/${id}/tree?depth=full`, key)).body.data

async function course(modules: Module[] = []): Promise<string> {
  const made = await service.rest('POST', '/courses', key, { name: 'Course', modules })
  expect(made.status).toBe(201)
  return made.body.data.id
}

/** A tree as it was sent: names, keys and content, without what the service adds. */
const shape = (tree: { modules: Module[] }) =>
  tree.modules.map(({ key, name, lessons }) => ({
    key: key ?? null,
    name,
    lessons: lessons.map(({ key, name, blocks }) => ({
      key: key ?? null,
      name,
      blocks: blocks.map(({ key, type, content }) => ({ key: key ?? null, type, content })),
    })),
  }))

const block = (name: string): Block => ({ key: name, type: 'text', content: { text: name } })
const lesson = (name: string, ...blocks: Block[]): Lesson => ({ key: name, name, blocks })
const module = (name: string, ...lessons: Lesson[]): Module => ({ key: name, name, lessons })

test('a whole course is created in one call', async () => {
  const modules = [module('m1', lesson('l1', block('b1'), block('b2'))), module('m2', lesson('l2'))]
  const id = await course(modules)
  const tree = await read(id)
  expect(shape(tree)).toEqual(shape({ modules }))
  expect(tree.modules.map((one: { order: number }) => one.order)).toEqual([0, 1])
})

test('the same tree again changes nothing and writes no row', async () => {
  const modules = [module('m1', lesson('l1', block('b1')))]
  const id = await course(modules)
  const before = await read(id)
  const again = await put(id, { modules })
  expect(again.body.data.counts).toEqual({ created: 0, updated: 0, moved: 0, deleted: 0, unchanged: 3 })
  expect(await read(id)).toEqual(before)
})

test('the course in the response has its numbers of lessons and blocks after the change', async () => {
  const id = await course([
    module('m1', lesson('l1', block('b1'), block('b2'))),
    module('m2', lesson('l2', block('b3'))),
  ])
  const counts = async (body: object) => {
    const { status, body: answer } = await put(id, body)
    expect(status).toBe(200)
    const { lessonCount, blockCount } = answer.data.course
    const stored = (await service.rest('GET', `/courses/${id}`, key)).body.data
    expect([stored.lessonCount, stored.blockCount]).toEqual([lessonCount, blockCount])
    return [lessonCount, blockCount]
  }
  expect(await counts({ modules: [module('m1', lesson('l3', block('b4')))] })).toEqual([3, 4])
  expect(await counts({ name: 'New name', modules: [module('m3', lesson('l4'))] })).toEqual([4, 4])
  expect(await counts({ prune: true, modules: [module('m1', lesson('l1', block('b2')))] })).toEqual([1, 1])
  expect(await counts({ prune: true, modules: [] })).toEqual([0, 0])
})

test('a node that moves keeps its id, also by key, and one that the list leaves out stays in its place', async () => {
  const id = await course([module('m1', lesson('l1', block('b1')), lesson('l2')), module('m2')])
  const before = await read(id)
  const l1 = before.modules[0].lessons[0].id
  const answer = await put(id, { modules: [module('m2', lesson('l1', block('b1')))] })
  expect(answer.status).toBe(200)
  const after = await read(id)
  expect(after.modules.map((one: Module) => one.key)).toEqual(['m1', 'm2'])
  expect(after.modules[1].lessons[0].id).toBe(l1)
  expect(after.modules[0].lessons.map((one: Lesson) => one.key)).toEqual(['l2'])
  expect(answer.body.data.counts).toEqual({ created: 0, updated: 0, moved: 1, deleted: 0, unchanged: 4 })
  expect(answer.body.data.changes).toEqual([
    {
      kind: 'lesson',
      id: l1,
      key: 'l1',
      name: 'l1',
      path: 'modules.1.lessons.0',
      change: 'moved',
      fields: [],
      position: true,
    },
  ])
})

test('with prune, nodes that no list names are deleted, except those that moved', async () => {
  const id = await course([module('m1', lesson('l1', block('b1'), block('b2'))), module('m2')])
  const answer = await put(id, { prune: true, modules: [module('m2', lesson('l9', block('b1')))] })
  const changes = Object.fromEntries(
    answer.body.data.changes.map((one: { key: string; change: string }) => [one.key, one.change]),
  )
  expect(changes).toEqual({ l9: 'created', b1: 'moved', m1: 'deleted', l1: 'deleted', b2: 'deleted' })
  expect(shape(await read(id))).toEqual(shape({ modules: [module('m2', lesson('l9', block('b1')))] }))
})

test('include lists the unchanged nodes too', async () => {
  const id = await course([module('m1', lesson('l1'))])
  const answer = await put(id, { modules: [module('m1', lesson('l1', block('b1')))], include: ['unchanged'] })
  const changes = answer.body.data.changes as { key: string; path: string; change: string }[]
  expect(changes.map(({ key, path, change }) => [key, path, change])).toEqual([
    ['m1', 'modules.0', 'unchanged'],
    ['l1', 'modules.0.lessons.0', 'unchanged'],
    ['b1', 'modules.0.lessons.0.blocks.0', 'created'],
  ])
})

test('include takes each value once, as the document says', async () => {
  const { status, body } = await put(await course([]), { include: ['unchanged', 'unchanged'] })
  expect([status, body.error.details.fields[0].path]).toEqual([400, 'include'])
})

test('a tree that was read is put back as it is, and nothing changes', async () => {
  const id = await course([module('m1', lesson('l1', block('b1'), block('b2'))), module('m2', lesson('l2'))])
  const before = await read(id)
  const answer = await put(id, before)
  expect(answer.status).toBe(200)
  expect(answer.body.data.counts).toEqual({ created: 0, updated: 0, moved: 0, deleted: 0, unchanged: 6 })
  expect(await read(id)).toEqual(before)
})

test('metadata in a tree is ignored on every level, because a tree that was read has it', async () => {
  const id = await course([module('m1', lesson('l1', block('b1')))])
  const before = await read(id)
  const metadata = { sku: 'B-1', createdAt: 'today' }
  const [m1] = before.modules
  const [l1] = m1.lessons
  const blocks = [{ ...l1.blocks[0], metadata }]
  const sent = { ...before, metadata, modules: [{ ...m1, metadata, lessons: [{ ...l1, metadata, blocks }] }] }
  const answer = await put(id, sent)
  expect([answer.status, answer.body.data.counts]).toEqual([
    200,
    { created: 0, updated: 0, moved: 0, deleted: 0, unchanged: 3 },
  ])
  expect(await read(id)).toEqual(before)
})

test('an insertion before other nodes changes neither their versions nor their times', async () => {
  const id = await course([module('m1', lesson('l1', block('b1'), block('b2')))])
  const before = await read(id)
  const answer = await put(id, { modules: [module('m1', lesson('l1', block('b0'), block('b1'), block('b2')))] })
  expect(answer.body.data.counts).toEqual({ created: 1, updated: 0, moved: 0, deleted: 0, unchanged: 4 })
  const [, ...kept] = (await read(id)).modules[0].lessons[0].blocks
  expect(kept.map(({ order: _order, ...one }: { order: number }) => one)).toEqual(
    before.modules[0].lessons[0].blocks.map(({ order: _order, ...one }: { order: number }) => one),
  )
  expect(kept.map(({ order }: { order: number }) => order)).toEqual([1, 2])
})

// biome-ignore lint/suspicious/noExplicitAny: a node of any level, as REST returns it.
type ReadNode = any

/** The fields with the parent, and the version with the time and the author, of each node of a tree, by its id. */
function statesOf(tree: ReadNode): Map<string, { content: string; stamp: string }> {
  const states = new Map<string, { content: string; stamp: string }>()
  function note(node: ReadNode, parentId: string): void {
    const { order, version, metadata, updatedBy, lessons, blocks, ...fields } = node
    const stamp = JSON.stringify({ version, metadata, updatedBy })
    states.set(node.id, { content: JSON.stringify({ parentId, ...fields }), stamp })
    for (const child of lessons ?? blocks ?? []) note(child, node.id)
  }
  for (const node of tree.modules) note(node, tree.id)
  return states
}

/** Checks that each node with the same fields and parent has the same version, time and author in both trees. */
function mustKeepVersions(before: ReturnType<typeof statesOf>, after: ReturnType<typeof statesOf>): void {
  for (const [id, { content, stamp }] of after) {
    const old = before.get(id)
    if (old?.content === content) expect(stamp).toBe(old.stamp)
  }
}

test('a node that only moves among its siblings keeps its version and its time', async () => {
  const blocks = ['b1', 'b2', 'b3', 'b4'].map(block)
  const id = await course([module('m1', lesson('l1', ...blocks), lesson('l2')), module('m2')])
  const before = await read(id)
  const modules = [module('m2'), module('m1', lesson('l2'), lesson('l1', ...blocks.toReversed()))]
  const answer = await put(id, { modules })
  expect(answer.body.data.counts).toMatchObject({ updated: 0, moved: 5 })
  const after = await read(id)
  expect(shape(after)).toEqual(shape({ modules }))
  mustKeepVersions(statesOf(before), statesOf(after))
  expect(after.treeVersion).toBe(before.treeVersion + 1)
})

test('a node that moves to a place with the same number keeps its version too', async () => {
  const id = await course([module('m1', lesson('l1', block('b1'), block('b2'), block('b3')))])
  const before = await read(id)
  const modules = [module('m1', lesson('l1', block('b3'), block('b2')))]
  const answer = await put(id, { modules, prune: true })
  expect(answer.body.data.counts).toMatchObject({ moved: 1, deleted: 1 })
  const after = await read(id)
  expect(shape(after)).toEqual(shape({ modules }))
  mustKeepVersions(statesOf(before), statesOf(after))
})

test('nodes without keys are found again by name, and blocks by type and content', async () => {
  const modules = [{ name: 'M', lessons: [{ name: 'L', blocks: [{ type: 'text', content: { text: 'T' } }] }] }]
  const id = await course()
  const first = await put(id, { modules })
  expect(first.body.data.counts).toMatchObject({ created: 3, unchanged: 0 })
  const again = await put(id, { modules, prune: true })
  expect(again.body.data.counts).toEqual({ created: 0, updated: 0, moved: 0, deleted: 0, unchanged: 3 })
})

test('a repeat changes nothing, even if other nodes have the same name', async () => {
  const task = (text: string) => ({ name: 'Task', blocks: [{ type: 'text', content: { text } }] })
  const { body } = await service.rest('POST', '/courses', key, {
    name: 'Tasks',
    modules: [
      { name: 'Loops', lessons: [task('One'), task('Two'), { name: 'Summary' }, task('Three')] },
      { name: 'Loops', lessons: [task('One')] },
      { name: 'Types' },
    ],
  })
  const { id } = body.data
  const put = async (modules: object[]) =>
    (await service.rest('PUT', `/courses/${id}/tree`, key, { modules })).body.data.counts
  const lessons = [{ name: 'Summary' }, { name: 'Task', description: 'Optional.' }, { ...task('New') }]
  for (const modules of [
    [{ name: 'Loops', lessons }],
    [{ name: 'Types' }, { name: 'Loops', description: 'Again and again.' }],
    [{ name: 'Types' }, { name: 'Loops', lessons: [{ name: 'Summary' }, task('One'), task('Four')] }],
  ]) {
    const { unchanged, ...first } = await put(modules)
    expect(Object.values<number>(first).some((count) => count > 0)).toBe(true)
    expect(await put(modules)).toMatchObject({ created: 0, updated: 0, moved: 0, deleted: 0 })
  }
})

test('a stale tree version is refused and nothing is written', async () => {
  const id = await course([module('m1')])
  const first = await service.rest('GET', `/courses/${id}/tree`, key)
  const tag = first.headers.get('etag')!
  const moved = await put(id, { modules: [module('m1', lesson('l1'))] }, { 'If-Match': tag })
  expect(moved.status).toBe(200)
  const stale = await put(id, { modules: [] }, { 'If-Match': tag })
  expect(stale.status).toBe(412)
  expect(stale.body.error).toMatchObject({
    code: 'precondition_failed',
    details: { currentVersion: moved.body.data.course.treeVersion },
  })
})

test.each([
  [
    'an id that is no module of this course',
    { modules: [{ id: '019aa000-0000-7000-8000-000000000009', name: 'x' }] },
    'modules.0.id',
  ],
  ['a key that is used twice', { modules: [module('a'), module('a')] }, 'modules.1.key'],
  ['a key that a lesson has', { modules: [{ key: 'l1', name: 'x' }] }, 'modules.0.key'],
  [
    'a content that contradicts its type',
    // TypeScript knows that a text block needs a text, and this request has none.
    { modules: [module('m1', lesson('l1', { ...block('b'), content: {} as never }))] },
    'modules.0.lessons.0.blocks.0.content.text',
  ],
  ['a name that is empty', { modules: [{ name: ' ' }] }, 'modules.0.name'],
])('%s is refused with its path', async (_what, body, path) => {
  const id = await course([module('m1', lesson('l1'))])
  const answer = await put(id, body)
  expect(answer.status).toBe(400)
  expect(answer.body.error.details.fields.map((field: { path: string }) => field.path)).toContain(path)
})

test.each(['heading', '', 5])(
  'the type %j of a block in a tree is refused with the types that there are',
  async (type) => {
    const id = await course([module('m1', lesson('l1'))])
    const { body } = await put(id, {
      // TypeScript knows the types of blocks, and this is none of them.
      modules: [module('m1', lesson('l1', { ...block('b'), type: type as never }))],
    })
    const message = `must be one of ${blockTypeNames.join(', ')}`
    expect(body.error.details.fields).toEqual([{ path: 'modules.0.lessons.0.blocks.0.type', message }])
  },
)

const names = fc
  .subarray(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'], { minLength: 0 })
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))
/** Any tree over a dozen keys, each used once: three shuffled lists, dealt to parents at random. */
const trees: fc.Arbitrary<Module[]> = fc
  .record({
    names,
    deal: fc.array(fc.nat(5), { minLength: 24, maxLength: 24 }),
    words: fc.array(fc.nat(2), { minLength: 24, maxLength: 24 }),
  })
  .map(({ names, deal, words }) => {
    const word = (name: string, at: number) => `${name}${words[at]}`
    const modules: Module[] = names
      .slice(0, 3)
      .map((name, at) => ({ key: `m${name}`, name: word(name, at), lessons: [] }))
    const lessons: Lesson[] = modules.length
      ? names.slice(0, 5).map((name, at) => ({ key: `l${name}`, name: word(name, at + 3), blocks: [] }))
      : []
    for (const [at, one] of lessons.entries()) modules[deal[at]! % modules.length]!.lessons.push(one)
    for (const [at, name] of lessons.length ? names.entries() : []) {
      const text = word(name, at + 8)
      lessons[deal[at + 5]! % lessons.length]!.blocks.push({ key: `b${name}`, type: 'text', content: { text } })
    }
    return modules
  })

test('between any two trees, a dry run predicts the call exactly, and the call produces the tree', async () => {
  await fc.assert(
    fc.asyncProperty(trees, trees, fc.boolean(), async (from, to, prune) => {
      const id = await course(from)
      const before = await read(id)
      const foretold = await put(id, { modules: to, prune, dryRun: true })
      expect(await read(id)).toEqual(before)
      const done = await put(id, { modules: to, prune })
      expect(done.status).toBe(200)
      const withoutNewIds = done.body.data.changes.map((one: { change: string }) =>
        one.change === 'created' ? { ...one, id: null } : one,
      )
      expect(withoutNewIds).toEqual(foretold.body.data.changes)
      expect(done.body.data.counts).toEqual(foretold.body.data.counts)
      const after = await read(id)
      if (prune) expect(shape(after)).toEqual(shape({ modules: to }))
      mustKeepVersions(statesOf(before), statesOf(after))
      const again = await put(id, { modules: to, prune })
      expect(again.body.data.counts).toMatchObject({ created: 0, updated: 0, moved: 0, deleted: 0 })
    }),
    { numRuns: 25 },
  )
})

test('a course id in capital letters plans the same changes', async () => {
  const id = await course([module('m1'), module('m2')])
  const answer = await put(id.toUpperCase(), { modules: [module('m2')], prune: true })
  expect(answer.body.data.counts).toEqual({ created: 0, updated: 0, moved: 0, deleted: 1, unchanged: 1 })
})

test('a deleted node is reported at its old place', async () => {
  const id = await course([module('m1', lesson('l1'))])
  const answer = await put(id, { modules: [module('new'), module('m1')], prune: true })
  const changes = answer.body.data.changes as { key: string; path: string }[]
  expect(changes.map(({ key, path }) => [key, path])).toEqual([
    ['new', 'modules.0'],
    ['l1', 'modules.0.lessons.0'],
  ])
})

test('null clears the key of a node that the request names by its id or by its name', async () => {
  const id = await course([module('m1', lesson('l1', block('b1'))), module('m2')])
  const [{ id: m1, lessons }] = (await read(id)).modules
  const [{ id: b1, type, content }] = lessons[0].blocks
  const cleared = { name: 'l1', key: null, blocks: [{ id: b1, key: null, type, content }] }
  const modules = [{ id: m1, name: 'm1', key: null, lessons: [cleared] }, { name: 'm2' }]
  const before = await read(id)
  expect((await put(id, { modules })).body.data.counts).toMatchObject({ updated: 3, created: 0, unchanged: 1 })
  const after = await read(id)
  const keysOf = ([first, second]: Module[]) => [
    first!.key,
    first!.lessons[0]!.key,
    first!.lessons[0]!.blocks[0]!.key,
    second!.key,
  ]
  expect([keysOf(before.modules), keysOf(after.modules)]).toEqual([
    ['m1', 'l1', 'b1', 'm2'],
    [null, null, null, 'm2'],
  ])
  expect((await put(id, { modules })).body.data.counts).toMatchObject({ updated: 0, created: 0 })
})

test('a dry run tells of a key or slug that another course has, like the call itself', async () => {
  await service.rest('POST', '/courses', key, { name: 'Other', key: 'taken', slug: 'taken' })
  const id = await course()
  for (const body of [{ key: 'taken' }, { slug: 'taken' }, { key: 'taken', slug: 'taken' }]) {
    const [foretold, refused] = [await put(id, { ...body, dryRun: true }), await put(id, body)]
    expect([foretold.status, foretold.body]).toEqual([409, refused.body])
  }
  expect((await put(id, { key: 'free', slug: 'free' })).status).toBe(200)
  expect((await put(id, { key: 'free', slug: 'free', dryRun: true })).status).toBe(200)
})

test('null for a list field of the course is an empty list, and a repeat changes nothing', async () => {
  const id = await course()
  const { treeVersion } = await read(id)
  expect((await put(id, { objectives: null })).status).toBe(200)
  expect((await read(id)).treeVersion).toBe(treeVersion)
})

test('a key that a node keeps is refused for another node', async () => {
  const id = await course([{ name: 'A', lessons: [lesson('k')] }, module('m2')])
  const [{ id: a }] = (await read(id)).modules
  const answer = await put(id, { modules: [{ id: a, name: 'A', key: 'k', lessons: [{ name: 'k' }] }] })
  expect(answer.status).toBe(400)
  expect(answer.body.error.details.fields[0].message).toContain('unique in its course')
})
