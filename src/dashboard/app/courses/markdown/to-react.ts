import type { Element, ElementContent, Root } from 'hast'
import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import type { ReactNode } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { splitAtGaps } from '../../../../courses/block/quiz/gaps.ts'
import { authorIdPrefix } from '../../../../markup/tree/html-builder.ts'

const assetAddress = /^asset:([0-9a-f-]{36})$/i
/** The address of a file can be relative to the service. */
const isFile = /^\/assets\//
const leadsOutside = /^(?:https?|mailto|tel):/i

/**
 * What differs from the page for learners: the ids of the author would meet those of other blocks, a link opens a new
 * tab, and a link into the course has no page that it could lead to.
 */
function adapt(element: Element): void {
  const { properties, children } = element
  if (typeof properties.id === 'string' && properties.id.startsWith(authorIdPrefix)) delete properties.id
  if (typeof properties.href === 'string') {
    if (leadsOutside.test(properties.href) || isFile.test(properties.href)) properties.target = '_blank'
    else if (!properties.href.startsWith('#')) delete properties.href
  }
  for (const child of children) if (child.type === 'element') adapt(child)
}

/** Replaces the names of files in a rendered text, such as `asset:ID`, by their addresses. A file that is not known has none. */
export function showFiles(tree: Root | Element, findUrl: (id: string) => string | undefined): void {
  for (const child of tree.children) {
    if (child.type !== 'element') continue
    for (const name of ['src', 'href']) {
      const id = assetAddress.exec(String(child.properties[name] ?? ''))?.[1]
      if (id !== undefined) child.properties[name] = findUrl(id.toLowerCase())
    }
    showFiles(child, findUrl)
  }
}

/** Returns the elements of React for a rendered text. */
export function toReact(tree: Root): ReactNode {
  for (const child of tree.children) if (child.type === 'element') adapt(child)
  return toJsxRuntime(tree, { Fragment, jsx, jsxs, tableCellAlignToStyle: false })
}

/** What stands in place of a gap until it is rendered. Texts of authors have no elements of this name. */
const gapElement = (name: string): Element => ({ type: 'element', tagName: 'slot', properties: { name }, children: [] })

/** Shows the field of the gap with the id `name`. */
type GapSlot = (props: { name?: string | undefined }) => ReactNode

/** Returns the elements of React for a rendered text, in which the first mark of each gap is a `GapSlot`. */
export function toReactWithGaps(tree: Root, gapIds: readonly string[], slot: GapSlot): ReactNode {
  const left = new Set(gapIds)
  const replace = (node: ElementContent): ElementContent[] => {
    if (node.type === 'element') return [{ ...node, children: node.children.flatMap(replace) }]
    if (node.type !== 'text') return [node]
    return splitAtGaps(node.value).map((part) => {
      if ('text' in part) return { type: 'text', value: part.text }
      return left.delete(part.gapId) ? gapElement(part.gapId) : { type: 'text', value: `{{${part.gapId}}}` }
    })
  }
  const children = tree.children.flatMap((node) => (node.type === 'doctype' ? [] : replace(node)))
  for (const child of children) if (child.type === 'element') adapt(child)
  return toJsxRuntime(
    { ...tree, children },
    { Fragment, jsx, jsxs, components: { slot }, tableCellAlignToStyle: false },
  )
}
