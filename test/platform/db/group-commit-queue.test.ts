import { setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeGroupCommitWriter } from '../../../src/platform/db/group-commit.ts'
import { type BoundSqlStatement, defineSqlStatement, type SqlRunner } from '../../../src/platform/db/statement.ts'
import {
  getConnectionLimitTenantId,
  runWithTenantConnectionLimit,
} from '../../../src/platform/limits/tenant-context.ts'

const statement = defineSqlStatement<never>('test_group_commit_queue', 'SELECT 1')

/** A queue whose transactions end by hand. Each transaction is known by the first value of its writes. */
function queueByHand() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const transactions: { names: unknown[]; tenant: string | undefined; end: PromiseWithResolvers<unknown[][]> }[] = []
  const alone: { name: unknown; tenant: string | undefined; end: PromiseWithResolvers<unknown[]> }[] = []
  const rows = ((_statement, [name]) => {
    const end = Promise.withResolvers<unknown[]>()
    alone.push({ name, tenant: getConnectionLimitTenantId(), end })
    return end.promise
  }) as SqlRunner['rows']
  const pipeline = (([, ...writes]: readonly BoundSqlStatement[]) => {
    const end = Promise.withResolvers<unknown[][]>()
    transactions.push({ names: writes.map(([, [name]]) => name), tenant: getConnectionLimitTenantId(), end })
    return end.promise
  }) as unknown as SqlRunner['pipeline']
  const write = makeGroupCommitWriter({ rows, pipeline })
  return { transactions, alone, write: (name: string | number) => write(statement, [name]) }
}

test('grouped writes whose outcome is unknown are not written again', async () => {
  const lost = new Error('Connection terminated unexpectedly')
  const rows = vi.fn(async () => [])
  const pipeline = vi.fn(async () => {
    throw lost
  })
  const write = makeGroupCommitWriter({ rows, pipeline })
  const results = await Promise.allSettled([write(statement, []), write(statement, [])])
  expect(results).toEqual([
    { status: 'rejected', reason: lost },
    { status: 'rejected', reason: lost },
  ])
  expect([pipeline.mock.calls.length, rows.mock.calls.length]).toEqual([1, 0])
})

test('after a transaction that was rolled back, each of its writes runs again, alone', async () => {
  const { transactions, alone, write } = queueByHand()
  const results = [write('one'), write('two')]
  await turn()
  transactions[0]!.end.reject(Object.assign(new pg.DatabaseError('', 0, 'error'), { code: '55P03' }))
  await turn()
  expect(alone.map(({ name }) => name)).toEqual(['one', 'two'])
  alone[0]!.end.resolve(['row'])
  alone[1]!.end.reject(new Error('taken'))
  expect(await Promise.allSettled(results)).toMatchObject([{ value: ['row'] }, { reason: { message: 'taken' } }])
})

test('the next transaction begins before the callers of the last one get their rows', async () => {
  const { transactions, alone, write } = queueByHand()
  let begunBefore: number | undefined
  const first = [write('one'), write('two')]
  await turn()
  const noted = first[0]!.then(() => {
    begunBefore = transactions.length + alone.length
  })
  void write('three')
  void write('four')
  transactions[0]!.end.resolve([[], ['one'], ['two']])
  expect(await Promise.all(first)).toEqual([['one'], ['two']])
  await noted
  expect(begunBefore).toBe(2)
  expect(transactions[1]!.names).toEqual(['three', 'four'])
})

test('one transaction has at most fifty writes, and the next one begins when it has ended', async () => {
  const { transactions, write } = queueByHand()
  const results = Array.from({ length: 101 }, (_, index) => write(index))
  await turn()
  expect(transactions.map(({ names }) => names.length)).toEqual([50])
  transactions[0]!.end.resolve([[], ...Array(50).fill([])])
  await turn()
  expect(transactions.map(({ names }) => names.length)).toEqual([50, 50])
  expect(transactions[1]!.names[0]).toBe(50)
  await Promise.all(results.slice(0, 50))
})

test('while a transaction is slow, one other transaction at a time runs', async () => {
  const { transactions, write } = queueByHand()
  const names = () => transactions.map(({ names }) => names.join(' '))
  const send = (...all: string[]) => {
    for (const name of all) void write(name)
  }
  vi.advanceTimersByTime(1000)
  send('a', 'b')
  await turn()
  send('c', 'd')
  await turn()
  vi.advanceTimersByTime(19)
  expect(names()).toEqual(['a b'])
  vi.advanceTimersByTime(1)
  expect(names()).toEqual(['a b', 'c d'])
  send('e', 'f')
  // The end of the slow transaction begins no third transaction beside the second.
  transactions[0]!.end.resolve([[], [], []])
  await turn()
  expect(names()).toEqual(['a b', 'c d'])
  transactions[1]!.end.resolve([[], [], []])
  await turn()
  expect(names()).toEqual(['a b', 'c d', 'e f'])
})

test('a transaction counts for the workspace of its writes, and for none if they belong to several', async () => {
  const { transactions, alone, write } = queueByHand()
  const send = (tenant: string, name: string) => runWithTenantConnectionLimit(tenant, () => void write(name))
  send('ann', 'one')
  send('ann', 'two')
  await turn()
  send('ann', 'three')
  send('bob', 'four')
  transactions[0]!.end.resolve([[], [], []])
  await turn()
  expect(transactions.map(({ tenant }) => tenant)).toEqual(['ann', undefined])
  transactions[1]!.end.reject(Object.assign(new pg.DatabaseError('', 0, 'error'), { code: '55P03' }))
  await turn()
  expect(alone.map(({ tenant }) => tenant)).toEqual(['ann', 'bob'])
})
