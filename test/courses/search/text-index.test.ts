import { setImmediate as nextTurn } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  computeNextIndexingBatchSize,
  firstIndexingBatchSize,
  makeIndexingBatchSizer,
} from '../../../src/courses/search/batch-size.ts'
import { makeSearchIndexer } from '../../../src/courses/search/text-index.ts'
import type { SqlRunner, SqlStatement } from '../../../src/platform/db/statement.ts'

type Batch = { workspaceId: string; size: number; answer(taken?: number): void; fail(): void }

/** A text index on a database that answers when the test says so. */
function makeIndex(pending: () => string[] = () => []) {
  const batches: Batch[] = []
  const asked: unknown[][] = []
  const logged: Record<string, unknown>[] = []
  const rows = ({ name }: SqlStatement<unknown>, values: readonly unknown[]) => {
    if (name === 'search_unindexed_workspaces') {
      asked.push([...values])
      return Promise.resolve(pending().map((workspaceId) => ({ workspaceId })))
    }
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>()
    const [workspaceId, size] = values as [string, number]
    batches.push({
      workspaceId,
      size,
      answer: (taken) => resolve(taken === undefined ? [] : [{ taken, failed: '[]' }]),
      fail: () => reject(new Error('refused')),
    })
    return promise
  }
  const sql = { rows, write: rows, pipeline: () => Promise.reject(new Error('not asked')) } as SqlRunner
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) })
  return { index: makeSearchIndexer(sql, log), batches, asked, logged }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

async function isOver(work: Promise<void>): Promise<boolean> {
  let over = false
  void work.then(() => {
    over = true
  })
  await nextTurn()
  return over
}

test('a search waits for a batch that began after it, and joins no older one', async () => {
  const { index, batches } = makeIndex()
  const first = index.waitUntilIndexed('a')
  await nextTurn()
  const second = index.waitUntilIndexed('a')
  expect([await isOver(first), batches.length]).toEqual([false, 1])
  batches[0]!.answer(0)
  expect([await isOver(first), await isOver(second), batches.length]).toEqual([true, false, 2])
  batches[1]!.answer(0)
  expect(await isOver(second)).toBe(true)
})

test('a search waits until nothing is left that was written before it', async () => {
  const { index, batches } = makeIndex()
  const search = index.waitUntilIndexed('a')
  await nextTurn()
  batches[0]!.answer(batches[0]!.size)
  expect([await isOver(search), batches.length]).toEqual([false, 2])
  batches[1]!.answer(batches[1]!.size - 1)
  expect([await isOver(search), batches.length]).toEqual([true, 2])
})

test('a search waits 200 ms at most, and what is left is looked up beside it', async () => {
  const { index, batches } = makeIndex()
  const search = index.waitUntilIndexed('a')
  await nextTurn()
  await vi.advanceTimersByTimeAsync(199)
  expect(await isOver(search)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isOver(search)).toBe(true)
  batches[0]!.answer(batches[0]!.size)
  await nextTurn()
  expect(batches).toHaveLength(2)
})

/** Answers every batch as full, until the index asks for no further batch. Returns how many changes were indexed. */
async function answerInFull(batches: ReturnType<typeof makeIndex>['batches'], from = 0): Promise<number> {
  let indexed = 0
  for (let at = from; at < batches.length && indexed < 5000; at++) {
    batches[at]!.answer(batches[at]!.size)
    indexed += batches[at]!.size
    await nextTurn()
  }
  return indexed
}

test('the job looks up about 1,000 changes of a workspace, and the next ones at its next time', async () => {
  const { index, batches } = makeIndex(() => ['a'])
  const first = index.indexPendingChanges()
  await nextTurn()
  const indexed = await answerInFull(batches)
  expect([indexed >= 1000, indexed < 1500, await isOver(first)]).toEqual([true, true, true])
  const count = batches.length
  void index.indexPendingChanges()
  await nextTurn()
  expect(batches).toHaveLength(count + 1)
})

