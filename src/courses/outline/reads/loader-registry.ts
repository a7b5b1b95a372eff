import type { GraphQLContext } from '../../../operations/context.ts'
import type { SqlRunner } from '../../../platform/db/statement.ts'

const maxWorkspaces = 1000

/** Makes a function that returns the DataLoaders for the workspace of a request. */
export function makeLoaderRegistry<Loaders>(
  make: (sql: GraphQLContext['db']['sql'], workspaceId: string) => Loaders,
): (context: GraphQLContext) => Loaders {
  // Each transaction has its own `SqlRunner` and DataLoaders, because it reads through its own database connection.
  const loadersBySql = new WeakMap<SqlRunner, Map<string, Loaders>>()
  return (context) => {
    const { sql } = context.db
    const workspaceId = context.workspaceId()
    const byWorkspace = loadersBySql.get(sql) ?? new Map<string, Loaders>()
    loadersBySql.set(sql, byWorkspace)
    let loaders = byWorkspace.get(workspaceId)
    if (!loaders) {
      if (byWorkspace.size >= maxWorkspaces) byWorkspace.clear()
      loaders = make(sql, workspaceId)
      byWorkspace.set(workspaceId, loaders)
    }
    return loaders
  }
}
