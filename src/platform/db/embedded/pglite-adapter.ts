import type { PGlite } from '@electric-sql/pglite'
import {
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import { PrismaPGlite } from 'pglite-prisma-adapter'

/** Makes `executeScript` wait for the SQL script and throw its error. `pglite-prisma-adapter` itself does neither. */
const withScripts = (adapter: SqlDriverAdapter, script: (text: string) => Promise<unknown>): SqlDriverAdapter =>
  Object.assign(adapter, {
    executeScript: async (text: string) => {
      await script(text).catch((error: Error & { code?: string }) => {
        throw new DriverAdapterError({
          kind: 'postgres',
          code: error.code ?? 'N/A',
          severity: 'ERROR',
          message: error.message,
          detail: undefined,
          column: undefined,
          hint: undefined,
        })
      })
    },
  })

/**
 * Makes Prisma's driver adapter for an embedded database.
 * @param shadow an empty database for `connectToShadowDb`, in which Prisma runs the migrations
 */
export function makePglitePrismaAdapterFactory(
  client: Pick<PGlite, 'query' | 'exec' | 'transaction'>,
  shadow?: PGlite,
): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPGlite(client as PGlite)
  return Object.assign(factory, {
    connect: async () =>
      withScripts(await PrismaPGlite.prototype.connect.call(factory), (script) => client.exec(script)),
    connectToShadowDb: async () => {
      if (!shadow) throw new Error('This database has no shadow database.')
      return withScripts(await new PrismaPGlite(shadow).connect(), (script) => shadow.exec(script))
    },
  })
}