test('a search has all changes looked up, also those that the job would leave for later', async () => {
  const { index, batches } = makeIndex(() => ['a'])
  void index.indexPendingChanges()
  await nextTurn()
  void index.waitUntilIndexed('a')
  await vi.advanceTimersByTimeAsync(200)
  expect(await answerInFull(batches)).toBeGreaterThanOrEqual(5000)
})

test('of one workspace there is one batch at a time, of all there are two, and each workspace has its turn', async () => {
  const { index, batches } = makeIndex()
  for (const workspaceId of ['a', 'a', 'b', 'c', 'a']) void index.waitUntilIndexed(workspaceId)
  await nextTurn()
  expect(batches.map(({ workspaceId }) => workspaceId)).toEqual(['a', 'b'])
  batches[0]!.answer(batches[0]!.size)
  await nextTurn()
  expect(batches.map(({ workspaceId }) => workspaceId)).toEqual(['a', 'b', 'c'])
  batches[1]!.answer(0)
  await nextTurn()
  expect(batches.map(({ workspaceId }) => workspaceId)).toEqual(['a', 'b', 'c', 'a'])
})

test('a workspace that fails delays nobody, is told of once, and is tried again after 5 s', async () => {
  const { index, batches, logged } = makeIndex(() => ['a', 'b'])
  const [broken, good] = [index.waitUntilIndexed('a'), index.waitUntilIndexed('b')]
  await nextTurn()
  batches[0]!.fail()
  batches[1]!.answer(0)
  expect([await isOver(broken), await isOver(good)]).toEqual([true, true])
  expect(await isOver(index.waitUntilIndexed('a'))).toBe(true)
  void index.indexPendingChanges()
  await nextTurn()
  expect(batches.map(({ workspaceId }) => workspaceId)).toEqual(['a', 'b', 'b'])
  expect(logged).toMatchObject([{ workspaceId: 'a', err: { message: 'refused' } }])
  await vi.advanceTimersByTimeAsync(4999)
  void index.indexPendingChanges()
  await nextTurn()
  expect(batches.map(({ workspaceId }) => workspaceId)).toEqual(['a', 'b', 'b'])
  expect(index.pausedCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  void index.indexPendingChanges()
  await nextTurn()
  expect([batches.at(-1)!.workspaceId, index.pausedCount()]).toEqual(['a', 0])
})

test('where another process looks the texts up, a search asks again every 10 ms until it is done', async () => {
  const { index, batches } = makeIndex()
  const search = index.waitUntilIndexed('a')
  await nextTurn()
  batches[0]!.answer()
  await vi.advanceTimersByTimeAsync(9)
  expect([await isOver(search), batches.length]).toEqual([false, 1])
  await vi.advanceTimersByTimeAsync(1)
  batches[1]!.answer(0)
  expect(await isOver(search)).toBe(true)
})

test('where another process looks the texts up and nobody waits, they are left to it', async () => {
  const { index, batches } = makeIndex(() => ['a'])
  void index.indexPendingChanges()
  await nextTurn()
  batches[0]!.answer()
  await nextTurn()
  await vi.advanceTimersByTimeAsync(100)
  expect(batches).toHaveLength(1)
})

test('the job goes on with the workspaces after those it has seen, and begins anew at the end', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `w${index}`)
  let found = ids
  const { index, batches, asked } = makeIndex(() => found)
  const first = index.indexPendingChanges()
  await nextTurn()
  for (let count = 0; count < 20; count++) {
    batches[count]!.answer(0)
    await nextTurn()
  }
  await first
  found = []
  await index.indexPendingChanges()
  await index.indexPendingChanges()
  const beforeAll = '00000000-0000-0000-0000-000000000000'
  expect(asked).toEqual([
    [beforeAll, 20],
    ['w19', 20],
    [beforeAll, 20],
  ])
})

