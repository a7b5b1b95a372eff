import { randomUUID } from 'node:crypto'
import { type LeaseRenewer, leaseDurationSql, makeLeaseSecondsLeftSql } from '../platform/db/leases.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { ApiError } from '../platform/errors.ts'

/**
 * How long the result of a request with an Idempotency-Key is stored, in milliseconds. After 24 hours, a request with
 * the same key counts as a new request.
 */
const retentionMs = 24 * 3_600_000
const retention = `interval '${retentionMs} milliseconds'`

/**
 * A request with an Idempotency-Key (`key`). The property `request` is the SHA-256 hash of the operation's name and
 * arguments.
 */
export type IdempotentRequest = { callerId: string; key: string; request: Buffer; workspaceId: string }

const find = defineSqlStatement<{ same: boolean; result: string | null; seconds: number | null }>(
  'idempotency_find',
  `SELECT request = $4 AS same, result, ${makeLeaseSecondsLeftSql('leased_until')} AS seconds FROM idempotency_keys k
   WHERE k.workspace_id = $1 AND k.caller = $2 AND k.key = $3 AND k.created_at > now() - ${retention}`,
)
const keep = defineSqlStatement<never>(
  'idempotency_keep',
  `INSERT INTO idempotency_keys (workspace_id, caller, key, request, result) VALUES ($1, $2, $3, $4, $5::json)
   ON CONFLICT (workspace_id, caller, key) DO UPDATE SET request = excluded.request, result = excluded.result,
     lease_id = NULL, leased_until = NULL, created_at = excluded.created_at`,
)
const workspacesWithExpired = defineSqlStatement<{ workspaceId: string }>(
  'idempotency_workspaces_with_expired',
  `SELECT DISTINCT k.workspace_id AS "workspaceId" FROM idempotency_keys k WHERE k.created_at < now() - ${retention}`,
  { acrossWorkspaces: true, onPrimary: true },
)
const deleteExpired = defineSqlStatement<never>(
  'idempotency_delete_expired',
  `DELETE FROM idempotency_keys k WHERE k.workspace_id = $1 AND k.created_at < now() - ${retention}`,
)
const reserve = defineSqlStatement<{ key: string }>(
  'idempotency_reserve',
  `INSERT INTO idempotency_keys AS k (workspace_id, caller, key, request, lease_id, leased_until)
   VALUES ($1, $2, $3, $4, $5, now() + ${leaseDurationSql})
   ON CONFLICT (workspace_id, caller, key) DO UPDATE SET request = excluded.request, result = NULL,
     lease_id = excluded.lease_id, leased_until = excluded.leased_until, created_at = excluded.created_at
   WHERE k.created_at < $6::timestamptz
     OR (k.result IS NULL AND coalesce(k.leased_until, '-infinity') < excluded.created_at)
   RETURNING k.key`,
)
const renew = defineSqlStatement<never>(
  'idempotency_renew',
  `UPDATE idempotency_keys k SET leased_until = now() + ${leaseDurationSql}
   WHERE k.workspace_id = $1 AND k.caller = $2 AND k.key = $3 AND k.lease_id = $4`,
)
const settle = defineSqlStatement<{ key: string }>(
  'idempotency_settle',
  `UPDATE idempotency_keys k SET result = $5::json, lease_id = NULL, leased_until = NULL
   WHERE k.workspace_id = $1 AND k.caller = $2 AND k.key = $3 AND k.lease_id = $4 RETURNING k.key`,
)
const release = defineSqlStatement<never>(
  'idempotency_release',
  'DELETE FROM idempotency_keys k WHERE k.workspace_id = $1 AND k.caller = $2 AND k.key = $3 AND k.lease_id = $4',
)

/** Deletes the Idempotency-Keys and stored results that are older than 24 hours. */
export async function deleteExpiredIdempotencyKeys(sql: SqlRunner): Promise<void> {
  for (const { workspaceId } of await sql.rows(workspacesWithExpired, [])) await sql.rows(deleteExpired, [workspaceId])
}

/**
 * The maximum value of `Retry-After`, in seconds, for a client that repeats a request while the first request is
 * running. The first request can end much earlier than its lease.
 */
const maxRetryAfterSeconds = 10

/**
 * Makes the `conflict` error for an Idempotency-Key whose first request is still running. `seconds` is the value of
 * Retry-After.
 */
export const makeFirstRequestStillRunningError = (seconds = 1) =>
  new ApiError('conflict', 'The first request with this Idempotency-Key is still running.', {
    headers: { 'Retry-After': String(seconds) },
  })
const usedForAnother = () =>
  new ApiError('conflict', 'This Idempotency-Key was used for another request; take a new one.')
const leaseLost = () =>
  new ApiError('conflict', 'This request took too long, and another request has taken its Idempotency-Key.')

/**
 * Returns the stored result of an Idempotency-Key, or undefined if the key is new.
 * @throws ApiError `conflict` if the key was used with other arguments, or if the first request is still running
 */
export async function findIdempotentResult(
  tx: SqlRunner,
  { workspaceId, callerId, key, request }: IdempotentRequest,
): Promise<string | undefined> {
  const [found] = await tx.rows(find, [workspaceId, callerId, key, request])
  if (!found) return undefined
  if (!found.same) throw usedForAnother()
  if (found.result === null) throw makeFirstRequestStillRunningError(Math.min(found.seconds ?? 1, maxRetryAfterSeconds))
  return found.result
}

export const storeIdempotentResult = (
  tx: SqlRunner,
  { callerId, key, request, workspaceId }: IdempotentRequest,
  result: string,
) => tx.rows(keep, [workspaceId, callerId, key, request, result])

/** A reservation of an Idempotency-Key for a running request. */
type Reservation = {
  /**
   * Stores the result, in the transaction of the request's writes (`tx`).
   * @throws ApiError `conflict` if another request has taken the key
   */
  settle(tx: SqlRunner, result: string): Promise<void>
  /** Releases the Idempotency-Key, so that the client can repeat the request. */
  release(): Promise<void>
}

/**
 * Reserves an Idempotency-Key with a lease that this process renews. Returns undefined if the key is already used or
 * reserved.
 */
export async function tryToReserveIdempotencyKey(
  sql: SqlRunner,
  leases: LeaseRenewer,
  keyed: IdempotentRequest,
): Promise<Reservation | undefined> {
  const { callerId, key, request, workspaceId } = keyed
  const leaseId = randomUUID()
  const lease = [workspaceId, callerId, key, leaseId]
  const expiredBefore = new Date(Date.now() - retentionMs).toISOString()
  const [reserved] = await sql.rows(reserve, [workspaceId, callerId, key, request, leaseId, expiredBefore])
  if (!reserved) return undefined
  // If a renewal fails and the lease ends, another request can reserve the key, and `settle` fails.
  const end = leases.hold([renew, lease])
  return {
    async settle(tx, result) {
      const [settled] = await tx.rows(settle, [...lease, result])
      if (!settled) throw leaseLost()
    },
    async release() {
      end()
      await sql.rows(release, lease)
    },
  }
}
