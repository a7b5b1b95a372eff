import DataLoader from 'dataloader'
import type { Context } from '../context.ts'
import type { Queries } from '../db/sql.ts'
import { countLoader } from './counts.ts'
import { readCourses } from './courses.ts'
import { type LevelName, levels } from './levels.ts'
import { inOrder, readByIds, readChildren } from './reads.ts'
import type { Row } from './rows.ts'

/** A workspace's batches: whatever its requests ask for in one turn of the event loop is one statement. */
type Loaders = ReturnType<typeof makeLoaders>

// Batches and no memory: what is asked for is read afterwards, so everybody sees what was written before they asked.
const batching = { cache: false, maxBatchSize: 500, batchScheduleFn: (run: () => void) => void setImmediate(run) }

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
    block: byId('block'),
    modulesOf: children('module'),
    lessonsOf: children('lesson'),
    blocksOf: children('block'),
    counts: countLoader(sql, workspaceId),
  }
}

const mostKept = 1000
const made = new WeakMap<Queries, Map<string, Loaders>>()

/** The batches that a request's reads go into; within a transaction, its own. */
export function loadersOf(context: Context): Loaders {
  const { sql } = context.db
  const workspaceId = context.workspaceId()
  const ofSql = made.get(sql) ?? new Map<string, Loaders>()
  made.set(sql, ofSql)
  let loaders = ofSql.get(workspaceId)
  if (!loaders) {
    if (ofSql.size >= mostKept) ofSql.clear()
    loaders = makeLoaders(sql, workspaceId)
    ofSql.set(workspaceId, loaders)
  }
  return loaders
}
