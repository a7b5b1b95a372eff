import type { CourseStructureCheck } from '../model/check.ts'
import type { CourseForChecks, LessonWithoutContent } from '../model/course.ts'
import { quoteForMessage } from './define.ts'
import { findStronglyConnectedComponents } from './graph-components.ts'

type Owner = { kind: 'module' | 'lesson'; nodeId: string }

/** An entry in the prerequisites of a module or lesson. `path` is its JSON Pointer. */
type Entry = Owner & { key: string; path: string }

function* entriesOf({ kind, nodeId }: Owner, prerequisites: readonly string[]): Iterable<Entry> {
  for (const [index, key] of prerequisites.entries()) yield { kind, nodeId, key, path: `/prerequisites/${index}` }
}

function* findUnknown({ modules }: CourseForChecks<LessonWithoutContent>): Iterable<Entry | undefined> {
  const keys = new Set(modules.flatMap(({ key, lessons }) => [key, ...lessons.map((lesson) => lesson.key)]))
  for (const { id, prerequisites, lessons } of modules) {
    for (const entry of entriesOf({ kind: 'module', nodeId: id }, prerequisites)) if (!keys.has(entry.key)) yield entry
    for (const { id, prerequisites } of lessons) {
      for (const entry of entriesOf({ kind: 'lesson', nodeId: id }, prerequisites))
        if (!keys.has(entry.key)) yield entry
      yield undefined
    }
  }
}

/**
 * Builds the directed graph of the prerequisites. The nodes are the lessons, and the beginning and end of each module.
 * Each edge leads to a node that a learner must finish first.
 */
function* buildGraph({ modules }: CourseForChecks<LessonWithoutContent>) {
  const graph: number[][] = []
  const addNode = () => graph.push([]) - 1
  const nodeByKey = new Map<string, number>()
  const owners: { from: number; owner: Owner; prerequisites: readonly string[] }[] = []
  for (const module of modules) {
    // A module has a node for its beginning and a node for its end.
    // If a module is a prerequisite, one edge to its end replaces an edge to each of its lessons.
    const [begin, end] = [addNode(), addNode()]
    // Learners reach the end of a module only after its beginning and all its lessons.
    graph[end]!.push(begin)
    if (module.key) nodeByKey.set(module.key, end)
    owners.push({ from: begin, owner: { kind: 'module', nodeId: module.id }, prerequisites: module.prerequisites })
    for (const { id, key, prerequisites } of module.lessons) {
      const node = addNode()
      // Learners reach a lesson only after the beginning of its module.
      graph[node]!.push(begin)
      graph[end]!.push(node)
      if (key) nodeByKey.set(key, node)
      owners.push({ from: node, owner: { kind: 'lesson', nodeId: id }, prerequisites })
      yield undefined
    }
  }
  const edges: { from: number; to: number; entry: Entry }[] = []
  for (const { from, owner, prerequisites } of owners) {
    for (const entry of entriesOf(owner, prerequisites)) {
      const to = nodeByKey.get(entry.key)
      if (to === undefined) continue
      graph[from]!.push(to)
      edges.push({ from, to, entry })
    }
    yield undefined
  }
  return { graph, edges }
}

/**
 * Checks that each prerequisite is the key of a lesson or module of the course, and that prerequisites form no cycle.
 */
export const prerequisiteChecks: readonly CourseStructureCheck[] = [
  {
    code: 'prerequisite_not_found',
    severity: 'error',
    types: ['module', 'lesson'],
    meaning: 'A prerequisite is the key of no lesson and no module of the course.',
    remedy: 'Correct the key, give it to a lesson or module, or remove it from `prerequisites`.',
    *findInCourse(course) {
      for (const entry of findUnknown(course)) {
        if (!entry) yield undefined
        else {
          const { kind, nodeId, key, path } = entry
          const message = `No lesson or module of the course has the key ${quoteForMessage(key)}. Correct the prerequisite, or remove it.`
          const fix = { description: 'Removes the prerequisite.', edits: [{ path }] }
          yield { kind, nodeId, path, message, fix }
        }
      }
    },
  },
  {
    code: 'prerequisite_cycle',
    severity: 'error',
    types: ['module', 'lesson'],
    meaning:
      'Prerequisites form a cycle, so that a learner could never begin: a lesson must be finished before itself. A module counts as all its lessons. So a lesson must not need its own module, and a module none of its own lessons.',
    remedy: 'Remove one prerequisite of the cycle. Each of them has a finding.',
    *findInCourse(course) {
      const { graph, edges } = yield* buildGraph(course)
      const componentOf = yield* findStronglyConnectedComponents(graph)
      for (const { from, to, entry } of edges) {
        if (componentOf[from] !== componentOf[to]) continue
        const { kind, nodeId, key, path } = entry
        const message = `The prerequisite ${quoteForMessage(key)} leads back to this ${kind}. Remove it, or another prerequisite of the cycle.`
        yield { kind, nodeId, path, message }
      }
    },
  },
]
