import type { ExecutionResult } from 'graphql'
import { parseEtags, removeEtagEncodingSuffix } from '../../http/etag.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { RunDocument } from '../../operations/execution/execute.ts'
import { extractApiError, makeInvalidRequestError } from '../../platform/errors.ts'

/** The version for a tag that matches no version. No record has this version. */
const noVersion = -1

/**
 * Matches an entity tag such as `v7-3`: version 7, and `order` 3 of a module, lesson or block, or `treeVersion` 3 of a
 * course. `If-Match` compares only the version.
 */
const versionTag = /^v(\d{1,9})(?:-\d{1,9})?$/

/**
 * Matches the entity tag of a record with a hash: the hash, followed by the version. If the version is missing, it is
 * 1.
 */
const hashTag = /^[0-9a-f]{64}(?:-(\d{1,9}))?$/

function versionOf(tag: string): number {
  const version = versionTag.exec(tag)?.[1]
  if (version !== undefined) return Number(version)
  const hashed = hashTag.exec(tag)
  return hashed ? Number(hashed[1] ?? 1) : noVersion
}

/**
 * Returns the versions in an `If-Match` header. The tags `"v7"` and `"v7-3"` are version 7, with or without an encoding
 * suffix. The tag of a release contains its hash and its version. The header `*` returns undefined, which means any
 * version. Weak tags and unknown tags match no version (RFC 9110, section 13.1.1).
 * @throws ApiError 400 for a malformed header
 */
export function parseIfMatchVersions(header: string): [number | undefined, ...number[]] {
  const tags = parseEtags(header)
  if (tags === 'any') return [undefined]
  if (!tags) {
    const message = 'must be * or entity tags in double quotes, separated by commas, such as "v7"'
    throw makeInvalidRequestError([{ path: 'If-Match', message }])
  }
  const versions = tags.map(({ opaque, isWeak }) => (isWeak ? noVersion : versionOf(removeEtagEncodingSuffix(opaque))))
  return versions as [number, ...number[]]
}

type Values = Record<string, unknown>
type Outcome = Awaited<ReturnType<RunDocument>>

/**
 * The maximum number of versions in `If-Match` that a request with an Idempotency-Key tries after the first version.
 */
const maxRetriedVersions = 8

/**
 * Returns the versions in `If-Match` with which a refused change runs again. Usually this is only the current version
 * of the record, which the error contains. But if an Idempotency-Key caused a `conflict`, the change runs again with
 * each version: the key is stored together with the version of the first request, which may be any of them.
 */
function versionsToTry({ errors }: ExecutionResult, { req }: Exchange, others: readonly number[]): readonly number[] {
  const [error] = errors ?? []
  if (!error) return []
  const { code, details } = extractApiError(error)
  if (code === 'conflict' && req.headers['idempotency-key'] !== undefined) return others.slice(0, maxRetriedVersions)
  return others.filter((version) => version === details.currentVersion).slice(0, 1)
}

/**
 * Runs a change. `variables` already contains the first version of the `If-Match` header. If the header has several
 * versions, a refused change runs again with other versions (`versionsToTry`). A refused change has written nothing.
 */
export async function runAtExpectedVersion(
  exchange: Exchange,
  variables: Values,
  change: (variables: Values) => Promise<Outcome>,
): Promise<Outcome> {
  const first = await change(variables)
  const sent = exchange.req.headers['if-match']
  if (sent === undefined || !first.result.errors) return first
  const [, ...others] = parseIfMatchVersions(sent)
  for (const expectedVersion of versionsToTry(first.result, exchange, others)) {
    const outcome = await change({ ...variables, expectedVersion })
    if (!outcome.result.errors) return outcome
  }
  return first
}
