import type { Element, ElementContent, Properties, Root } from 'hast'
import { Tokenizer } from 'htmlparser2'
import { find, html as htmlSchema } from 'property-information'
import { endedByStartOf, makeElementTest, mathElements, scopeElements, voidElements } from './html-elements.ts'

/** The ids that an author has written begin with this prefix, so that they conflict with no id of the page. */
export const authorIdPrefix = 'author:'

/** The deepest nesting of elements. Deeper elements are left out, and what is in them stays. */
const maxDepth = 100

type Parent = Root | Element

/** An open element. A `fixed` one comes from Markdown, and a tag of the author does not end it. */
type Open = { node: Parent; name: string; isFixed: boolean }

/** Attributes that no author can set. Handlers of events, such as `onclick`, have none in the tree either. */
const withoutEffect = /^(?:class|style|on.*)$/

function toProperties(name: string, attributes: ReadonlyMap<string, string>): Properties {
  const properties: Properties = {}
  for (const [attribute, value] of attributes) {
    if (withoutEffect.test(attribute)) continue
    if (attribute === 'id' || (attribute === 'name' && name === 'a' && !attributes.has('id')))
      properties.id = authorIdPrefix + value
    else {
      const { property, boolean } = find(htmlSchema, attribute)
      properties[property] = boolean || value
    }
  }
  return properties
}

/**
 * Makes a builder of a tree from the tags of an author, which may be wrong in any way, between elements that come from
 * Markdown. A tag that HTML does not have becomes text. The time is linear.
 */
export function makeHtmlBuilder(root: Root, source: string) {
  const isElement = makeElementTest(source)
  const open: Open[] = [{ node: root, name: '', isFixed: true }]
  const current = () => open[open.length - 1]!

  function addText(value: string): void {
    if (value === '') return
    const { children } = current().node
    const last = children.at(-1)
    if (last?.type === 'text') last.value += value
    else children.push({ type: 'text', value })
  }

  function endImplied(name: string): void {
    const ended = endedByStartOf[name]
    if (!ended) return
    for (let at = open.length - 1; at > 0; at--) {
      const { name: other, isFixed } = open[at]!
      if (isFixed) return
      if (ended.includes(other)) {
        open.length = at
        endImplied(name)
        return
      }
      if (scopeElements.has(other)) return
    }
  }

  function begin(name: string, attributes: ReadonlyMap<string, string>): void {
    endImplied(name)
    const element: Element = {
      type: 'element',
      tagName: name,
      properties: toProperties(name, attributes),
      children: [],
    }
    const isVoid = voidElements.has(name)
    if (open.length >= maxDepth && !isVoid) return
    ;(current().node.children as ElementContent[]).push(element)
    if (!isVoid) open.push({ node: element, name, isFixed: false })
  }

  function end(name: string): void {
    for (let at = open.length - 1; at > 0 && !open[at]!.isFixed; at--) {
      if (open[at]!.name !== name) continue
      open.length = at
      return
    }
  }

  function addHtml(html: string): void {
    let name = ''
    let nameStart = 0
    let attributes = new Map<string, string>()
    let attribute = ''
    let chunks: string[] = []
    /** The end of what the tokenizer has reported. An unfinished tag at the end is text. */
    let read = 0
    const endOpening = (to: number) => {
      read = to + 1
      if (isElement(name)) begin(name, attributes)
      else addText(html.slice(nameStart - 1, to + 1))
    }
    const tokenizer = new Tokenizer(
      { recognizeSelfClosing: true },
      {
        onopentagname(from, to) {
          name = html.slice(from, to).toLowerCase()
          nameStart = from
          attributes = new Map()
        },
        onattribname(from, to) {
          attribute = html.slice(from, to).toLowerCase()
          chunks = []
        },
        onattribdata: (from, to) => void chunks.push(html.slice(from, to)),
        onattribentity: (codepoint) => void chunks.push(String.fromCodePoint(codepoint)),
        onattribend() {
          if (!attributes.has(attribute)) attributes.set(attribute, chunks.join(''))
        },
        onopentagend: endOpening,
        onselfclosingtag(to) {
          endOpening(to)
          // `<mspace/>` is whole. Elsewhere HTML does not see the slash.
          if (mathElements.has(name)) end(name)
        },
        onclosetag(from, to) {
          const closed = html.slice(from, to).toLowerCase()
          const after = html.indexOf('>', to) + 1
          read = after === 0 ? html.length : after
          if (isElement(closed)) end(closed)
          else addText(html.slice(from - 2, read))
        },
        ontext(from, to) {
          read = to
          addText(html.slice(from, to))
        },
        ontextentity(codepoint, to) {
          read = to
          addText(String.fromCodePoint(codepoint))
        },
        oncdata(from, to, offset) {
          read = offset > 0 ? to + 1 : html.length
          addText(html.slice(from, to - offset))
        },
        // The offset is 0 if the comment has no end.
        oncomment(from, to, offset) {
          read = offset > 0 ? to + 1 : html.length
          if (offset === 0) addText(html.slice(from - '<!--'.length))
        },
        ondeclaration(_from, to) {
          read = to + 1
        },
        onprocessinginstruction(from, to) {
          read = to + 1
          addText(html.slice(from - 1, read))
        },
        onend: () => {},
      },
    )
    tokenizer.write(html)
    tokenizer.end()
    addText(html.slice(read))
  }

  return {
    addText,
    addHtml,
    /** Adds a finished element. */
    addElement: (element: Element): void => void (current().node.children as ElementContent[]).push(element),
    /** Adds an element of Markdown, and calls `fill`, which adds what is in it. */
    addFixed(element: Element, fill: () => void): void {
      ;(current().node.children as ElementContent[]).push(element)
      const depth = open.length
      open.push({ node: element, name: element.tagName, isFixed: true })
      fill()
      open.length = depth
    },
  }
}
