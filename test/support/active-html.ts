import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.DocumentFragment

/** Elements that Markdown and plain formatting produce. They are harmless. */
const formatting = new Set(
  'a abbr address annotation article aside b bdi bdo big blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 header footer hgroup hr i img input ins kbd li mark math mfrac mi mn mo mrow mspace mstyle msub msubsup msup mtext munder mover ol p pre q semantics time data rp rt ruby s samp section small span strong sub summary sup table tbody td tfoot th thead tr u ul var wbr'.split(
    ' ',
  ),
)
const attributes = new Set(
  'align alt alttext aria-describedby aria-label checked class data-footnote-backref data-footnote-ref data-footnotes data-kind data-language dir disabled display displaystyle encoding fence href id lang linethickness loading lspace mathvariant minsize maxsize open rel reversed rspace scriptlevel separator src start stretchy tabindex title type value xmlns'.split(
    ' ',
  ),
)
const schemes = new Set('http: https: mailto: tel: xmpp: course: module: lesson: block: asset:'.split(' '))

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
        // A picture runs no script, whatever is in it.
        const isPicture = node.tagName === 'img' && value.startsWith('data:')
        if ((name === 'href' || name === 'src') && !isPicture && !isHarmlessAddress(value))
          found.push(`${name}=${value}`)
      }
    }
    for (const child of 'childNodes' in node ? node.childNodes : []) visit(child)
  }
  visit(parseFragment(html))
  return found
}
