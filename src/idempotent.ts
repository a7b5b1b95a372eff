import { createHash } from 'node:crypto'
import { z } from 'zod'
import { whoIs } from './auth/caller.ts'
import { builder } from './builder.ts'
import { check, limitedBy, nameOf } from './checks.ts'
import type { Context } from './context.ts'
import { type Queries, type Sql, statement } from './db/sql.ts'
import { ApiError } from './errors.ts'

/** How long a result is kept: the same key afterwards is a new request. */
const keptFor = "interval '24 hours'"

const tryLock = statement<{ locked: boolean }>(
  'idempotency_lock',
  'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 7203998214)) AS locked',
)
const find = statement<{ same: boolean; result: string | null }>(
  'idempotency_find',
  `SELECT request = $3 AS same, result FROM idempotency_keys
   WHERE caller = $1 AND key = $2 AND created_at > now() - ${keptFor}`,
)
const store = statement<never>(
  'idempotency_keep',
  `INSERT INTO idempotency_keys (caller, key, workspace_id, request, result) VALUES ($1, $2, $3, $4, $5::json)
   ON CONFLICT (caller, key) DO UPDATE SET request = excluded.request, result = excluded.result, created_at = now()`,
)
const sweep = statement<never>(
  'idempotency_sweep',
  `DELETE FROM idempotency_keys WHERE created_at < now() - ${keptFor}`,
)

// A reservation whose process died is free again after this time: longer than any request takes.
const reserve = statement<{ key: string }>(
  'idempotency_reserve',
  `INSERT INTO idempotency_keys AS k (caller, key, workspace_id, request) VALUES ($1, $2, $4, $3)
   ON CONFLICT (caller, key) DO UPDATE SET request = excluded.request, result = NULL, created_at = now()
   WHERE k.created_at < now() - ${keptFor} OR (k.result IS NULL AND k.created_at < now() - interval '10 minutes')
   RETURNING k.key`,
)
const settle = statement<never>(
  'idempotency_settle',
  'UPDATE idempotency_keys SET result = $3::json WHERE caller = $1 AND key = $2',
)
const release = statement<never>(
  'idempotency_release',
  'DELETE FROM idempotency_keys WHERE caller = $1 AND key = $2 AND result IS NULL',
)

/** Forgets the results that are past their time. */
export const sweepIdempotencyKeys = (sql: Queries) => sql.rows(sweep, [])

const keyed = z.object({ idempotencyKey: nameOf(255) })

/** The argument of every mutation that can be repeated safely; REST takes it as the header `Idempotency-Key`. */
export const idempotencyArgs = builder.args((t) => ({
  idempotencyKey: t.string({
    ...limitedBy(keyed.shape.idempotencyKey),
    description:
      'A key of your own (1 to 255 characters) for this request: repeated within 24 hours, it answers the first result.',
  }),
}))

/** A text for a value that does not depend on the order of members. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

const digest = (operation: string, args: object) =>
  createHash('sha256')
    .update(`${operation} ${canonical(args)}`)
    .digest()

const busy = () =>
  new ApiError('conflict', 'The first request with this Idempotency-Key is still running.', {
    headers: { 'Retry-After': '1' },
  })
const other = () => new ApiError('conflict', 'This Idempotency-Key was used for another request; take a new one.')

/** Within a transaction that is already open, another is the same one. */
const joined = (tx: Queries): Sql => ({ ...tx, transaction: (work) => work(tx) })

const running = new Set<string>()

/** The result that is kept under this key; undefined where there is none yet. */
async function replay(
  tx: Queries,
  who: string,
  key: string,
  request: Buffer,
  context: Context,
): Promise<string | undefined> {
  const [found] = await tx.rows(find, [who, key, request])
  if (!found) return undefined
  if (!found.same) throw other()
  if (found.result === null) throw busy()
  context.notes.replayed = true
  return found.result
}

/** The first result of this key, or the present one, reserved in the same transaction as the write. */
async function once<R>(
  tx: Queries,
  who: string,
  key: string,
  request: Buffer,
  context: Context,
  work: (tx: Sql) => Promise<R>,
): Promise<R> {
  const [lock] = await tx.rows(tryLock, [`${who} ${key}`])
  if (!lock?.locked) throw busy()
  const first = await replay(tx, who, key, request, context)
  if (first !== undefined) return JSON.parse(first) as R
  const result = await work(joined(tx))
  await tx.rows(store, [who, key, context.workspaceId(), request, JSON.stringify(result)])
  return result
}

type Args = { idempotencyKey?: string | null }
type Resolve<A extends Args, R> = (root: object, args: A, context: Context) => R | Promise<R>

/**
 * A resolver whose write happens once a key: repeated within 24 hours by the same caller, the same request answers the
 * first result and another is a `conflict`. The write must go through `context.db.sql`.
 */
export function idempotent<A extends Args, R>(operation: string, resolve: Resolve<A, R>): Resolve<A, R> {
  return async (root, args, context) => {
    const { idempotencyKey, ...rest } = args
    if (idempotencyKey == null) return resolve(root, args, context)
    const { idempotencyKey: key } = check(keyed, { idempotencyKey })
    const who = whoIs(context.caller)
    const name = `${who} ${key}`
    if (running.has(name)) throw busy()
    running.add(name)
    try {
      return await context.db.sql.transaction((tx) =>
        once(tx, who, key, digest(operation, rest), context, async (sql) =>
          resolve(root, args, { ...context, db: { ...context.db, sql } }),
        ),
      )
    } finally {
      running.delete(name)
    }
  }
}

/** How a result is kept, where it cannot be kept as it is: `again` answers the repeated request. */
type Keeping<R> = { keep: (result: R) => string; again: (kept: string) => R }

const asItIs = <R>(): Keeping<R> => ({
  keep: (result) => JSON.stringify(result),
  again: (kept) => JSON.parse(kept) as R,
})

/**
 * The same for work that lasts longer than a transaction should, such as a model's answer: the key is reserved before,
 * and its result is kept after. Work that fails gives the key back.
 */
export function idempotentLong<A extends Args, R>(
  operation: string,
  resolve: Resolve<A, R>,
  { keep, again }: Keeping<R> = asItIs<R>(),
): Resolve<A, R> {
  return async (root, args, context) => {
    const { idempotencyKey, ...rest } = args
    if (idempotencyKey == null) return resolve(root, args, context)
    const { idempotencyKey: key } = check(keyed, { idempotencyKey })
    const { sql } = context.db
    const who = whoIs(context.caller)
    const request = digest(operation, rest)
    const [reserved] = await sql.rows(reserve, [who, key, request, context.workspaceId()])
    if (!reserved) {
      const first = await replay(sql, who, key, request, context)
      if (first === undefined) throw busy()
      return again(first)
    }
    try {
      const result = await resolve(root, args, context)
      await sql.rows(settle, [who, key, keep(result)])
      return result
    } catch (error) {
      await sql.rows(release, [who, key])
      throw error
    }
  }
}