test('a workspace that has no turn within 10 s is tried again at once, and is not logged', async () => {
  const { index, batches, logged } = makeIndex(() => ['c'])
  for (const workspaceId of ['a', 'b', 'c']) void index.waitUntilIndexed(workspaceId)
  await vi.advanceTimersByTimeAsync(9999)
  const job = index.indexPendingChanges()
  expect(await isOver(job)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isOver(job)).toBe(true)
  void index.indexPendingChanges()
  batches[0]!.answer(0)
  await nextTurn()
  expect(batches.map(({ workspaceId }) => workspaceId)).toEqual(['a', 'b', 'c'])
  expect(logged).toEqual([])
})

test('the job looks up 20 workspaces at most, with those whose texts a search waits for', async () => {
  const { index, asked } = makeIndex()
  for (let count = 0; count < 17; count++) void index.waitUntilIndexed(`${count}`)
  await index.indexPendingChanges()
  for (let count = 17; count < 20; count++) void index.waitUntilIndexed(`${count}`)
  await index.indexPendingChanges()
  expect(asked.map(([, limit]) => limit)).toEqual([3])
})

test('a search that no longer waits leaves no timer', async () => {
  const { index, batches } = makeIndex()
  const search = index.waitUntilIndexed('a')
  await nextTurn()
  expect(vi.getTimerCount()).toBe(1)
  batches[0]!.answer(0)
  await search
  expect(vi.getTimerCount()).toBe(0)
})

test('a process that stops starts no batch of the workspaces that wait for their turn', async () => {
  const { index, batches } = makeIndex()
  for (const workspaceId of ['a', 'b', 'c', 'd', 'e']) void index.waitUntilIndexed(workspaceId)
  await nextTurn()
  const closed = index.close()
  for (const { answer } of [...batches]) answer(0)
  expect(await isOver(closed)).toBe(true)
  expect(batches).toHaveLength(2)
})

test('a process that stops ends after the batch that is under way', async () => {
  const { index, batches } = makeIndex()
  void index.waitUntilIndexed('a')
  await nextTurn()
  const closed = index.close()
  expect(await isOver(closed)).toBe(false)
  batches[0]!.answer(batches[0]!.size)
  expect([await isOver(closed), batches.length]).toEqual([true, 1])
})

test('batches grow while they are short, to 500 changes, and shrink to one record when they are long', () => {
  const after = (tookMs: number) => {
    let size = firstIndexingBatchSize
    for (let count = 0; count < 12; count++) size = computeNextIndexingBatchSize(size, tookMs)
    return size
  }
  expect([after(1), after(80), after(1000)]).toEqual([500, firstIndexingBatchSize, 1])
})

test('a batch that takes less than 40 ms is followed by a larger one, and one that takes more than 120 ms by a smaller one', () => {
  expect([39, 40, 120, 121].map((tookMs) => computeNextIndexingBatchSize(10, tookMs))).toEqual([20, 10, 10, 2])
})

test('a thousand workspaces wait for their texts; a search of another one waits for nothing', async () => {
  const { index } = makeIndex()
  const waiting = Array.from({ length: 1000 }, (_, number) => index.waitUntilIndexed(`workspace ${number}`))
  const [known, unknown] = [index.waitUntilIndexed('workspace 7'), index.waitUntilIndexed('another')]
  expect([await isOver(waiting[999]!), await isOver(known), await isOver(unknown)]).toEqual([false, false, true])
  await vi.advanceTimersByTimeAsync(200)
  expect(await isOver(known)).toBe(true)
})

test('a batch grows although every batch takes half a second, and not if each of its changes takes long', () => {
  const sizeAfter = (batches: number, changeMs: number) => {
    const next = makeIndexingBatchSizer()
    let size = firstIndexingBatchSize
    for (let count = 0; count < batches; count++) size = next(size, 500 + size * changeMs)
    return size
  }
  expect(sizeAfter(12, 1)).toBeGreaterThan(30)
  expect(sizeAfter(12, 100)).toBeLessThan(5)
})
