import DataLoader from 'dataloader'
import type { Queries } from '../db/sql.ts'
import { countLoader } from './counts.ts'
import { readCourses } from './courses.ts'
import { type LevelName, levels } from './levels.ts'
import { inOrder, readByIds, readChildren } from './reads.ts'
import type { Row } from './rows.ts'

/** One request's batches: whatever its resolvers ask for in one tick is one statement. */
export type Loaders = ReturnType<typeof makeLoaders>

export function makeLoaders(sql: Queries, workspaceId: string) {
  const byId = <L extends LevelName>(name: L) =>
    new DataLoader<string, Row<L> | undefined>(async (ids) =>
      inOrder(ids, await readByIds(sql, name, workspaceId, ids)),
    )

  const children = <L extends LevelName>(name: L) =>
    new DataLoader<string, Row<L>[]>(async (parents) => {
      const rows = await readChildren(sql, name, workspaceId, parents)
      const { parentId } = levels[name]
      const byParent = Map.groupBy(rows, (row) => (row as unknown as Record<string, string>)[parentId])
      return parents.map((parent) => byParent.get(parent) ?? [])
    })

  return {
    course: new DataLoader(async (ids: readonly string[]) => inOrder(ids, await readCourses(sql, workspaceId, ids))),
    module: byId('module'),
    lesson: byId('lesson'),
    modulesOf: children('module'),
    lessonsOf: children('lesson'),
    blocksOf: children('block'),
    counts: countLoader(sql, workspaceId),
  }
}
