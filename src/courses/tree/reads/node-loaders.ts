import DataLoader from 'dataloader'
import { makeLoaderRegistry } from '../../outline/reads/loader-registry.ts'
import { dataLoaderOptions } from '../../outline/reads/loaders.ts'
import type { TreeNodeRow } from '../../outline/rows.ts'
import { type LevelsToReadBelowNode, type LevelWithChildren, readNodesWithDescendants } from './nodes-with-levels.ts'

/** The maximum number of modules or lessons in one batch. It is small, because each of them can have many blocks. */
const maxBatchSize = 20

/** Returns the DataLoaders that read modules and lessons with the levels below them. */
export const getLoadersOfNodesWithDescendants = makeLoaderRegistry((sql, workspaceId) => {
  const loader = <L extends LevelWithChildren>(name: L, requested: LevelsToReadBelowNode) =>
    new DataLoader<string, TreeNodeRow<L> | undefined>(
      async (sent) => {
        const ids = sent.map((id) => id.toLowerCase())
        const found = await readNodesWithDescendants(sql, name, workspaceId, [...new Set(ids)], requested)
        return ids.map((id) => found.get(id))
      },
      { ...dataLoaderOptions, maxBatchSize },
    )
  return {
    moduleWithLessons: loader('module', { lessons: true }),
    moduleWithBlocks: loader('module', { lessons: true, blocks: true }),
    lessonWithBlocks: loader('lesson', { blocks: true }),
  }
})
