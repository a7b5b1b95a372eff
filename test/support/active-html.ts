import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.DocumentFragment

/** Elements that Markdown and plain formatting produce. They are harmless. */
const formatting = new Set(
  'a abbr b blockquote br caption code col colgroup dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins li mark ol p pre q rp rt ruby s samp section small span strong sub summary sup table tbody td tfoot th thead tr u ul var wbr'.split(
    ' ',
  ),
)
const attributes = new Set(
  'align alt aria-describedby aria-label checked class data-footnote-backref data-footnote-ref data-footnotes dir disabled href id src start title type'.split(
    ' ',
  ),
)
const schemes = new Set(['http:', 'https:', 'mailto:', 'xmpp:'])

const isHarmlessAddress = (address: string) =>
  !URL.canParse(address, 'https://here.example/') || schemes.has(new URL(address, 'https://here.example/').protocol)

/** Returns what a browser would execute or load from HTML: unexpected elements, attributes and URL schemes. */
export function activeContentIn(html: string): string[] {
  const found: string[] = []
  function visit(node: Node): void {
    if ('tagName' in node) {
      if (!formatting.has(node.tagName)) found.push(`<${node.tagName}>`)
      for (const { name, value } of node.attrs) {
        if (!attributes.has(name)) found.push(`<${node.tagName} ${name}>`)
        if ((name === 'href' || name === 'src') && !isHarmlessAddress(value)) found.push(`${name}=${value}`)
      }
    }
    for (const child of 'childNodes' in node ? node.childNodes : []) visit(child)
  }
  visit(parseFragment(html))
  return found
}
