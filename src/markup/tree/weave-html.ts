import type { Nodes, Root } from 'hast'
import type { Raw } from 'mdast-util-to-hast'
import { makeHtmlBuilder } from './html-builder.ts'

type Builder = ReturnType<typeof makeHtmlBuilder>

function add(builder: Builder, node: Nodes | Raw): void {
  if (node.type === 'raw') builder.addHtml(node.value)
  else if (node.type === 'text') builder.addText(node.value)
  else if (node.type === 'element') {
    const { children } = node
    // A formula and code have no tags of the author.
    if (node.tagName === 'math' || node.tagName === 'pre') builder.addElement(node)
    else
      builder.addFixed({ ...node, children: [] }, () => {
        for (const child of children) add(builder, child)
      })
  }
}

/** Returns a tree in which the tags of the author, nodes of the type `raw`, are elements around what is between them. */
export function weaveHtml(tree: Root, source: string): Root {
  const root: Root = { type: 'root', children: [] }
  const builder = makeHtmlBuilder(root, source)
  for (const child of tree.children) add(builder, child)
  return root
}
