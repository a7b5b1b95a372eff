import { DriverAdapterError, type SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { ApiError } from '../errors.ts'
import { PrismaClient } from './generated/prisma/client.ts'

/** Carries an `ApiError` through Prisma, which keeps only the message, `code` and `meta` of an adapter's error. */
class CarriedError extends Error {
  readonly code = 'declared'
  readonly meta: { declared: ApiError }

  constructor(declared: ApiError) {
    super(declared.message)
    this.meta = { declared }
  }
}

// Maps the kinds of connection errors of Prisma's adapter to the codes of Node.
const socketKinds: Readonly<Record<string, string>> = {
  ConnectionClosed: 'ECONNRESET',
  SocketTimeout: 'ETIMEDOUT',
  DatabaseNotReachable: 'ECONNREFUSED',
}

/** Converts an error of Prisma's adapter back to the error of node-postgres. */
function originalOf(error: unknown): Error {
  if (!(error instanceof DriverAdapterError)) return error as Error
  const { originalCode, kind } = error.cause
  return Object.assign(new Error(error.message), { code: originalCode ?? socketKinds[kind] })
}

type Translate = (error: Error) => Error

const throwTranslated = (translate: Translate) => (error: unknown) => {
  const translated = translate(originalOf(error))
  throw translated instanceof ApiError ? new CarriedError(translated) : error
}

type Queryable = Pick<Awaited<ReturnType<SqlDriverAdapterFactory['connect']>>, 'queryRaw' | 'executeRaw'>

/**
 * Changes the query methods of a Prisma connection or transaction. If a query fails, these methods pass the error to
 * `carry`, which throws the error for the caller.
 */
function withTranslatedErrors<Q extends Queryable>(queryable: Q, carry: (error: unknown) => never): Q {
  const { queryRaw, executeRaw } = queryable
  return Object.assign(queryable, {
    queryRaw: (...args: Parameters<Q['queryRaw']>) => queryRaw.apply(queryable, args).catch(carry),
    executeRaw: (...args: Parameters<Q['executeRaw']>) => executeRaw.apply(queryable, args).catch(carry),
  })
}

function translatingFactory(factory: SqlDriverAdapterFactory, translate: Translate): SqlDriverAdapterFactory {
  const carry = throwTranslated(translate)
  const { connect } = factory
  async function connectTranslating() {
    const adapter = withTranslatedErrors(await connect.call(factory), carry)
    const { startTransaction } = adapter
    return Object.assign(adapter, {
      startTransaction: async (...args: Parameters<typeof startTransaction>) =>
        withTranslatedErrors(await startTransaction.apply(adapter, args).catch(carry), carry),
    })
  }
  return Object.assign(factory, { connect: connectTranslating })
}

function throwUnwrapped(error: unknown): never {
  const { declared } = (error as { meta?: { declared?: unknown } }).meta ?? {}
  throw declared instanceof ApiError ? declared : error
}

/**
 * Makes a Prisma client.
 * @param translate converts an error of the database to an API error
 */
export function makePrismaClient(factory: SqlDriverAdapterFactory, translate: Translate): PrismaClient {
  const client = new PrismaClient({ adapter: translatingFactory(factory, translate) })
  const queries = client.$extends({
    query: { $allOperations: ({ args, query }) => query(args).catch(throwUnwrapped) },
  })
  // `$allOperations` does not cover the begin and commit of a transaction, so `$transaction` is changed separately.
  const extended = queries.$extends({
    client: {
      $transaction: (...args: Parameters<typeof queries.$transaction>) =>
        queries.$transaction(...args).catch(throwUnwrapped),
    },
  })
  // The extended client has every member of a Prisma client except `$on`, which the service does not use.
  return extended as unknown as PrismaClient
}
