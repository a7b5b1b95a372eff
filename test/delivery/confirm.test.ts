import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { findStillReadableRelease } from '../../src/delivery/confirm.ts'
import type { SqlRunner } from '../../src/platform/db/statement.ts'
import { runWithTenantConnectionLimit } from '../../src/platform/limits/tenant-context.ts'

type Asked = { name: string; workspaceId: string; courses: string[]; answer(): void; fail(error: Error): void }

/** A database that answers when the test says so. Its answer about a release has the course's name as the id. */
function makeDatabase() {
  const asked: Asked[] = []
  const rows = ({ name }: { name: string }, [workspaceId, courses]: readonly unknown[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<object[]>()
    const list = courses as string[]
    const answer = () => resolve(list.map((releaseId, index) => ({ index, releaseId })).toReversed())
    asked.push({ name, workspaceId: String(workspaceId), courses: list, answer, fail: reject })
    return promise
  }
  return { sql: { rows } as unknown as SqlRunner, asked }
}

const release = (course: string) => ({ course, number: 1, isLive: true, hash: null })

test('releases that are confirmed in one turn of the event loop share a statement, and each request gets its answer', async () => {
  const { sql, asked } = makeDatabase()
  const found = Promise.all(['a', 'b'].map((course) => findStillReadableRelease(sql, 'w', 'byId', release(course))))
  await nextTurn()
  expect(asked).toMatchObject([{ name: 'delivery_confirm_by_id', workspaceId: 'w', courses: ['a', 'b'] }])
  asked[0]!.answer()
  expect((await found).map((one) => one?.releaseId)).toEqual(['a', 'b'])
  void findStillReadableRelease(sql, 'w', 'byId', release('c'))
  await nextTurn()
  expect(asked.map(({ courses }) => courses)).toEqual([['a', 'b'], ['c']])
})

test('releases of other workspaces, by slugs and for other tenants have statements of their own', async () => {
  const { sql, asked } = makeDatabase()
  const confirm = (workspaceId: string, by: 'byId' | 'bySlug') =>
    void findStillReadableRelease(sql, workspaceId, by, release('a'))
  for (const tenant of ['one', 'other'])
    runWithTenantConnectionLimit(tenant, () => {
      confirm('w', 'byId')
      confirm('w', 'bySlug')
      confirm('x', 'byId')
    })
  await nextTurn()
  expect(asked).toHaveLength(6)
})

test('a statement confirms at most 100 releases', async () => {
  const { sql, asked } = makeDatabase()
  for (let index = 0; index < 201; index++) void findStillReadableRelease(sql, 'w', 'byId', release(`${index}`))
  await nextTurn()
  expect(asked.map(({ courses }) => courses.length)).toEqual([100, 100, 1])
})

test('an error of the database reaches every request that shared the statement', async () => {
  const { sql, asked } = makeDatabase()
  const found = Promise.allSettled(
    ['a', 'b'].map((course) => findStillReadableRelease(sql, 'w', 'byId', release(course))),
  )
  await nextTurn()
  const error = new Error('away')
  asked[0]!.fail(error)
  expect(await found).toEqual([
    { status: 'rejected', reason: error },
    { status: 'rejected', reason: error },
  ])
})
