import { chooseSiblingsToKeepInPlace } from '../../courses/outline/writes/kept-order.ts'
import { makeYieldToEventLoop } from '../../courses/tree/yield-often.ts'
import { listOutlineLessons } from '../content/outline.ts'
import type { CourseSnapshot } from '../content/read.ts'
import { flattenSnapshot, type SnapshotNode } from './flatten.ts'
import { compareJsonValues, type ValueChange } from './values.ts'

export type NodeChangeKind = 'added' | 'removed' | 'changed' | 'moved'

/**
 * How a course, module, lesson or block differs between two snapshots. A record can have changed and moved: then
 * `change` is `changed` and `isMoved` is true.
 */
export type NodeChange = Pick<SnapshotNode, 'kind' | 'name' | 'path'> & {
  nodeId: string
  change: NodeChangeKind
  isMoved: boolean
  values: ValueChange[]
}

/**
 * The differences between two snapshots. `changes` contains at most `maxListedChanges` changes. If there are more,
 * `isComplete` is false.
 */
export type SnapshotComparison = { changes: NodeChange[]; counts: Record<NodeChangeKind, number>; isComplete: boolean }

/** The maximum number of changes in a response. The field `counts` includes all changes. */
export const maxListedChanges = 1000

/**
 * Returns the ids of modules, lessons and blocks that have another parent or another order. Added and removed siblings
 * do not count.
 */
function findMoved(before: ReadonlyMap<string, SnapshotNode>, after: ReadonlyMap<string, SnapshotNode>): Set<string> {
  const moved = new Set<string>()
  const kept = [...after.values()].flatMap((node) => {
    const old = before.get(node.id)
    if (!old) return []
    if (old.parentId === node.parentId) return [{ node, order: old.index, isListed: true }]
    moved.add(node.id)
    return []
  })
  for (const siblings of Map.groupBy(kept, ({ node }) => node.parentId).values()) {
    const unmoved = chooseSiblingsToKeepInPlace(siblings)
    for (const sibling of siblings) if (!unmoved.has(sibling)) moved.add(sibling.node.id)
  }
  return moved
}

/** Flattens both snapshots (`flattenSnapshot`). Reads only the lessons that differ between the snapshots. */
async function readDifferingLessons(from: CourseSnapshot, to: CourseSnapshot) {
  const [before, after] = [from, to].map(
    ({ outline }) => new Map(listOutlineLessons(outline).map(({ id, hash }) => [id, hash])),
  )
  const differing = (own: Map<string, string>, other: Map<string, string>) =>
    [...own].flatMap(([id, hash]) => (other.get(id) === hash ? [] : [hash]))
  const [beforeLessons, afterLessons] = await Promise.all([
    from.readLessons(differing(before!, after!)),
    to.readLessons(differing(after!, before!)),
  ])
  return { before: flattenSnapshot(from, beforeLessons), after: flattenSnapshot(to, afterLessons) }
}

/**
 * Returns the differences between two snapshots. Records are matched by id. Changes are in the order of `to`, with
 * removed records at the end.
 */
export async function compareSnapshots(from: CourseSnapshot, to: CourseSnapshot): Promise<SnapshotComparison> {
  const { before, after } = await readDifferingLessons(from, to)
  const moved = findMoved(before, after)
  const yieldOften = makeYieldToEventLoop()
  const counts = { added: 0, removed: 0, changed: 0, moved: 0 }
  const changes: NodeChange[] = []
  let changedNodes = 0
  function add({ id: nodeId, kind, name, path }: SnapshotNode, change: NodeChangeKind, values: ValueChange[]): void {
    const isMoved = moved.has(nodeId)
    changedNodes++
    counts[change]++
    if (isMoved && change === 'changed') counts.moved++
    if (changes.length < maxListedChanges) changes.push({ kind, nodeId, name, path, change, isMoved, values })
  }
  for (const node of after.values()) {
    await yieldOften()
    const old = before.get(node.id)
    if (!old) {
      add(node, 'added', [])
      continue
    }
    const values = old.fields && node.fields ? compareJsonValues(old.fields, node.fields) : []
    if (values.length > 0) add(node, 'changed', values)
    else if (moved.has(node.id)) add(node, 'moved', [])
  }
  for (const node of before.values()) if (!after.has(node.id)) add(node, 'removed', [])
  return { changes, counts, isComplete: changedNodes === changes.length }
}
