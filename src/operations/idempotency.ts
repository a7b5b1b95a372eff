import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { getCallerId } from '../identity/caller.ts'
import { updateHashWithCanonicalJson } from '../platform/canonical-json.ts'
import type { TransactionalSqlRunner } from '../platform/db/sql.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { makeInvalidRequestError } from '../platform/errors.ts'
import { findJsonDepthError } from '../platform/json-depth.ts'
import type { GraphQLContext } from './context.ts'
import {
  findIdempotentResult,
  type IdempotentRequest,
  makeFirstRequestStillRunningError,
  storeIdempotentResult,
  tryToReserveIdempotencyKey,
} from './idempotency-store.ts'
import { makeFieldLimitOptionsFromZod, makeNonBlankTextSchema, parseInput } from './validation.ts'

/**
 * Locks an Idempotency-Key until the end of the transaction. Returns `locked: false` immediately if another process has
 * the lock.
 */
const tryLock = defineSqlStatement<{ locked: boolean }>(
  'idempotency_lock',
  'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 7203998214)) AS locked',
)

const idempotencyKeySchema = makeNonBlankTextSchema(255)

export const idempotencyKeyArgumentName = 'idempotencyKey'

/** The options of the argument `idempotencyKey`. REST receives the argument in the header `Idempotency-Key`. */
export const idempotencyKeyArgumentOptions = {
  ...makeFieldLimitOptionsFromZod(idempotencyKeySchema),
  description: '1 to 255 characters. A repeat within 24 hours returns the first result.',
}

const argsSchema = z.object({ idempotencyKey: idempotencyKeySchema })

/**
 * The maximum nesting depth of the arguments of an operation. The content of a block can be 64 levels deep, and a
 * course tree adds some levels above the block.
 */
const maxDepth = 80

/**
 * Hashes the name and the arguments of an operation.
 * @throws ApiError `invalid_request` if the arguments are nested too deeply
 */
function digest(operation: string, args: object): Buffer {
  const tooDeep = findJsonDepthError(args, maxDepth)
  if (tooDeep) throw makeInvalidRequestError([{ ...tooDeep, path: tooDeep.path.replace(/^input\./, '') }])
  const hash = createHash('sha256').update(`${operation} `)
  updateHashWithCanonicalJson(hash, args)
  return hash.digest()
}

/**
 * Returns a SQL runner that stays in the transaction `tx`. Its method `transaction()` runs the callback in `tx` instead
 * of opening a second transaction.
 */
const joinTransaction = (tx: SqlRunner): TransactionalSqlRunner => ({ ...tx, transaction: (work) => work(tx) })

const isDryRun = ({ input }: { input?: { dryRun?: unknown } | null }) => input?.dryRun === true

/**
 * Returns the Idempotency-Key of a request and the hash of its arguments. Returns undefined if the request has no key,
 * or is a dry run. A dry run changes nothing, so a repeat may run again, and its result is not stored.
 */
function idempotentRequestOf(operation: string, args: object, context: GraphQLContext): IdempotentRequest | undefined {
  const { idempotencyKey, ...rest }: { idempotencyKey?: unknown } = args
  if (idempotencyKey == null) return undefined
  const { idempotencyKey: key } = parseInput(argsSchema, { idempotencyKey })
  if (isDryRun(rest)) return undefined
  return {
    callerId: getCallerId(context.caller),
    key,
    request: digest(operation, rest),
    workspaceId: context.workspaceId(),
  }
}

/**
 * Returns the stored result of an Idempotency-Key. If the key is new, runs `work` in the transaction `tx`, and stores
 * the result of `work` in this transaction.
 */
async function findOrStoreResult<R>(
  tx: SqlRunner,
  keyed: IdempotentRequest,
  context: GraphQLContext,
  work: (tx: TransactionalSqlRunner) => Promise<R>,
): Promise<R> {
  const [lock] = await tx.rows(tryLock, [`${keyed.callerId} ${keyed.key}`])
  if (!lock?.locked) throw makeFirstRequestStillRunningError()
  const first = await findIdempotentResult(tx, keyed)
  if (first !== undefined) {
    context.notes.replayed = true
    return JSON.parse(first) as R
  }
  const result = await work(joinTransaction(tx))
  await storeIdempotentResult(tx, keyed, JSON.stringify(result))
  return result
}

