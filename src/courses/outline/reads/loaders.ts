import DataLoader from 'dataloader'
import { makeSameTurnReadCombiner } from '../../../platform/db/combined-reads.ts'
import type { SqlRunner } from '../../../platform/db/statement.ts'
import type { CourseColumnSet } from '../course-columns.ts'
import type { LevelName } from '../levels.ts'
import { getParentId, type TreeNodeRow } from '../rows.ts'
import { makeLessonAndBlockCountLoader } from './course-counts.ts'
import { readCoursesByIds } from './course-reads.ts'
import { makeLessonCountOfModuleLoader } from './lesson-counts.ts'
import { makeLoaderRegistry } from './loader-registry.ts'
import { readChildrenOfParents, readTreeNodesByIds, sortByIds } from './reads.ts'

/** The DataLoaders have no cache, so that each request sees all writes that finished before the request. */
export const dataLoaderOptions = {
  cache: false,
  maxBatchSize: 500,
  batchScheduleFn: (run: () => void) => void setImmediate(run),
}

/**
 * The maximum number of blocks that one SQL statement reads. It is small, because the content of a block can be large.
 */
export const maxBlocksPerBatch = 100

/**
 * Makes the DataLoaders of a workspace. A DataLoader combines the reads that all requests make in the same turn of the
 * event loop.
 */
function makeLoaders(sql: SqlRunner, workspaceId: string) {
  const courses = (columns: CourseColumnSet) =>
    new DataLoader(
      async (ids: readonly string[]) => sortByIds(ids, await readCoursesByIds(sql, workspaceId, ids, columns)),
      dataLoaderOptions,
    )

  const byId = <L extends LevelName>(name: L, maxBatchSize = dataLoaderOptions.maxBatchSize) =>
    new DataLoader<string, TreeNodeRow<L> | undefined>(
      async (ids) => sortByIds(ids, await readTreeNodesByIds(sql, name, workspaceId, ids)),
      { ...dataLoaderOptions, maxBatchSize },
    )

  const children = <L extends LevelName>(name: L) =>
    new DataLoader<string, TreeNodeRow<L>[]>(async (parents) => {
      const rows = await readChildrenOfParents(sql, name, workspaceId, parents)
      const byParent = Map.groupBy(rows, (row) => getParentId(name, row))
      return parents.map((parent) => byParent.get(parent) ?? [])
    }, dataLoaderOptions)

  return {
    course: courses('complete'),
    leanCourse: courses('lean'),
    module: byId('module'),
    lesson: byId('lesson'),
    block: byId('block', maxBlocksPerBatch),
    modulesOf: children('module'),
    lessonsOf: children('lesson'),
    blocksOf: children('block'),
    courseCounts: makeLessonAndBlockCountLoader(sql, workspaceId),
    shortReads: { rows: makeSameTurnReadCombiner(sql) },
    lessonCountOfModule: makeLessonCountOfModuleLoader(sql, workspaceId),
  }
}

/** Returns the DataLoaders for the workspace of a request. A transaction has its own DataLoaders. */
export const getDataLoaders = makeLoaderRegistry(makeLoaders)
