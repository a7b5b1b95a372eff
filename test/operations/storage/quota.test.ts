import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStoredBytes } from '../../../src/operations/storage/stored-bytes.ts'
import { connect } from '../../api/mcp/client.ts'
import { serviceWithModel } from '../../support/ai-requests.ts'
import { createCourseTree } from '../../support/course-fixture.ts'
import { openPublishGate } from '../../support/publish-gate.ts'
import { startTestService, type TestService } from '../../support/service.ts'

const quota = 60_000
const env = { STORAGE_QUOTA_ENTERPRISE: '60 KB', STORAGE_QUOTA_PROFESSIONAL: '10KB' }
let service: TestService
beforeAll(async () => {
  service = await startTestService({ env })
  await openPublishGate(service)
})
afterAll(() => service.close())

const block = (length: number) => ({ type: 'text', content: { text: 'x'.repeat(length) } })

async function makeAuthor(on = service, plan = 'enterprise') {
  const workspaceId = await on.workspace(plan)
  const key = await on.key({ workspaceId })
  const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    on.rest(method, path, key, body, headers)
  const made = await createCourseTree(on, key)
  const blocks = `/lessons/${made.lesson.id}/blocks`
  const stored = async () => (await readStoredBytes(on.db.sql, workspaceId)).total
  return { workspaceId, key, send, stored, blocks, ...made }
}
type Author = Awaited<ReturnType<typeof makeAuthor>>

/** Creates blocks until one is refused, and returns the refusal and the ids of the blocks. */
async function fill({ send, blocks }: Author, length = 4000) {
  const ids: string[] = []
  for (let count = 0; count < 100; count++) {
    const { status, body } = await send('POST', blocks, block(length))
    if (status !== 201) return { status, body, ids }
    ids.push(body.data.id)
  }
  throw new Error('nothing was refused')
}

/** Fills a workspace, and then what is left, so that no record fits. */
async function makeFullAuthor() {
  const author = await makeAuthor()
  const { ids } = await fill(author)
  const left = quota - (await author.stored())
  const content = block(Math.max(4000 + left - 300, 0)).content
  expect((await author.send('PATCH', `/blocks/${ids[0]}`, { content })).status).toBe(200)
  expect(quota - (await author.stored())).toBe(300)
  return { ...author, ids }
}

const refusal = { code: 'conflict', details: { reason: 'storage_quota_exceeded', quotaBytes: quota } }

test('a workspace stores up to its quota, and the refusal says what to do', async () => {
  const author = await makeAuthor()
  const { status, body } = await fill(author)
  expect(status).toBe(409)
  expect(body.error).toMatchObject(refusal)
  expect(body.error.message).toMatch(/may store 60 KB, and would store 6\d(\.\d)? KB\. Delete .* from the trash/)
  expect(body.error.details.neededBytes).toBeGreaterThan(quota)
  const stored = await author.stored()
  expect(stored).toBeLessThanOrEqual(quota)
  expect(stored + 4550).toBeGreaterThan(quota)
})

test('each request that adds bytes to a full workspace is refused, and changes nothing', async () => {
  const { send, course, module, lesson, block: first, blocks, stored, workspaceId } = await makeFullAuthor()
  const tree = (await send('GET', `/courses/${course.id}/tree`)).body.data
  const before = await stored()
  const long = 'x'.repeat(400)
  const requests: [string, string, unknown?][] = [
    ['POST', '/courses', { name: 'More', description: long }],
    ['POST', '/courses', { name: 'More', modules: [{ name: 'One' }] }],
    ['PATCH', `/courses/${course.id}`, { description: long }],
    ['POST', `/courses/${course.id}/modules`, { name: 'More' }],
    ['PATCH', `/modules/${module.id}`, { attributes: { long } }],
    ['POST', `/modules/${module.id}/lessons`, { name: 'More' }],
    ['POST', `/modules/${module.id}/lessons`, { name: 'More', order: 0, blocks: [block(1)] }],
    ['PATCH', `/lessons/${lesson.id}`, { objectives: [long] }],
    ['POST', blocks, block(1)],
    ['POST', blocks, { ...block(1), order: 0 }],
    ['PATCH', `/blocks/${first.id}`, { content: { text: long } }],
    ['PATCH', `/blocks/${first.id}`, { content: { text: long }, order: 3 }],
    ['POST', `/courses/${course.id}/duplicate`],
    ['POST', `/modules/${module.id}/duplicate`],
    ['POST', `/lessons/${lesson.id}/duplicate`],
    ['POST', `/blocks/${first.id}/duplicate`],
    ['PUT', `/courses/${course.id}/tree`, { ...tree, description: long }],
    ['PUT', `/courses/${course.id}/tree`, { modules: [...tree.modules, { name: 'More' }] }],
    ['POST', `/courses/${course.id}/releases`, {}],
    ['PATCH', `/courses/${course.id}`, { published: true }],
  ]
  for (const [method, path, body] of requests) {
    const answer = await send(method, path, body)
    expect([method, path, answer.status, answer.body.error?.details?.reason]).toEqual([
      method,
      path,
      409,
      'storage_quota_exceeded',
    ])
    const repeatable = await send(method, path, body, { 'Idempotency-Key': 'a' })
    if (method === 'POST') expect([path, repeatable.status]).toEqual([path, 409])
    expect(await stored()).toBe(before)
  }
  expect(await service.db.prisma.idempotencyKey.count({ where: { workspaceId } })).toBe(0)
})

