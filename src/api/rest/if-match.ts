import type { ExecutionResult } from 'graphql'
import { removeEtagEncodingSuffix } from '../../http/etag.ts'
import type { Exchange } from '../../http/exchange.ts'
import { parseIfMatch } from '../../http/if-match.ts'
import type { DocumentRunner } from '../../operations/execution/execute.ts'
import { extractApiError } from '../../platform/errors.ts'
import type { Route } from './routes.ts'

/** A version that no record has. It stands for an entity tag that can never match. */
const noVersion = -1

/**
 * Matches an entity tag such as `v7-3`. The 7 is the version. The 3 can change without a new version, like a lesson's
 * `order`.
 */
const versionTag = /^v(\d{1,9})(?:-\d{1,10}){0,2}$/

/**
 * Matches the entity tag of a record with a hash, such as a release. From version 2 on, the version follows the hash,
 * as in `<hash>-2`.
 */
const hashTag = /^[0-9a-f]{64}(?:-(\d{1,9}))?$/

/**
 * Returns the version in an entity tag: 7 for `v7-3`, 4 for `<hash>-4`, and 1 for `<hash>`. Other tags give
 * `noVersion`.
 */
function versionOf(tag: string, hasHash: boolean): number {
  const version = versionTag.exec(tag)?.[1]
  if (version !== undefined) return Number(version)
  const hashed = hasHash ? hashTag.exec(tag) : null
  return hashed ? Number(hashed[1] ?? 1) : noVersion
}

/**
 * Returns the version in each entity tag of an `If-Match` header. The header `*` gives undefined.
 * @throws ApiError 400 for a malformed header
 */
export function parseIfMatchVersions(header: string, hasHash = false): [number | undefined, ...number[]] {
  const tags = parseIfMatch(header)
  if (tags === 'any') return [undefined]
  const versions = tags.map(({ opaque, isWeak }) =>
    // A weak tag never matches (RFC 9110, section 13.1.1).
    isWeak ? noVersion : versionOf(removeEtagEncodingSuffix(opaque), hasHash),
  )
  return versions as [number, ...number[]]
}

type Values = Record<string, unknown>
type Outcome = Awaited<ReturnType<DocumentRunner>>

/**
 * The maximum number of versions that a change tries after the first in `If-Match`. Each attempt is a database
 * transaction.
 */
const maxRetriedVersions = 8

/** Returns the versions to try after a refused change. `others` are the versions in `If-Match` after the first. */
function versionsToTry({ errors }: ExecutionResult, { req }: Exchange, others: readonly number[]): readonly number[] {
  const [error] = errors ?? []
  if (!error) return []
  const { code, details } = extractApiError(error)
  // With an Idempotency-Key, a `conflict` can mean that an earlier request with this key had another version.
  // The service cannot know the version of the earlier request, so it tries several versions.
  if (code === 'conflict' && req.headers['idempotency-key'] !== undefined) return others.slice(0, maxRetriedVersions)
  // A change can succeed only with the current version of the record. The error contains this version.
  return others.filter((version) => version === details.currentVersion).slice(0, 1)
}

/**
 * Runs a change with the first version in `If-Match`, and after a refusal with others. A refused change has written
 * nothing.
 */
export async function runChangeWithIfMatchVersions(
  exchange: Exchange,
  { rest: { etag } }: Pick<Route, 'rest'>,
  variables: Values,
  change: (variables: Values) => Promise<Outcome>,
): Promise<Outcome> {
  // `variables` already contains the first version of the `If-Match` header.
  const first = await change(variables)
  const sent = exchange.req.headers['if-match']
  if (sent === undefined || !first.result.errors) return first
  const [, ...others] = parseIfMatchVersions(sent, etag === 'hash')
  for (const expectedVersion of versionsToTry(first.result, exchange, others)) {
    const outcome = await change({ ...variables, expectedVersion })
    if (!outcome.result.errors) return outcome
  }
  return first
}
