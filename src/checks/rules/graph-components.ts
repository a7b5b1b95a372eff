/** A directed graph: for each node, the nodes to which its edges lead. Nodes are numbered from 0. */
type DirectedGraph = readonly (readonly number[])[]

/** After this number of nodes and edges, the search yields, so that other work can run. */
const stepsPerPause = 1000

/**
 * Finds the strongly connected components of a graph (Tarjan, 1972). An edge inside a component is part of a cycle.
 * @returns for each node, the number of its component
 */
export function* findStronglyConnectedComponents(graph: DirectedGraph): Generator<undefined, number[]> {
  const order: number[] = []
  const lowest: number[] = []
  const nextEdge: number[] = []
  const componentOf: number[] = []
  // This stack replaces recursion, because a long path would exceed the call stack.
  const path: number[] = []
  const open: number[] = []
  let visited = 0
  let components = 0
  let steps = 0
  function enter(node: number): void {
    order[node] = visited
    lowest[node] = visited++
    nextEdge[node] = 0
    path.push(node)
    open.push(node)
  }
  /**
   * Ends the visit of a node, so that the search continues at the previous node in `path`. If the node is the first
   * visited node of its component, the whole component is known, and its nodes get the number of the component.
   */
  function leave(node: number): void {
    path.pop()
    const parent = path.at(-1)
    if (parent !== undefined) lowest[parent] = Math.min(lowest[parent]!, lowest[node]!)
    if (lowest[node] !== order[node]) return
    let member: number
    do {
      member = open.pop()!
      componentOf[member] = components
    } while (member !== node)
    components++
  }
  for (let start = 0; start < graph.length; start++) {
    if (order[start] !== undefined) continue
    enter(start)
    while (path.length > 0) {
      if (++steps % stepsPerPause === 0) yield undefined
      const node = path.at(-1)!
      const target = graph[node]![nextEdge[node]!++]
      if (target === undefined) leave(node)
      else if (order[target] === undefined) enter(target)
      else if (componentOf[target] === undefined) lowest[node] = Math.min(lowest[node]!, order[target]!)
    }
  }
  return componentOf
}
