import type { Database } from '../../src/platform/db/database.ts'

/** Counts the changes that the search index does not contain yet, of one workspace or of all. */
export const countUnindexedChanges = ({ prisma }: Pick<Database, 'prisma'>, workspaceId?: string): Promise<number> =>
  prisma.change.count({ where: { searchCursor: { not: null }, ...(workspaceId && { workspaceId }) } })
