import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCourseTree } from '../support/course-fixture.ts'
import { openPublishGate } from '../support/publish-gate.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  await openPublishGate(service)
})
afterAll(() => service.close())

const publish = async (courseId: string) =>
  (await service.rest('POST', `/courses/${courseId}/releases`, key, {})).body.data.release
const restore = (courseId: string, body: object) => service.rest('POST', `/courses/${courseId}/restore`, key, body)
const remove = (path: string) => service.rest('DELETE', path, key)
const treeOf = async (id: string) => (await service.rest('GET', `/courses/${id}/tree`, key)).body.data
const diff = async (id: string, query: string) =>
  (await service.rest('GET', `/courses/${id}/diff?${query}`, key)).body.data

type Node = { id: string; key: string | null; name: string }
type Block = { id: string; key: string | null; type: string; content: unknown }
type Lesson = Node & { blocks: Block[] }
type Tree = Node & { description: string | null; modules: (Node & { lessons: Lesson[] })[] }

/** The parts of a course that a release keeps. */
const contentOf = ({ name, description, modules }: Tree) => ({
  name,
  description,
  modules: modules.map((m) => ({
    id: m.id,
    key: m.key,
    name: m.name,
    lessons: m.lessons.map((l) => ({
      id: l.id,
      key: l.key,
      name: l.name,
      blocks: l.blocks.map((b) => ({ id: b.id, key: b.key, type: b.type, content: b.content })),
    })),
  })),
})

test('a restore brings the whole draft back with the same ids, and keeps the draft as a release first', async () => {
  const { course, module, lesson, block } = await createCourseTree(service, key)
  const first = await publish(course.id)
  const before = contentOf(await treeOf(course.id))
  await service.rest('PATCH', `/courses/${course.id}`, key, { name: 'Zoology', description: 'Animals' })
  await remove(`/modules/${module.id}`)
  const added = (await service.rest('POST', `/courses/${course.id}/modules`, key, { name: 'Paws' })).body.data
  const changed = contentOf(await treeOf(course.id))
  const planned = await restore(course.id, { release: 1, dryRun: true })
  expect(planned.body.data).toMatchObject({ frozen: null, counts: { created: 3, deleted: 1 } })
  expect(contentOf(await treeOf(course.id))).toEqual(changed)
  const { status, body } = await restore(course.id, { release: 1 })
  expect([status, body.data.frozen.number, body.data.frozen.published]).toEqual([200, 2, false])
  expect(body.data.changes.map(({ id, change }: { id: string; change: string }) => [id, change])).toEqual([
    [module.id, 'created'],
    [lesson.id, 'created'],
    [block.id, 'created'],
    [added.id, 'deleted'],
  ])
  expect(contentOf(await treeOf(course.id))).toEqual(before)
  expect(contentOf((await service.rest('GET', `/courses/${course.id}/releases/2`, key)).body.data)).toEqual(changed)
  const live = (await service.rest('GET', `/courses/${course.id}`, key)).body.data
  expect(live).toMatchObject({ liveReleaseNumber: 1, hasUnpublishedChanges: false })
  expect((await publish(course.id)).hash).toBe(first.hash)
})

test('a restore of what the draft is already changes nothing and makes no release', async () => {
  const { course } = await createCourseTree(service, key)
  await publish(course.id)
  const before = await treeOf(course.id)
  const { body } = await restore(course.id, { release: 1 })
  expect([body.data.frozen, body.data.changes]).toEqual([null, []])
  expect(await treeOf(course.id)).toEqual(before)
})

test('a restore that finds the draft equal to the live release again gives the course another ETag', async () => {
  const { course, module } = await createCourseTree(service, key)
  await publish(course.id)
  for (const name of ['Other', 'Leaves']) await service.rest('PATCH', `/modules/${module.id}`, key, { name })
  await service.rest('PATCH', `/modules/${module.id}`, key, { name: module.name })
  const read = async () => {
    const { body, headers } = await service.rest('GET', `/courses/${course.id}`, key)
    return { hasChanges: body.data.hasUnpublishedChanges, etag: headers.get('etag') }
  }
  const before = await read()
  expect((await restore(course.id, { release: 1 })).body.data.changes).toEqual([])
  const after = await read()
  expect([before.hasChanges, after.hasChanges]).toEqual([true, false])
  expect(after.etag).not.toBe(before.etag)
  await restore(course.id, { release: 1 })
  expect(await read()).toEqual(after)
})

