import { isDeepStrictEqual } from 'node:util'
import type { Course } from './course.ts'

type Node = { parent: string; fields: object; siblings: string[] }

/** Lists the records of a course with their parents. */
function nodesOf(course: Course): Map<string, Node> {
  const nodes = new Map<string, Node>()
  const siblingsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id)
  const { modules, ...own } = course
  nodes.set('course', { parent: '', fields: own, siblings: ['course'] })
  for (const { lessons, ...module } of modules) {
    nodes.set(module.id, { parent: 'course', fields: module, siblings: siblingsOf(modules) })
    for (const { blocks, ...lesson } of lessons) {
      nodes.set(lesson.id, { parent: module.id, fields: lesson, siblings: siblingsOf(lessons) })
      for (const block of blocks)
        nodes.set(block.id, { parent: lesson.id, fields: block, siblings: siblingsOf(blocks) })
    }
  }
  return nodes
}

/** The length of the longest subsequence of `list` that is in the order of `other`, by trying every subsequence. */
function longestCommon(list: readonly string[], other: readonly string[]): number {
  let longest = 0
  for (let mask = 0; mask < 1 << list.length; mask++) {
    const places = list.filter((_id, index) => mask & (1 << index)).map((id) => other.indexOf(id))
    if (places.length > longest && places.every((place, index) => index === 0 || places[index - 1]! < place))
      longest = places.length
  }
  return longest
}

/** What differs between two courses, found by comparing every record with every other. */
export function findDifferences(from: Course, to: Course) {
  const [before, after] = [nodesOf(from), nodesOf(to)]
  const kept = [...after.keys()].filter((id) => before.has(id))
  const changed = kept.filter((id) => !isDeepStrictEqual(before.get(id)!.fields, after.get(id)!.fields))
  const reparented = kept.filter((id) => before.get(id)!.parent !== after.get(id)!.parent)
  let reordered = 0
  for (const [parent, ids] of Map.groupBy(kept, (id) => after.get(id)!.parent)) {
    const own = ids.filter((id) => before.get(id)!.parent === parent)
    if (own.length === 0) continue
    const [old, now] = [before.get(own[0]!)!.siblings, after.get(own[0]!)!.siblings].map((list) =>
      list.filter((id) => own.includes(id)),
    )
    reordered += own.length - longestCommon(old!, now!)
  }
  return {
    added: [...after.keys()].filter((id) => !before.has(id)).sort(),
    removed: [...before.keys()].filter((id) => !after.has(id)).sort(),
    changed: changed.sort(),
    reparented: reparented.sort(),
    moved: reparented.length + reordered,
  }
}
