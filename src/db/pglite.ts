import type { PGlite } from '@electric-sql/pglite'
import type { SqlDriverAdapter, SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { PrismaPGlite } from 'pglite-prisma-adapter'

/**
 * Has a migration's script run as the database takes it, and waited for: PGlite's adapter does not wait, and
 * PostgreSQL's cuts a script at each semicolon, function bodies and comments too.
 */
export const running = (adapter: SqlDriverAdapter, script: (text: string) => Promise<unknown>): SqlDriverAdapter =>
  Object.assign(adapter, {
    executeScript: async (text: string) => {
      await script(text)
    },
  })

/** Prisma's way to an embedded database; `shadow` is an empty one for computing differences. */
export function pgliteFactory(client: PGlite, shadow?: PGlite): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPGlite(client)
  return Object.assign(factory, {
    connect: async () => running(await PrismaPGlite.prototype.connect.call(factory), (script) => client.exec(script)),
    connectToShadowDb: async () => {
      if (!shadow) throw new Error('This database has no shadow.')
      return running(await new PrismaPGlite(shadow).connect(), (script) => shadow.exec(script))
    },
  })
}
