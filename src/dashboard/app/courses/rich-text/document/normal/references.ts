import type { Attrs, Node } from 'prosemirror-model'
import { makeRewrite } from './rewrite.ts'

/** Makes links and pictures with addresses of their own of those whose definition is gone. */
export function resolveReferences(doc: Node, isDefined: (label: string) => boolean): Node {
  const isGone = ({ reference }: Attrs) => typeof reference === 'string' && !isDefined(reference)
  const resolve = makeRewrite((node) => {
    const marks = node.marks.map((mark) =>
      isGone(mark.attrs) ? mark.type.create({ ...mark.attrs, reference: null }) : mark,
    )
    if (isGone(node.attrs)) return node.type.create({ ...node.attrs, reference: null }, null, marks)
    return marks.some((mark, index) => mark !== node.marks[index]) ? node.mark(marks) : node
  })
  return resolve(doc)
}
