import { expect, test } from 'vitest'
import { parseIfMatchVersions, runChangeWithIfMatchVersions } from '../../../src/api/rest/if-match.ts'
import type { Exchange } from '../../../src/http/exchange.ts'
import { ApiError } from '../../../src/platform/errors.ts'

const hash = 'a'.repeat(64)

test.each([
  ['"v7"', [7]],
  ['"v7-3"', [7]],
  ['"v7-gzip"', [7]],
  [`"${hash}"`, [1]],
  [`"${hash}-4"`, [4]],
  [`"${hash}-4-br"`, [4]],
  ['W/"v7"', [-1]],
  ['"7"', [-1]],
  ['"v7x"', [-1]],
  ['"v1234567890"', [-1]],
  [`"${hash}a"`, [-1]],
  ['"v1", "other", "v3"', [1, -1, 3]],
  ['*', [undefined]],
])('the If-Match header %s has the versions %j', (header, versions) => {
  expect(parseIfMatchVersions(header, true)).toEqual(versions)
})

test('a tag with a hash matches no version of a record without a hash', () => {
  expect(parseIfMatchVersions(`"${hash}", "v2-1-4"`)).toEqual([-1, 2])
})

const tags = (count: number) => Array.from({ length: count }, (_, index) => `"v${index + 1}"`).join(', ')

/** Runs a change that is refused at each version but one, and returns the versions with which it ran. */
async function versionsTried(headers: Record<string, string>, refusal: ApiError, goodVersion?: number) {
  const tried: unknown[] = []
  const exchange = { req: { headers } } as unknown as Exchange
  const route = { rest: { method: 'PATCH', path: '/courses/{id}', tag: 'Courses' } } as const
  const outcome = await runChangeWithIfMatchVersions(
    exchange,
    route,
    { expectedVersion: 1 },
    async ({ expectedVersion }) => {
      tried.push(expectedVersion)
      const result = expectedVersion === goodVersion ? { data: {} } : { errors: [refusal] }
      return {
        result,
        replayed: false,
        caching: undefined,
        listRevision: undefined,
        serializedBody: undefined,
        input: undefined,
      }
    },
  )
  return { tried, isRefused: outcome.result.errors !== undefined }
}
const changed = (currentVersion: number) =>
  new ApiError('precondition_failed', 'It has changed.', { details: { currentVersion } })
const conflict = new ApiError('conflict', 'This Idempotency-Key was used for another request; take a new one.')

test('a refused change runs once more, at the current version, if If-Match has it', async () => {
  const sent = { 'if-match': tags(20) }
  expect(await versionsTried(sent, changed(7), 7)).toEqual({ tried: [1, 7], isRefused: false })
  expect(await versionsTried(sent, changed(30))).toEqual({ tried: [1], isRefused: true })
  expect(await versionsTried({ 'if-match': `${tags(7)}, "v7", "v7"` }, changed(7))).toEqual({
    tried: [1, 7],
    isRefused: true,
  })
  expect(await versionsTried({}, changed(7))).toEqual({ tried: [1], isRefused: true })
})

test('a change that conflicts with its Idempotency-Key runs with at most eight further versions', async () => {
  const sent = { 'if-match': tags(20), 'idempotency-key': 'k' }
  expect(await versionsTried(sent, conflict)).toEqual({ tried: [1, 2, 3, 4, 5, 6, 7, 8, 9], isRefused: true })
  expect(await versionsTried(sent, conflict, 4)).toEqual({ tried: [1, 2, 3, 4], isRefused: false })
  expect(await versionsTried({ 'if-match': tags(20) }, conflict)).toEqual({ tried: [1], isRefused: true })
})