/**
 * Runs an operation once for each Idempotency-Key. A repeat within 24 hours gets the first result.
 * @param run must write through `db.sql` of the context that it gets. The result is stored in the same transaction
 * @throws ApiError `conflict` for the same key with other arguments
 */
export async function runOncePerIdempotencyKey<R>(
  operation: string,
  args: object,
  context: GraphQLContext,
  run: (context: GraphQLContext) => R | Promise<R>,
): Promise<R> {
  const keyed = idempotentRequestOf(operation, args, context)
  if (!keyed) return run(context)
  const { idempotencyKeysInUse } = context
  const name = `${keyed.callerId} ${keyed.key}`
  // If this process is already handling the key, the request fails here without using a database connection.
  if (idempotencyKeysInUse.has(name)) throw makeFirstRequestStillRunningError()
  idempotencyKeysInUse.add(name)
  try {
    return await context.db.sql.transaction((tx) =>
      findOrStoreResult(tx, keyed, context, async (sql) => run({ ...context, db: { ...context.db, sql } })),
    )
  } finally {
    idempotencyKeysInUse.delete(name)
  }
}

/**
 * The maximum time, in milliseconds, that a response waits until its Idempotency-Key is released. A database that does
 * not answer must not delay the response for longer.
 */
const maxReleaseWaitMs = 1000

/**
 * The format of stored results: `serialize` converts a result to JSON text, and `restore` converts the stored text back
 * to the result for a repeated request.
 */
type ResultFormat<R> = { serialize: (result: R) => string; restore: (stored: string) => R }

const asJson = <R>(): ResultFormat<R> => ({
  serialize: (result) => JSON.stringify(result),
  restore: (stored) => JSON.parse(stored) as R,
})

/** Stores the result of a request in the transaction of its write, so that the database saves both or neither. */
export type StoreResultInTransaction<R> = (tx: SqlRunner, result: R) => Promise<void>
type Resolve<A, R> = (root: object, args: A, context: GraphQLContext) => Promise<R>
type ResolveLong<A, R> = (
  ...args: [...Parameters<Resolve<A, R>>, storeResult: StoreResultInTransaction<R>]
) => Promise<R>

/**
 * Makes the resolver of an operation with `idempotent: 'lease'`. After a crash, the key becomes free when its lease
 * ends.
 * @param resolve must call `storeResult` in the transaction of its write
 */
export function makeLongRunningIdempotentResolver<A extends object, R>(
  operation: string,
  resolve: ResolveLong<A, R>,
  { serialize, restore }: ResultFormat<R> = asJson<R>(),
): Resolve<A, R> {
  return async (root, args, context) => {
    const keyed = idempotentRequestOf(operation, args, context)
    if (!keyed) return resolve(root, args, context, async () => {})
    const { sql } = context.db
    const reservation = await tryToReserveIdempotencyKey(sql, context.leases, keyed)
    if (!reservation) {
      const first = await findIdempotentResult(sql, keyed)
      if (first === undefined) throw makeFirstRequestStillRunningError()
      context.notes.replayed = true
      return restore(first)
    }
    let isStored = false
    try {
      const result = await resolve(root, args, context, async (tx, result) => {
        await reservation.settle(tx, serialize(result))
        isStored = true
      })
      if (!isStored) await reservation.settle(sql, serialize(result))
      return result
    } finally {
      // After a failed request, `release` frees the Idempotency-Key, so that the client can repeat the request.
      // If the result is stored, `release` deletes nothing.
      // If `release` fails, the Idempotency-Key stays reserved until its lease ends.
      const released = reservation
        .release()
        .catch((error: unknown) => context.log().warn({ err: error }, 'a key was not released'))
      await Promise.race([released, wait(maxReleaseWaitMs, undefined, { ref: false })])
    }
  }
}
