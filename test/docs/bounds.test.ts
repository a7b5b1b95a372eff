import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { generationLimiter } from '../../src/ai/limiters.ts'
import { linkCheckLimiter } from '../../src/checks/limiters.ts'
import { wholeCourseLimiter } from '../../src/courses/outline/whole-course-limiter.ts'
import { searchLimiter } from '../../src/courses/search/run.ts'
import { treeReadLimiter } from '../../src/courses/tree/reads/tree-read-turns.ts'
import { makeClientResourceLimits } from '../../src/http/client-resource-limits.ts'
import { makeWorkspaceLimiters } from '../../src/operations/workspace-limiters.ts'
import { makeTenantConnectionLimiter } from '../../src/platform/db/tenant-connection-limiter.ts'
import type { TenantLimiter } from '../../src/platform/limits/tenant-limiter.ts'

const document = await readFile('docs/bounds.md', 'utf8')

test('every source file that docs/bounds.md names exists', () => {
  const files = [...document.matchAll(/`(src\/[^`]+)`/g)].map(([, file]) => file!)
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})

test('docs/bounds.md names every resource that tenants share', async () => {
  const resources: string[] = []
  for await (const file of glob('src/**/*.ts', { exclude: ['src/platform/db/generated/**'] })) {
    const text = await readFile(file, 'utf8')
    resources.push(...[...text.matchAll(/\bresource: '([^']+)'/g)].map(([, resource]) => resource!))
  }
  expect(resources.length).toBeGreaterThan(8)
  // The text index is shared too, but no request is refused for it.
  expect(resources.filter((one) => one !== 'text index' && !document.includes(`\`${one}\``))).toEqual([])
})

/** Reads every amount of a cell: `20,000; 8 MB`, or `20 million characters`. */
const readAmounts = (cell: string) =>
  [...cell.matchAll(/([\d,]*\d)( MB| million)?/g)].map(
    ([, number, unit]) => Number(number!.replaceAll(',', '')) * (unit ? 1_000_000 : 1),
  )

test('every cache with bounds of its own has those that docs/bounds.md names', async () => {
  const documented = (file: string) =>
    document.split('\n').flatMap((line) => {
      const cells = line.split(' | ')
      return cells.at(-1)!.includes(`\`${file}\``) ? readAmounts(cells[1]!) : []
    })
  let caches = 0
  for await (const file of glob('src/**/*.ts', { exclude: ['src/platform/db/generated/**'] })) {
    const text = await readFile(file, 'utf8')
    const numbers = new Map(
      [...text.matchAll(/^(?:export )?const (\w+) = ([\d_]+)$/gm)].map(([, name, value]) => [name, value]),
    )
    const values = [
      ...[...text.matchAll(/\bmakeLruCache<.*>\((\w+)/g)].map(([, value]) => value!),
      ...[...text.matchAll(/new LRUCache<.*>\(\{([^}]*)/g)].flatMap(([, options]) =>
        [...options!.matchAll(/\bmax(?:Size|EntrySize)?: (\w+)/g)].map(([, value]) => value!),
      ),
    ]
    for (const value of values) {
      const amount = Number((numbers.get(value) ?? value).replaceAll('_', ''))
      // The other caches get their bounds from their callers, and have tests of their own.
      if (Number.isNaN(amount)) continue
      caches++
      expect(documented(file), `${file}: ${amount}`).toContain(amount)
    }
  }
  expect(caches).toBeGreaterThan(12)
})

test('docs/bounds.md has at most 85 rows', () => {
  const rows = document.match(/^\| (?!---|What \||\*\*)/gm)!
  expect(rows.length).toBeLessThanOrEqual(85)
})

const poolSize = 10

/** Reads the first number of a cell: `32 MB`, `2,000`, `16, and 2 for each key`, `the pool`, or `half of the pool`. */
function readAmount(cell: string): number {
  if (cell.startsWith('half')) return poolSize / 2
  if (cell === 'the pool') return poolSize
  const [, number = '', unit] = /([\d,]*\d)( MB)?/.exec(cell) ?? []
  return Number(number.replaceAll(',', '')) * (unit ? 1_000_000 : 1)
}

/** Reads a row of the first table by its `details.reason`. */
function readSharedRow(resource: string) {
  const line = document.split('\n').find((one) => one.includes(` | \`${resource}\` | `))
  const [, , , total, perTenant, beyond] = line!.split(' | ').map((_, index, cells) => cells[index - 1] ?? '')
  const [, seconds = '0'] = /waits ([\d.]+) s/.exec(beyond!) ?? []
  const [, waiting = '0'] = /at most ([\d,]+)(?: requests)? wait/.exec(beyond!) ?? []
  return {
    total: readAmount(total!),
    perTenant: readAmount(perTenant!),
    waitMs: 1000 * Number(seconds),
    maxWaiting: readAmount(waiting),
  }
}

const { get } = makeWorkspaceLimiters(poolSize)
const { largeBodies, largeRequests, smallBodies, anonymousBodies, responses, streams } = makeClientResourceLimits()
const sharedResources: [resource: string, limiter: TenantLimiter][] = [
  ['searches', get(searchLimiter)],
  ['whole courses in memory', get(wholeCourseLimiter)],
  ['reads of whole courses', get(treeReadLimiter)],
  ['checks of links', get(linkCheckLimiter)],
  ['generations', get(generationLimiter)],
  ['bytes of large request bodies', largeBodies],
  ['bytes of memory for large requests', largeRequests],
  ['bytes of unfinished request bodies', smallBodies],
  ['bytes of request bodies without a credential', anonymousBodies],
  ['bytes of unread responses', responses],
  ['streams', streams],
]

test.each(sharedResources)('%s have the limits that docs/bounds.md names', async (resource, limiter) => {
  const { total, perTenant, waitMs, maxWaiting } = readSharedRow(resource)
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const take = (tenant: string, amount: number) => limiter.tryAcquire(tenant, amount) !== undefined
  expect([take('one', perTenant), take('one', 1)]).toEqual([true, false])
  for (let left = total - perTenant; left > 0; left -= perTenant)
    expect(take(`other ${left}`, Math.min(left, perTenant))).toBe(true)
  expect(take('last', 1)).toBe(false)

  let refused = 0
  const ask = () => limiter.acquire('one').catch(() => refused++)
  const waiting = Array.from({ length: maxWaiting + 1 }, ask)
  await vi.advanceTimersByTimeAsync(Math.max(0, waitMs - 1))
  expect([refused, limiter.state().waiting]).toEqual([1, maxWaiting])
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all(waiting)
  expect([refused, limiter.state().waiting]).toEqual([maxWaiting + 1, 0])
})

test('a workspace has the share of the database connections that docs/bounds.md names', async () => {
  const line = document.split('\n').find((one) => one.startsWith('| Database connections |'))
  expect(line).toContain('| half, rounded up | waits 2 s, then 429; at most 500 requests wait |')
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const limiter = makeTenantConnectionLimiter(3) as TenantLimiter
  expect([1, 2, 3].map(() => limiter.tryAcquire('one') !== undefined)).toEqual([true, true, false])
  expect([1, 2].map(() => limiter.tryAcquire('other') !== undefined)).toEqual([true, true])
  let refused = 0
  const waiting = Array.from({ length: 501 }, () => limiter.acquire('one').catch(() => refused++))
  await vi.advanceTimersByTimeAsync(1999)
  expect(refused).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all(waiting)
  expect(refused).toBe(501)
})
