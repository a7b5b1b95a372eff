import { Tokenizer } from 'htmlparser2'
import { makeElementTest, voidElements } from '../../markup/tree/html-elements.ts'
import { MarkupCollector } from './collector.ts'
import type { ParsedMarkup } from './markup.ts'

/**
 * Sends the elements and texts of HTML to a collector. The tokenizer keeps no stack of open elements, so it takes
 * linear time for every input.
 */
export function parseHtmlIntoCollector(html: string, collector: MarkupCollector): void {
  const isElement = makeElementTest(html)
  let name = ''
  let attributes: Record<string, string> = {}
  let attribute = ''
  let chunks: string[] = []

  function endTag(): void {
    // A tag that HTML does not have is text.
    if (!isElement(name)) collector.addText(`<${name}>`)
    else {
      collector.open(name, attributes)
      if (voidElements.has(name)) collector.close(name)
    }
  }
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(from, to) {
        name = html.slice(from, to).toLowerCase()
        attributes = {}
      },
      onattribname(from, to) {
        attribute = html.slice(from, to).toLowerCase()
        chunks = []
      },
      onattribdata: (from, to) => void chunks.push(html.slice(from, to)),
      onattribentity: (codepoint) => void chunks.push(String.fromCodePoint(codepoint)),
      onattribend() {
        if (!Object.hasOwn(attributes, attribute)) attributes[attribute] = chunks.join('')
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      onclosetag(from, to) {
        const closed = html.slice(from, to).toLowerCase()
        if (isElement(closed)) collector.close(closed)
      },
      ontext: (from, to) => collector.addText(html.slice(from, to)),
      ontextentity: (codepoint) => collector.addText(String.fromCodePoint(codepoint)),
      oncdata: () => {},
      oncomment: () => {},
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}

/** Parses an HTML text. Returns its headings, links, images and the other parts that the checks need. */
export function parseHtml(html: string): ParsedMarkup {
  const collector = new MarkupCollector()
  parseHtmlIntoCollector(html, collector)
  return collector.end()
}
