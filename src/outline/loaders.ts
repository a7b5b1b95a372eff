import DataLoader from 'dataloader'
import type { Queries } from '../db/sql.ts'
import { readCourses } from './courses.ts'
import { type LevelName, levels } from './levels.ts'
import { inOrder, readByIds, readChildren, readCounts } from './reads.ts'
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

  const count = (of: Parameters<typeof readCounts>[1]) =>
    new DataLoader<string, number>(async (parents) => {
      const rows = await readCounts(sql, of, workspaceId, parents)
      const byParent = new Map(rows.map((row) => [row.id, row.count]))
      return parents.map((parent) => byParent.get(parent) ?? 0)
    })

  return {
    course: new DataLoader(async (ids: readonly string[]) => inOrder(ids, await readCourses(sql, workspaceId, ids))),
    module: byId('module'),
    lesson: byId('lesson'),
    modulesOf: children('module'),
    lessonsOf: children('lesson'),
    blocksOf: children('block'),
    lessonsOfCourse: count('lessonsOfCourse'),
    lessonsOfModule: count('lessonsOfModule'),
    blocksOfCourse: count('blocksOfCourse'),
  }
}
