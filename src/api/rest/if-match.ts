import type { ExecutionResult } from 'graphql'
import { parseEtags, removeEtagEncodingSuffix } from '../../http/etag.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { RunDocument } from '../../operations/execution/execute.ts'
import { extractApiError, makeInvalidRequestError } from '../../platform/errors.ts'

/** A version number that no record has. */
const noVersion = -1

// The tag `"v7-3"` means version 7, and `order` 3 of a module, lesson or block, or `treeVersion` 3 of a course. If-Match
// compares only the version.
const versionTag = /^v(\d{1,9})(?:-\d{1,9})?$/

// The tag of a record with a hash has its version at the end. Without one, the version is 1.
const hashTag = /^[0-9a-f]{64}(?:-(\d{1,9}))?$/

function versionOf(tag: string): number {
  const version = versionTag.exec(tag)?.[1]
  if (version !== undefined) return Number(version)
  const hashed = hashTag.exec(tag)
  return hashed ? Number(hashed[1] ?? 1) : noVersion
}

/**
 * Returns the versions in an `If-Match` header. The tags `"v7"` and `"v7-3"` are version 7, with or without an encoding suffix. The
 * tag of a release is its hash and version. The value `*` becomes undefined. Weak tags and unknown tags match no version (RFC 9110, section 13.1.1).
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
 * After the first version in `If-Match`, the maximum number of further versions that a request with an Idempotency-Key
 * tries.
 */
const maxFurtherVersions = 8

/**
 * Returns the `If-Match` versions at which a refused change runs again. Without an Idempotency-Key, only the current
 * version is tried, which the error names. With an Idempotency-Key, each version is tried, because the stored result
 * belongs to the version of the first request.
 */
function versionsToTry({ errors }: ExecutionResult, { req }: Exchange, others: readonly number[]): readonly number[] {
  const [error] = errors ?? []
  if (!error) return []
  const { code, details } = extractApiError(error)
  if (code === 'conflict' && req.headers['idempotency-key'] !== undefined) return others.slice(0, maxFurtherVersions)
  return others.filter((version) => version === details.currentVersion).slice(0, 1)
}

/**
 * Runs a change. `variables` already contains the first version of the `If-Match` header. If the header has several
 * versions, a refused change runs again at the further versions. A refused change has written nothing.
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
