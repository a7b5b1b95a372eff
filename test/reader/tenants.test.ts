import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOperationRateLimiter } from '../../src/operations/operation-rate-limiter.ts'
import { makeWorkspaceLimiters } from '../../src/operations/workspace-limiters.ts'
import { readConfig } from '../../src/platform/config.ts'
import type { SqlRunner } from '../../src/platform/db/statement.ts'
import { makeReaderEndpoints } from '../../src/reader/handler.ts'
import { makeFakeExchange } from '../support/exchanges.ts'
import { publishCourse } from '../support/published-course.ts'
import { runSql } from '../support/row-locks.ts'
import { startTestService, type TestService } from '../support/service.ts'

/** A workspace with a public course that has a quiz, and a preview link to it. */
type Tenant = { publicId: string; courseId: string; slug: string; lessonId: string; blockId: string; token: string }

let service: TestService
let mine: Tenant
let theirs: Tenant

async function makeTenant(slug: string): Promise<Tenant> {
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  const question = { id: 'q', type: 'short_text', prompt: `Prompt of ${slug}`, answer: 'x', explanation: 'y' }
  const lessons = [{ name: `Lesson of ${slug}`, blocks: [{ type: 'quiz', content: { questions: [question] } }] }]
  const course = { name: `Course of ${slug}`, slug, visibility: 'public', modules: [{ name: 'One', lessons }] }
  const { id: courseId } = (await service.rest('POST', '/courses', key, course)).body.data
  await publishCourse(service, key, courseId)
  const [lesson] = (await service.rest('GET', `/courses/${courseId}/tree`, key)).body.data.modules[0].lessons
  const { token } = (await service.rest('POST', `/courses/${courseId}/preview-links`, key, {})).body.data
  const { publicId } = await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } })
  return { publicId, courseId, slug, lessonId: lesson.id, blockId: lesson.blocks[0].id, token }
}

beforeAll(async () => {
  service = await startTestService()
  mine = await makeTenant('mine')
  theirs = await makeTenant('theirs')
})
afterAll(() => service.close())

/** A token whose part names another workspace, or another link, than its random part belongs to. */
function mixTokens(one: string, other: string, from: number, to: number): string {
  const bytes = Buffer.from(one, 'base64url')
  Buffer.from(other, 'base64url').copy(bytes, from, from, to)
  return bytes.toString('base64url')
}

const post = (path: string, block: string) =>
  service.http(path, { method: 'POST', body: new URLSearchParams({ block, q0: 'x' }) })

test('the reader page shows nothing of another workspace under the address of one', async () => {
  const pages = ({ publicId, courseId, slug, lessonId, token }: Tenant) => [
    `/learn/${publicId}/${courseId}`,
    `/learn/${publicId}/${slug}`,
    `/learn/${publicId}/${slug}/${lessonId}`,
    `/preview/${token}`,
    `/preview/${token}/${lessonId}`,
  ]
  for (const path of [...pages(mine), ...pages(theirs)]) expect((await service.http(path)).status).toBe(200)
  const mixed = [
    `/learn/${mine.publicId}/${theirs.courseId}`,
    `/learn/${mine.publicId}/${theirs.slug}`,
    `/learn/${mine.publicId}/${theirs.slug}/${theirs.lessonId}`,
    `/learn/${mine.publicId}/${mine.slug}/${theirs.lessonId}`,
    `/preview/${mine.token}/${theirs.lessonId}`,
    `/preview/${mixTokens(mine.token, theirs.token, 0, 16)}`,
    `/preview/${mixTokens(mine.token, theirs.token, 16, 32)}`,
    `/preview/${mixTokens(mine.token, theirs.token, 0, 32)}`,
  ]
  for (const path of mixed) {
    const { status, text } = await service.http(path)
    expect([path, status]).toEqual([path, 404])
    expect(text).not.toMatch(/of (mine|theirs)/)
  }
})

test('a quiz of another workspace is not checked under the address of one', async () => {
  for (const path of [`/learn/${mine.publicId}/${mine.slug}`, `/preview/${mine.token}`]) {
    const right = await post(`${path}/${mine.lessonId}`, mine.blockId)
    expect([right.status, right.text.includes('Correct.')]).toEqual([200, true])
    expect((await post(`${path}/${mine.lessonId}`, theirs.blockId)).status).toBe(404)
    expect((await post(`${path}/${theirs.lessonId}`, theirs.blockId)).status).toBe(404)
  }
})

test('two pages of a workspace are made at once, a hundred wait, and more get 429', async () => {
  const read = async () => (await service.http(`/learn/${mine.publicId}/${mine.slug}`)).status
  expect(await read()).toBe(200)
  const statuses: number[] = []
  let all: Promise<unknown> | undefined
  await service.db.sql.transaction(async (tx) => {
    await runSql(tx, 'LOCK TABLE courses, releases IN ACCESS EXCLUSIVE MODE')
    all = Promise.all(Array.from({ length: 105 }, async () => statuses.push(await read())))
    await expect.poll(() => statuses.length, { timeout: 8000, interval: 5 }).toBe(3)
  })
  await all
  expect(statuses.sort()).toEqual([...Array(102).fill(200), 429, 429, 429])
})

test('two pages of a workspace are made at once, and its other requests do not delay another workspace', async () => {
  const workspaces = new Map(['00000000000a', '00000000000b'].map((publicId) => [publicId, randomUUID()]))
  const [busy, idle] = [...workspaces.keys()]
  const pages: unknown[] = []
  const end = Promise.withResolvers<never[]>()
  const rows = async ({ name }: { name: string }, [first]: readonly unknown[]) => {
    if (name === 'workspace_by_public_id') return [{ id: workspaces.get(first as string), hashSecret: 'secret' }]
    if (!pages.includes(first) || first === workspaces.get(busy!)) pages.push(first)
    return first === workspaces.get(busy!) ? end.promise : []
  }
  const config = readConfig({ NODE_ENV: 'test' })
  const operationRateLimiter = makeOperationRateLimiter(config, { redis: undefined, onFallback: () => {} })
  const { endpointOf } = makeReaderEndpoints(
    { rows } as unknown as SqlRunner,
    makeWorkspaceLimiters(10),
    operationRateLimiter,
    config,
  )
  const open = async (publicId: string) => {
    const { exchange, req } = makeFakeExchange({ caller: { kind: 'anonymous' } })
    const path = `/learn/${publicId}/plants`
    Object.assign(req, { resume: () => {} })
    await endpointOf(path)!.handle({ ...exchange, path })
  }
  const asked = [busy!, busy!, busy!].map(open)
  await expect(open(idle!)).rejects.toMatchObject({ code: 'not_found' })
  expect(pages.map((id) => (id === workspaces.get(busy!) ? 'busy' : 'idle')).sort()).toEqual(['busy', 'busy', 'idle'])
  end.resolve([])
  expect(await Promise.allSettled(asked)).toMatchObject(
    asked.map(() => ({ status: 'rejected', reason: { code: 'not_found' } })),
  )
})
