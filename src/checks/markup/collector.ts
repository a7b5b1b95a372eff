import { makeListNestingChecker } from './lists.ts'
import {
  type Heading,
  type Link,
  makeEmptyMarkup,
  misplacedTextName,
  type ParsedMarkup,
  type Table,
  unpairedTermName,
} from './markup.ts'

export type HtmlAttributes = Readonly<Record<string, string>>

const oneSpace = (text: string) => text.replace(/\s+/g, ' ').trim()

const headingDepth = (name: string) => (/^h[1-6]$/.test(name) ? Number(name[1]) : 0)

/** The HTML elements that are part of a line of text. Every other element ends the paragraph before it. */
const inlineElements = new Set(
  'a abbr b bdi bdo cite code data del dfn em i ins kbd label mark q s samp small span strong sub sup time u var wbr img'.split(
    ' ',
  ),
)
/** The HTML elements whose text is not prose, but mostly code. The collector adds their text to `code`. */
const codeElements = new Set(['pre', 'code', 'script', 'style', 'template', 'kbd', 'samp', 'svg', 'math', 'textarea'])

const playsByItself = /[?&]auto_?play=(?:1|true)(?:&|#|$)/i

/** Returns whether a URL has a query parameter such as `autoplay=1`, which starts a video by itself. */
export const hasAutoplayParameter = (url: string) => playsByItself.test(url)

/**
 * Makes a collector of the headings, links, images and paragraphs of a text. The parser of the text calls a method of
 * the collector for each HTML element and each piece of text. For Markdown, the parser names the corresponding HTML
 * elements. The total time grows linearly with the length of the text.
 */
export function makeMarkupCollector() {
  const markup: ParsedMarkup = makeEmptyMarkup()
  let paragraph: string[] = []
  let heading: { found: Heading; chunks: string[] } | undefined
  let link: { found: Link; chunks: string[]; alt?: string } | undefined
  /** The current `<th>` or `<summary>` element, which must contain text. */
  let labelled: { name: string; hasText: boolean } | undefined
  const lists = makeListNestingChecker()
  const tables: Table[] = []
  let codeDepth = 0

  function endParagraph(): void {
    const text = oneSpace(paragraph.join(''))
    if (text !== '') markup.paragraphs.push(text)
    paragraph = []
  }
  function endLink(): void {
    if (link) {
      const text = oneSpace(link.chunks.join(''))
      markup.links.push({ ...link.found, text })
      if (text !== '' && text.toLowerCase() === link.alt?.trim().toLowerCase()) markup.repeatedAlts.push(text)
    }
    link = undefined
  }
  function endLabelled(): void {
    if (labelled && !labelled.hasText) markup[labelled.name === 'th' ? 'emptyHeaderCells' : 'emptySummaries']++
    labelled = undefined
  }
  function endHeading(): void {
    if (heading) markup.headings.push({ ...heading.found, text: oneSpace(heading.chunks.join('')) })
    heading = undefined
  }

  function addImage(url: string, alt: string | null, isMarkdown = false): void {
    markup.images.push({ url, alt, isMarkdown })
    const text = alt?.trim() ?? ''
    if (link && text !== '') {
      link.found.hasImage = true
      link.alt = text
    }
    if (labelled && text !== '') labelled.hasText = true
    if (text !== '') heading?.chunks.push(text)
  }

  function open(name: string, attributes: HtmlAttributes = {}, at?: number): void {
    if (!inlineElements.has(name)) endParagraph()
    const { isAllowed, isInOrder } = lists.begin(name)
    if (!isAllowed) markup.misplacedInLists.push(name)
    if (!isInOrder) markup.misplacedInLists.push(unpairedTermName)
    if (attributes.lang) markup.languages.push(attributes.lang)
    if (name === 'td' || name === 'tr' || name === 'th' || name === 'summary') endLabelled()
    if (name === 'th' || name === 'summary') labelled = { name, hasText: false }
    for (const anchor of [attributes.id, attributes.name]) if (anchor) markup.anchors.push(anchor)
    const depth = headingDepth(name)
    if (depth > 0) {
      endHeading()
      heading = { found: { depth, text: '', ...(at !== undefined && { at }) }, chunks: [] }
    } else if (name === 'a') {
      endLink()
      const label = attributes['aria-label'] ?? ''
      if (attributes.href !== undefined)
        link = { found: { url: attributes.href, text: '', hasImage: false }, chunks: [label] }
    } else if (name === 'img') addImage(attributes.src ?? '', attributes.alt ?? null)
    else if (name === 'table') tables.push({ rows: 0, hasHeader: attributes.role === 'presentation' })
    else if (name === 'tr' && tables.length > 0) tables.at(-1)!.rows++
    else if (name === 'th' && tables.length > 0) tables.at(-1)!.hasHeader = true
    if (attributes.autoplay !== undefined || hasAutoplayParameter(attributes.src ?? '')) markup.autoplays.push(name)
    if (codeElements.has(name)) codeDepth++
  }

  function close(name: string): void {
    if (!inlineElements.has(name)) endParagraph()
    if (!lists.end(name)) markup.misplacedInLists.push(unpairedTermName)
    if (name === labelled?.name || name === 'table') endLabelled()
    if (headingDepth(name) > 0) endHeading()
    else if (name === 'a') endLink()
    else if (name === 'table' && tables.length > 0) markup.tables.push(tables.pop()!)
    if (codeElements.has(name) && codeDepth > 0) codeDepth--
  }

  function addCode(text: string): void {
    if (text.trim() !== '') markup.code.push(text)
  }

  /**
   * Adds a piece of text. Text in code elements counts as text of a link or heading, but not as text of a paragraph.
   */
  function addText(text: string): void {
    heading?.chunks.push(text)
    link?.chunks.push(text)
    if (labelled && text.trim() !== '') labelled.hasText = true
    if (codeDepth === 0 && text.trim() !== '' && !lists.allowsText()) markup.misplacedInLists.push(misplacedTextName)
    if (codeDepth > 0) addCode(text)
    else if (heading === undefined) paragraph.push(text)
  }

  return {
    open,
    close,
    addText,
    addCode,
    addImage,
    addEmptyHeaderCells(count: number): void {
      markup.emptyHeaderCells += count
    },
    end(): ParsedMarkup {
      endLabelled()
      endParagraph()
      endLink()
      endHeading()
      if (lists.endOfText() > 0) markup.misplacedInLists.push(unpairedTermName)
      markup.tables.push(...tables)
      return markup
    },
  }
}

export type MarkupCollector = ReturnType<typeof makeMarkupCollector>
