import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCourseTree, missingId } from '../../support/course-fixture.ts'
import { errorBody, invalidFieldBody } from '../../support/error-bodies.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

type Block = { id: string; lessonId: string; type: string; order: number; version: number; content: { text: string } }

const post = (path: string, body: object, headers?: Record<string, string>) =>
  service.rest('POST', path, key, body, headers)
const addBlock = async (lessonId: string, text: string, type = 'text'): Promise<Block> =>
  (await post(`/lessons/${lessonId}/blocks`, { type, content: type === 'text' ? { text } : { code: text } })).body.data
const listTexts = async (lessonId: string): Promise<string[]> =>
  (await service.rest('GET', `/lessons/${lessonId}/blocks`, key)).body.data.map(({ content }: Block) => content.text)

const halves = { text: 'Plants', newText: 'eat light.' }

test('a split keeps one content in the block, and puts the other in a new block of its type directly below', async () => {
  const { lesson, block } = await createCourseTree(service, key)
  await addBlock(lesson.id, 'Roots drink.')
  const { status, body } = await post(`/blocks/${block.id}/split`, halves)
  expect([status, body.data.block.id, body.data.block.version]).toEqual([201, block.id, 2])
  expect(body.data.newBlock).toMatchObject({ type: 'text', order: 1, version: 1, lessonId: lesson.id })
  expect(await listTexts(lesson.id)).toEqual(['Plants', 'eat light.', 'Roots drink.'])
})

test('a join puts one content in the first block, and the other block into the trash, from which it returns', async () => {
  const { lesson, block } = await createCourseTree(service, key)
  const next = await addBlock(lesson.id, 'Roots drink.')
  const text = 'Plants eat light.\n\nRoots drink.'
  const { status, body } = await post(`/blocks/${block.id}/join`, { nextId: next.id, nextVersion: 1, text })
  expect([status, body.data.block.id, body.data.block.version]).toEqual([200, block.id, 2])
  expect(await listTexts(lesson.id)).toEqual([text])
  expect((await post(`/trash/${body.data.trashId}/restore`, {})).status).toBe(200)
  expect(await listTexts(lesson.id)).toEqual([text, 'Roots drink.'])
})

test('a split keeps the settings of the block, but its title in the first half only', async () => {
  const { block } = await createCourseTree(service, key)
  const settings = { format: 'plain', note: 'mine' }
  await service.rest('PATCH', `/blocks/${block.id}`, key, { content: { title: 'Light', text: 'Plants', ...settings } })
  const { data } = (await post(`/blocks/${block.id}/split`, halves)).body
  expect([data.block.content, data.newBlock.content]).toEqual([
    { title: 'Light', text: 'Plants', ...settings },
    { text: 'eat light.', ...settings },
  ])
})

test('each half of a split is checked, and a wrong one changes nothing', async () => {
  const { lesson, block } = await createCourseTree(service, key)
  const split = (more: object) => post(`/blocks/${block.id}/split`, { ...halves, ...more })
  const large = 'x'.repeat(256 * 1024)
  for (const name of ['text', 'newText']) {
    expect((await split({ [name]: [] })).body).toEqual(invalidFieldBody(name, 'must be a string'))
    expect((await split({ [name]: undefined })).body).toEqual(invalidFieldBody(name, 'is required'))
    expect((await split({ [name]: large })).body).toEqual(invalidFieldBody(name, 'must have at most 256 KB as JSON'))
  }
  expect(await listTexts(lesson.id)).toEqual(['Plants eat light.'])
})

test('only text blocks of one lesson are split and joined', async () => {
  const { module, lesson, block } = await createCourseTree(service, key)
  const code = await addBlock(lesson.id, '1', 'code')
  const other = (await post(`/modules/${module.id}/lessons`, { name: 'Water' })).body.data
  const elsewhere = await addBlock(other.id, 'Roots drink.')
  for (const { id } of [code, elsewhere, block]) {
    const { status, body } = await post(`/blocks/${block.id}/join`, { nextId: id, text: 'Both.' })
    expect([status, body]).toEqual([400, invalidFieldBody('nextId', 'must be another text block of the same lesson')])
  }
  const notText = invalidFieldBody('blockId', 'must be a block of the type text')
  expect((await post(`/blocks/${code.id}/split`, halves)).body).toEqual(notText)
  expect((await post(`/blocks/${code.id}/join`, { nextId: block.id, text: 'Both.' })).body).toEqual(notText)
})

test('unknown blocks and those of another workspace are not found', async () => {
  const { lesson, block } = await createCourseTree(service, key)
  const next = await addBlock(lesson.id, 'Roots drink.')
  const stranger = await createCourseTree(service, await service.key())
  const text = 'Both.'
  for (const id of [missingId, stranger.block.id, 'x']) {
    expect((await post(`/blocks/${id}/split`, halves)).status).toBe(404)
    expect((await post(`/blocks/${id}/join`, { nextId: next.id, text })).status).toBe(404)
    expect((await post(`/blocks/${block.id}/join`, { nextId: id, text })).status).toBe(404)
  }
  expect(await listTexts(lesson.id)).toEqual(['Plants eat light.', 'Roots drink.'])
})

test('a split and a join need courses:write', async () => {
  const { lesson, block } = await createCourseTree(service, key)
  const next = await addBlock(lesson.id, 'Roots drink.')
  const reader = await service.key({ scopes: ['courses:read', 'courses:delete'] })
  const join = { nextId: next.id, text: 'Both.' }
  for (const [holder, status] of [
    [undefined, 401],
    [reader, 403],
  ] as const) {
    expect((await service.rest('POST', `/blocks/${block.id}/split`, holder, halves)).status).toBe(status)
    expect((await service.rest('POST', `/blocks/${block.id}/join`, holder, join)).status).toBe(status)
  }
})

test('another version of either block refuses the whole request', async () => {
  const { lesson, block } = await createCourseTree(service, key)
  const next = await addBlock(lesson.id, 'Roots drink.')
  await service.rest('PATCH', `/blocks/${next.id}`, key, { content: { text: 'Roots drink water.' } })
  const refusal = (version: number) =>
    errorBody('precondition_failed', `Block has changed; it is at version ${version}. Read it again.`, {
      currentVersion: version,
    })
  const text = 'Both.'
  const split = await post(`/blocks/${block.id}/split`, halves, { 'If-Match': '"5"' })
  expect([split.status, split.body]).toEqual([412, refusal(1)])
  const join = await post(`/blocks/${block.id}/join`, { nextId: next.id, nextVersion: 1, text })
  expect([join.status, join.body]).toEqual([412, refusal(2)])
  expect(await listTexts(lesson.id)).toEqual(['Plants eat light.', 'Roots drink water.'])
})

test('of two joins of the same blocks at once, one succeeds', async () => {
  const { lesson, block } = await createCourseTree(service, key)
  const next = await addBlock(lesson.id, 'Roots drink.')
  const join = () => post(`/blocks/${block.id}/join`, { nextId: next.id, text: 'Both.' })
  const statuses = (await Promise.all([join(), join()])).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 404])
  expect(await listTexts(lesson.id)).toEqual(['Both.'])
})

test('a repeated split with its Idempotency-Key makes one block', async () => {
  const { lesson, block } = await createCourseTree(service, key)
  const split = () => post(`/blocks/${block.id}/split`, halves, { 'Idempotency-Key': 'one split' })
  const [first, second] = [await split(), await split()]
  expect(second.body).toEqual(first.body)
  expect(await listTexts(lesson.id)).toEqual(['Plants', 'eat light.'])
})
