import { DriverAdapterError, type SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { expect, test } from 'vitest'
import { translateDatabaseFailure } from '../../../src/platform/db/errors.ts'
import { makePrismaClient } from '../../../src/platform/db/prisma.ts'
import { makeUnavailableError } from '../../../src/platform/errors.ts'

/** A Prisma client whose queries all fail with the same error. */
function failingClient(error: Error) {
  const fail = () => Promise.reject(error)
  const about = { provider: 'postgres', adapterName: 'test' }
  const adapter = {
    ...{ ...about, queryRaw: fail, executeRaw: fail, executeScript: fail, startTransaction: fail },
    dispose: async () => {},
    getConnectionInfo: () => ({ supportsRelationJoins: true }),
  }
  const factory = { ...about, connect: async () => adapter } as unknown as SqlDriverAdapterFactory
  return makePrismaClient(factory, translateDatabaseFailure)
}

type Client = ReturnType<typeof makePrismaClient>

const ways: Record<string, (client: Client) => Promise<unknown>> = {
  'a query': (client) => client.workspace.count(),
  'a statement': (client) => client.$executeRaw`SELECT 1`,
  'the begin of a transaction': (client) => client.$transaction(async (tx) => tx.workspace.count()),
}

const outcomeUnknown = { status: 503, details: { reason: 'outcome_unknown' } }

for (const [way, run] of Object.entries(ways)) {
  test.each(['ConnectionClosed', 'SocketTimeout', 'DatabaseNotReachable'] as const)(
    `${way} of Prisma on a connection that fails with %s has an unknown outcome`,
    async (kind) => {
      const error = new DriverAdapterError({ kind } as ConstructorParameters<typeof DriverAdapterError>[0])
      await expect(run(failingClient(error))).rejects.toMatchObject(outcomeUnknown)
    },
  )

  test(`${way} of Prisma gets the refusals of PostgreSQL and of the pool as every other statement does`, async () => {
    const kind = { kind: 'postgres', code: '55P03', severity: 'ERROR', message: 'locked' } as const
    const locked = new DriverAdapterError({ ...kind, originalCode: '55P03', detail: '', column: '', hint: '' })
    await expect(run(failingClient(locked))).rejects.toMatchObject({ status: 503, details: { reason: 'locks' } })
    const refused = makeUnavailableError('The pool is full.')
    await expect(run(failingClient(refused))).rejects.toBe(refused)
  })
}

test('an error of Prisma that is no failure of the database stays as it is', async () => {
  const unique = new DriverAdapterError({ kind: 'UniqueConstraintViolation', originalCode: '23505' })
  await expect(failingClient(unique).workspace.count()).rejects.toMatchObject({ code: 'P2002' })
})
