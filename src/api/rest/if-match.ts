import type { ExecutionResult } from 'graphql'
import { parseEtags, removeEtagEncodingSuffix } from '../../http/etag.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { DocumentRunner } from '../../operations/execution/execute.ts'
import { extractApiError, makeInvalidRequestError } from '../../platform/errors.ts'
import type { Route } from './routes.ts'

/** A version that no record has. It stands for an entity tag that can never match. */
const noVersion = -1

/**
 * Matches an entity tag such as `v7-3`. The 7 is the version. The other parts are fields that can change while the
 * version stays the same, such as the `order` of a lesson or the `treeVersion` of a course.
 */
const versionTag = /^v(\d{1,9})(?:-\d{1,10}){0,2}$/

/**
 * Matches the entity tag of a record with a hash, such as a release: the hash, followed by the version if the version
 * is above 1.
 */
const hashTag = /^[0-9a-f]{64}(?:-(\d{1,9}))?$/

function versionOf(tag: string, hasHash: boolean): number {
  const version = versionTag.exec(tag)?.[1]
  if (version !== undefined) return Number(version)
  const hashed = hasHash ? hashTag.exec(tag) : null
  return hashed ? Number(hashed[1] ?? 1) : noVersion
}

/**
 * Returns the versions that an `If-Match` header names, one for each entity tag:
 * - The tags `"v7"` and `"v7-3"` both give 7. What follows the version, such as the position of a lesson, is ignored.
 * - If the record has a hash (`hasHash`), the tag `"<hash>-4"` gives 4. The tag `"<hash>"` gives 1, because tags leave
 *   version 1 out.
 * - The suffix of a compressed response, such as `-gzip`, is ignored.
 * - A weak tag (RFC 9110, section 13.1.1) or an unknown tag gives `noVersion`.
 * - The header `*` gives undefined, which means any version.
 * @throws ApiError 400 for a malformed header
 */
export function parseIfMatchVersions(header: string, hasHash = false): [number | undefined, ...number[]] {
  const tags = parseEtags(header)
  if (tags === 'any') return [undefined]
  if (!tags) {
    const message = 'must be * or entity tags in double quotes, separated by commas, such as "v7"'
    throw makeInvalidRequestError([{ path: 'If-Match', message }])
  }
  const versions = tags.map(({ opaque, isWeak }) =>
    isWeak ? noVersion : versionOf(removeEtagEncodingSuffix(opaque), hasHash),
  )
  return versions as [number, ...number[]]
}

type Values = Record<string, unknown>
type Outcome = Awaited<ReturnType<DocumentRunner>>

/**
 * `If-Match` can name several versions. If a change with an Idempotency-Key conflicts with the first version, the
 * service tries at most this many of the other versions. Otherwise one request could cause many database transactions.
 */
const maxRetriedVersions = 8

/**
 * Returns the versions with which the service repeats a refused change. `others` are the versions in `If-Match` after
 * the first.
 * - Usually, only the current version of the record can succeed, and the error contains this version. If `others`
 *   contains the current version, the result is this version. If not, the result is empty.
 * - With an Idempotency-Key, a `conflict` can mean that an earlier request with the same key had another version. The
 *   service cannot know which version, so the result is the first `maxRetriedVersions` of `others`.
 */
function versionsToTry({ errors }: ExecutionResult, { req }: Exchange, others: readonly number[]): readonly number[] {
  const [error] = errors ?? []
  if (!error) return []
  const { code, details } = extractApiError(error)
  if (code === 'conflict' && req.headers['idempotency-key'] !== undefined) return others.slice(0, maxRetriedVersions)
  return others.filter((version) => version === details.currentVersion).slice(0, 1)
}

/**
 * Runs a change with the first version of the `If-Match` header, which `variables` already contains. If the change is
 * refused, runs it again with other versions of the header (`versionsToTry`). A refused change has written nothing.
 */
export async function runChangeWithIfMatchVersions(
  exchange: Exchange,
  { rest: { etag } }: Pick<Route, 'rest'>,
  variables: Values,
  change: (variables: Values) => Promise<Outcome>,
): Promise<Outcome> {
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