test('in a full workspace, GraphQL and MCP are refused as REST is', async () => {
  const { key, lesson } = await makeFullAuthor()
  const text = { type: 'text', content: { text: 'x' } }
  const create = 'mutation ($id: ID!, $input: CreateBlockInput!) { createBlock(lessonId: $id, input: $input) { id } }'
  const { errors } = await service.graphql(create, key, { id: lesson.id, input: text })
  expect(errors[0].extensions).toMatchObject({ code: 'conflict', details: refusal.details })
  const agent = await connect(service, key)
  const answer = await agent.tool('create_course', { name: 'More', description: 'x'.repeat(400) })
  expect(answer.error).toMatchObject(refusal)
})

test('a full workspace shrinks, moves, deletes and restores, and has room again after that', async () => {
  const { send, ids, course, module, lesson, blocks, stored } = await makeFullAuthor()
  const expectSuccess = async (...request: Parameters<typeof send>) => {
    const { status, body } = await send(...request)
    expect([request[1], status]).toEqual([request[1], 200])
    return body.data
  }
  await expectSuccess('PATCH', `/blocks/${ids[0]}`, { order: 9 })
  await expectSuccess('PUT', `/modules/${module.id}/lessons/order`, { ids: [lesson.id] })
  await expectSuccess('PATCH', `/blocks/${ids[1]}`, { content: block(3990).content })
  const before = await stored()
  await expectSuccess('DELETE', `/courses/${course.id}`)
  expect(await stored()).toBe(before)
  const [entry] = await expectSuccess('GET', '/trash')
  await expectSuccess('POST', `/trash/${entry.id}/restore`)
  expect(await stored()).toBe(before)
  await expectSuccess('DELETE', `/blocks/${ids[0]}`)
  expect((await send('POST', blocks, block(4000))).status).toBe(409)
  const [deleted] = await expectSuccess('GET', '/trash')
  await expectSuccess('DELETE', `/trash/${deleted.id}`)
  expect((await send('POST', blocks, block(4000))).status).toBe(201)
})

test('a workspace over a quota that became smaller may still shrink', async () => {
  const author = await makeFullAuthor()
  const { send, ids, workspaceId, course, stored } = author
  await service.db.prisma.workspace.update({ where: { id: workspaceId }, data: { plan: 'professional' } })
  const smaller = await service.key({ workspaceId })
  const sendSmaller = (method: string, path: string, body?: unknown) => service.rest(method, path, smaller, body)
  const tree = (await send('GET', `/courses/${course.id}/tree`)).body.data
  const before = await stored()
  await expect
    .poll(async () => (await sendSmaller('PATCH', `/blocks/${ids[0]}`, { content: block(9000).content })).status)
    .toBe(409)
  expect((await sendSmaller('PATCH', `/blocks/${ids[1]}`, { content: block(10).content })).status).toBe(200)
  const pruned = { ...tree, prune: true, modules: [{ ...tree.modules[0], lessons: [] }] }
  expect((await sendSmaller('PUT', `/courses/${course.id}/tree`, pruned)).status).toBe(200)
  expect(await stored()).toBeLessThan(before)
})

test('blocks that are created at once exceed the quota by those that run at once at most', async () => {
  const author = await makeAuthor()
  const answers = await Promise.all(Array.from({ length: 30 }, () => author.send('POST', author.blocks, block(6000))))
  const created = answers.filter(({ status }) => status === 201).length
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(30 - created)
  // The test database has ten connections.
  expect(await author.stored()).toBeLessThan(quota + 10 * 6600)
  expect((await author.send('POST', author.blocks, block(6000))).status).toBe(409)
})

test('courses that are copied at once exceed the quota by the copies that run at once at most', async () => {
  const author = await makeAuthor()
  await author.send('POST', author.blocks, block(20_000))
  const one = await author.stored()
  const copy = () => author.send('POST', `/courses/${author.course.id}/duplicate`)
  const answers = await Promise.all(Array.from({ length: 12 }, copy))
  expect(answers.filter(({ status }) => status === 409).length).toBeGreaterThan(0)
  expect(await author.stored()).toBeLessThan(quota + 2 * one)
  expect((await copy()).status).toBe(409)
})

test('content that a model would add to a full workspace is refused before the model is asked', async () => {
  const made = await serviceWithModel({ STORAGE_QUOTA_ENTERPRISE: '2.5KB' })
  const { lesson } = await createCourseTree(made.service, made.key)
  const generate = () => made.generate({ type: 'quiz', lessonId: lesson.id, mode: 'append' })
  const answer = await generate()
  expect(answer.status).toBe(409)
  expect(answer.body.error.details.reason).toBe('storage_quota_exceeded')
  expect(made.model.requests).toHaveLength(0)
})

test('/me and /usage say what is stored, of how much', async () => {
  const { send, stored } = await makeAuthor()
  const storage = { quota, total: await stored(), drafts: await stored(), trash: 0, releases: 0, assets: 0 }
  expect((await send('GET', '/me')).body.data.storage).toEqual(storage)
  const range = 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z'
  expect((await send('GET', `/usage?${range}`)).body.data.storage).toEqual(storage)
})
