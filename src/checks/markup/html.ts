import { Tokenizer } from 'htmlparser2'
import { MarkupCollector } from './collector.ts'
import type { ParsedMarkup } from './markup.ts'

/** The HTML elements that have no end tag. */
const voidElements = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

/**
 * Sends the elements and texts of HTML to a collector. The tokenizer keeps no stack of open elements, so it takes
 * linear time for every input.
 */
export function parseHtmlIntoCollector(html: string, collector: MarkupCollector): void {
  let name = ''
  let attributes: Record<string, string> = {}
  let attribute = ''
  let chunks: string[] = []

  function endTag(): void {
    collector.open(name, attributes)
    if (voidElements.has(name)) collector.close(name)
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
      onclosetag: (from, to) => collector.close(html.slice(from, to).toLowerCase()),
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
