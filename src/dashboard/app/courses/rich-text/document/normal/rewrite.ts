import { Fragment, type Node } from 'prosemirror-model'

/** Makes a function that changes a node and all nodes in it, and remembers what it made. */
export function makeRewrite(change: (node: Node) => Node): (node: Node) => Node {
  const known = new WeakMap<Node, Node>()
  const rewrite = (node: Node): Node => {
    const found = known.get(node)
    if (found) return found
    const content = node.children.map(rewrite)
    const isSame = content.every((child, index) => child === node.child(index))
    const made = change(isSame ? node : node.copy(Fragment.from(content)))
    known.set(node, made)
    return made
  }
  return rewrite
}
