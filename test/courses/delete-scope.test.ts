import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../api/mcp/client.ts'
import { createCourseTree } from '../support/course-fixture.ts'
import { errorBody } from '../support/error-bodies.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let workspaceId: string
let writer: string
let deleter: string
beforeAll(async () => {
  service = await startTestService()
  workspaceId = await service.workspace()
  writer = await service.key({ workspaceId, scopes: ['courses:read', 'courses:write'] })
  deleter = await service.key({ workspaceId, scopes: ['courses:delete'] })
})
afterAll(() => service.close())

const refusal = errorBody('forbidden', 'The key lacks the scope courses:delete.', { scope: 'courses:delete' })

test('a key that may write deletes nothing without the scope to delete, which is enough to delete', async () => {
  const { course, module, lesson, block } = await createCourseTree(service, writer)
  for (const path of [
    `/blocks/${block.id}`,
    `/lessons/${lesson.id}`,
    `/modules/${module.id}`,
    `/courses/${course.id}`,
  ]) {
    const refused = await service.rest('DELETE', path, writer)
    expect([refused.status, refused.body]).toEqual([403, refusal])
    expect((await service.rest('GET', path, writer)).status).toBe(200)
    expect((await service.rest('DELETE', path, deleter)).status).toBe(200)
  }
  const trashId: string = (await service.rest('GET', '/trash', writer)).body.data[0].id
  expect((await service.rest('DELETE', `/trash/${trashId}`, writer)).status).toBe(403)
  expect((await service.rest('POST', `/trash/${trashId}/restore`, writer, {})).status).toBe(200)
})

test('a tree that leaves records out with prune, or its dry run, needs the scope only if it deletes them', async () => {
  const { course } = await createCourseTree(service, writer)
  const put = (body: object) => service.rest('PUT', `/courses/${course.id}/tree`, writer, { ...body, prune: true })
  const tree = async () => (await service.rest('GET', `/courses/${course.id}/tree`, writer)).body.data
  const before = await tree()
  for (const dryRun of [true, false]) {
    const refused = await put({ name: 'Pruned', modules: [], dryRun })
    expect([refused.status, refused.body]).toEqual([403, refusal])
  }
  expect(await tree()).toEqual(before)
  expect((await put({ ...before, name: 'Whole' })).status).toBe(200)
})

test('an agent without the scope does not see the tool that deletes', async () => {
  const toolsOf = async (key: string) =>
    (await (await connect(service, key)).client.listTools()).tools.map(({ name }) => name)
  expect(await toolsOf(writer)).not.toContain('delete_content')
  expect(await toolsOf(deleter)).toContain('delete_content')
})

test('the migration gives the scope to the keys that could delete before, and to no other', async () => {
  const sql = await readFile('prisma/migrations/0012_add_delete_scope/migration.sql', 'utf8')
  const other = await service.key({ workspaceId, scopes: ['courses:read'] })
  const scopesOf = async (key: string) => (await service.rest('GET', '/me', key)).body.data.scopes
  await service.db.prisma.$executeRawUnsafe(sql)
  await service.db.prisma.$executeRawUnsafe(sql)
  const keys = await service.db.prisma.apiKey.findMany({ where: { workspaceId }, orderBy: { id: 'asc' } })
  expect(keys.map(({ scopes }) => scopes)).toEqual([
    ['courses:read', 'courses:write', 'courses:delete'],
    ['courses:delete'],
    ['courses:read'],
  ])
  expect(await scopesOf(other)).toEqual(['courses:read'])
})
