import DataLoader from 'dataloader'
import type { Context } from '../context.ts'
import type { Queries } from '../db/sql.ts'
import { countLoader } from './counts.ts'
import { readCourses } from './courses.ts'
import { type LevelName, levels } from './levels.ts'
import { inOrder, readByIds, readChildren } from './reads.ts'
import type { Row } from './rows.ts'

/** One request's batches: whatever its resolvers ask for in one tick is one statement. */
type Loaders = ReturnType<typeof makeLoaders>

// Batches and no memory: a request may write between two reads.
const batching = { cache: false }

function makeLoaders(sql: Queries, workspaceId: string) {
  const byId = <L extends LevelName>(name: L) =>
    new DataLoader<string, Row<L> | undefined>(
      async (ids) => inOrder(ids, await readByIds(sql, name, workspaceId, ids)),
      batching,
    )

  const children = <L extends LevelName>(name: L) =>
    new DataLoader<string, Row<L>[]>(async (parents) => {
      const rows = await readChildren(sql, name, workspaceId, parents)
      const { parentId } = levels[name]
      const byParent = Map.groupBy(rows, (row) => (row as unknown as Record<string, string>)[parentId])
      return parents.map((parent) => byParent.get(parent) ?? [])
    }, batching)

  return {
    course: new DataLoader(
      async (ids: readonly string[]) => inOrder(ids, await readCourses(sql, workspaceId, ids)),
      batching,
    ),
    module: byId('module'),
    lesson: byId('lesson'),
    modulesOf: children('module'),
    lessonsOf: children('lesson'),
    blocksOf: children('block'),
    counts: countLoader(sql, workspaceId),
  }
}

const made = new WeakMap<Context, Loaders>()

/** The batches of a request, made when first asked for. */
export function loadersOf(context: Context): Loaders {
  let loaders = made.get(context)
  if (!loaders) {
    loaders = makeLoaders(context.db.sql, context.workspaceId())
    made.set(context, loaders)
  }
  return loaders
}
