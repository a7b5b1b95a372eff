import type { Element, Root } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { makeHtmlBuilder } from './tree/html-builder.ts'
import { sanitizeTree } from './tree/sanitize.ts'

/** Removes ids, and the addresses that are not allowed. */
function reduce(node: Root | Element, isUrlAllowed: (url: string) => boolean): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    const { properties } = child
    delete properties.id
    for (const name of ['href', 'src', 'cite'])
      if (typeof properties[name] === 'string' && !isUrlAllowed(properties[name])) delete properties[name]
    reduce(child, isUrlAllowed)
  }
}

/** Returns HTML with only what a page would show of it, without ids and without addresses that are not allowed. */
export function cleanHtml(html: string, isUrlAllowed: (url: string) => boolean): string {
  const root: Root = { type: 'root', children: [] }
  makeHtmlBuilder(root, html).addHtml(html)
  const safe = sanitizeTree(root)
  reduce(safe, isUrlAllowed)
  return toHtml(safe, { characterReferences: { useNamedReferences: true } })
}
