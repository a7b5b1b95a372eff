import type { Definition, Nodes } from 'mdast'

/** The definitions of a text by their identifiers. The first of a name holds. */
export function findDefinitions(tree: Nodes): ReadonlyMap<string, Definition> {
  const found = new Map<string, Definition>()
  const visit = (node: Nodes): void => {
    if (node.type === 'definition' && !found.has(node.identifier)) found.set(node.identifier, node)
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(tree)
  return found
}
