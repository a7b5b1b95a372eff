import type { LevelName } from '../outline/levels.ts'
import type { TreeChange } from './write.ts'

/**
 * The maximum number of changes in the answer of a tool, so that a large course does not fill an agent's context. The
 * counts are always complete.
 */
const maxChanges = 100

const levels: LevelName[] = ['module', 'lesson', 'block']

/**
 * Keeps at most `maxChanges` changes of a course tree: first modules, then lessons, then blocks. `leftOut` counts the
 * rest.
 */
export function shortenTreeChanges(result: unknown): Record<string, unknown> {
  const { changes, ...others } = result as { changes: TreeChange[] }
  const kept = new Set(levels.flatMap((level) => changes.filter(({ kind }) => kind === level)).slice(0, maxChanges))
  const leftOut = changes.length - kept.size
  return { ...others, changes: changes.filter((change) => kept.has(change)), ...(leftOut > 0 && { leftOut }) }
}