test('a lesson that is gone comes back where it was, and the rest of the draft stays', async () => {
  const { course, module, lesson, block } = await createCourseTree(service, key)
  const next = (await service.rest('POST', `/modules/${module.id}/lessons`, key, { name: 'Water' })).body.data
  await publish(course.id)
  await remove(`/lessons/${lesson.id}`)
  await service.rest('PATCH', `/lessons/${next.id}`, key, { name: 'Rain' })
  expect((await restore(course.id, { release: 1, lessonId: lesson.id })).status).toBe(200)
  const [{ lessons }] = (await treeOf(course.id)).modules
  expect(lessons.map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual([
    [lesson.id, 'Light'],
    [next.id, 'Rain'],
  ])
  expect(lessons[0].blocks[0].id).toBe(block.id)
  await remove(`/modules/${module.id}`)
  expect((await restore(course.id, { release: 1, lessonId: lesson.id.toUpperCase() })).status).toBe(200)
  const { modules } = await treeOf(course.id)
  expect([modules.length, modules[0].id, modules[0].lessons.length]).toEqual([1, module.id, 1])
})

test('a lesson that was moved to another course is restored as a copy', async () => {
  const { course, lesson, block } = await createCourseTree(service, key)
  await publish(course.id)
  const other = await createCourseTree(service, key, 'Other')
  await service.rest('POST', `/lessons/${lesson.id}/move`, key, { moduleId: other.module.id })
  expect((await restore(course.id, { release: 1 })).status).toBe(200)
  const [copy] = (await treeOf(course.id)).modules[0].lessons
  expect([copy.name, copy.blocks.length]).toEqual(['Light', 1])
  expect([lesson.id, block.id]).not.toContain(copy.id)
  expect((await treeOf(other.course.id)).modules[0].lessons.map(({ id }: { id: string }) => id)).toContain(lesson.id)
})

test('a second restore of a course with copies changes nothing and stores no release', async () => {
  const blocks = ['One', 'Two'].map((text) => ({ type: 'text', content: { text } }))
  const lessons = [
    { name: 'Light', blocks },
    { name: 'Water', blocks },
  ]
  const made = await service.rest('POST', '/courses', key, { name: 'Copies', modules: [{ name: 'Leaves', lessons }] })
  const { id } = made.body.data
  await publish(id)
  const [light, water] = (await treeOf(id)).modules[0].lessons
  const other = await createCourseTree(service, key, 'Other')
  await service.rest('POST', `/lessons/${light.id}/move`, key, { moduleId: other.module.id })
  await service.rest('POST', `/blocks/${water.blocks[0].id}/move`, key, { lessonId: other.lesson.id })
  expect((await restore(id, { release: 1 })).body.data.counts).toMatchObject({ created: 4, deleted: 0 })
  const before = await treeOf(id)
  for (const lessonId of [null, water.id, light.id]) {
    const { changes, frozen } = (await restore(id, { release: 1, lessonId })).body.data
    expect([lessonId, changes, frozen]).toEqual([lessonId, [], null])
  }
  expect(await treeOf(id)).toEqual(before)
  await service.rest('PATCH', `/blocks/${before.modules[0].lessons[1].blocks[1].id}`, key, { content: { text: '2' } })
  expect((await restore(id, { release: 1 })).body.data).toMatchObject({ counts: { updated: 1, unchanged: 6 } })
})

test('keys that the draft gave to other records go back to those of the release', async () => {
  const made = await service.rest('POST', '/courses', key, {
    name: 'Keys',
    modules: [{ key: 'a', name: 'A', lessons: [{ key: 'l', name: 'L' }] }, { name: 'B' }],
  })
  const { id } = made.body.data
  await publish(id)
  const before = contentOf(await treeOf(id))
  const [a, b] = [before.modules[0]!, before.modules[1]!]
  await remove(`/modules/${a.id}`)
  await service.rest('PUT', `/courses/${id}/tree`, key, {
    modules: [
      { id: b.id, key: 'l' },
      { key: 'a', name: 'New A' },
    ].map((one) => ({ name: 'B', ...one })),
  })
  expect((await restore(id, { release: 1 })).body.error).toBeUndefined()
  expect(contentOf(await treeOf(id))).toEqual(before)
})

test('restoring an unknown release or lesson is refused', async () => {
  const { course } = await createCourseTree(service, key)
  expect((await restore(course.id, { release: 1 })).status).toBe(404)
  await publish(course.id)
  const wrong = await restore(course.id, { release: 1, lessonId: course.id })
  expect([wrong.status, wrong.body.error.details.fields[0].path]).toEqual([400, 'lessonId'])
  const stale = await service.rest('POST', `/courses/${course.id}/restore`, key, { release: 1 }, { 'If-Match': '"v1"' })
  expect(stale.status).toBe(412)
})

test('a diff names what was added, removed, moved and changed, with questions matched by id', async () => {
  const { course, module, lesson, block } = await createCourseTree(service, key)
  const content = (prompt: string, options: string[]) => ({
    questions: [
      {
        id: 'q1',
        type: 'single_choice',
        prompt,
        options: options.map((id) => ({ id, text: `Option ${id}` })),
        answer: 'a',
      },
    ],
  })
  const quiz = await service.rest('POST', `/lessons/${lesson.id}/blocks`, key, {
    type: 'quiz',
    content: { questions: [] },
  })
  const second = (await service.rest('POST', `/modules/${module.id}/lessons`, key, { name: 'Water' })).body.data
  const quizId = quiz.body.data.id
  const put = (question: string, options: string[]) =>
    service.rest('PATCH', `/blocks/${quizId}`, key, { content: content(question, options) })
  const sent = await put('What do plants eat?', ['a', 'b', 'c'])
  await publish(course.id)
  await put('What do plants drink?', ['b', 'a', 'd'])
  await service.rest('POST', `/blocks/${block.id}/move`, key, { lessonId: second.id })
  await service.rest('PUT', `/modules/${module.id}/lessons/order`, key, { ids: [second.id, lesson.id] })
  const added = (await service.rest('POST', `/courses/${course.id}/modules`, key, { name: 'Roots' })).body.data
  const found = await diff(course.id, 'from=1&to=draft')
  expect(found).toEqual(await diff(course.id, ''))
  expect([found.from, found.to, found.isComplete]).toEqual(['1', 'draft', true])
  const by = new Map(found.changes.map((one: { nodeId: string }) => [one.nodeId, one]))
  expect(by.get(added.id)).toMatchObject({ change: 'added', kind: 'module', path: 'modules.1', name: 'Roots' })
  expect(by.get(block.id)).toMatchObject({ change: 'moved', isMoved: true, path: 'modules.0.lessons.0.blocks.0' })
  expect(found.counts).toEqual({ added: 1, removed: 0, changed: sent.status === 200 ? 1 : 0, moved: 2 })
  const backwards = await diff(course.id, 'from=draft&to=1')
  expect(backwards.changes.at(-1)).toMatchObject({ change: 'removed', nodeId: added.id })
  const values = (by.get(quizId) as { values: { path: string; before: string; after: string }[] }).values
  expect(values.map(({ path, before, after }) => [path, before, after])).toEqual([
    ['/content/questions/0/prompt', 'What do plants eat?', 'What do plants drink?'],
    ['/content/questions/0/options/2', '{"id":"c","text":"Option c"}', null],
    ['/content/questions/0/options/2', null, '{"id":"d","text":"Option d"}'],
    ['/content/questions/0/options', '["a","b","c"]', '["b","a","d"]'],
  ])
})

test('a diff with an unknown side is refused', async () => {
  const { course } = await createCourseTree(service, key)
  expect((await service.rest('GET', `/courses/${course.id}/diff`, key)).status).toBe(404)
  expect((await service.rest('GET', `/courses/${course.id}/diff?from=7`, key)).status).toBe(404)
  expect((await service.rest('GET', `/courses/${course.id}/diff?from=first`, key)).status).toBe(400)
  expect((await diff(course.id, 'from=draft')).changes).toEqual([])
})

test('the answer of a restore tells whether the draft still differs from the live release', async () => {
  const { course, block } = await createCourseTree(service, key)
  for (const text of ['First', 'Second']) {
    await service.rest('PATCH', `/blocks/${block.id}`, key, { content: { text } })
    await service.rest('PUT', `/courses/${course.id}/tree`, key, { published: true })
  }
  for (const release of [1, 2]) {
    const restored = (await restore(course.id, { release })).body.data.course
    const { hasUnpublishedChanges, treeVersion } = (await service.rest('GET', `/courses/${course.id}`, key)).body.data
    expect(restored).toMatchObject({ hasUnpublishedChanges, treeVersion })
    expect(hasUnpublishedChanges).toBe(release === 1)
  }
})
