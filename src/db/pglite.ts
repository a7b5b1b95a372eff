import type { PGlite } from '@electric-sql/pglite'
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { running } from './migrate.ts'

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
