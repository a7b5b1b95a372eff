import { elementShownAs, inlineElements } from '../../markup/tree/html-elements.ts'
import { isElementShown } from '../../markup/tree/sanitize.ts'
import { codeElements, getHeadingDepth } from './elements.ts'
import { makeListNestingChecker } from './lists.ts'
import {
  type Heading,
  type Link,
  makeEmptyMarkup,
  misplacedTextInList,
  type ParsedMarkup,
  type Table,
  unpairedTermInList,
} from './markup.ts'

export type HtmlAttributes = Readonly<Record<string, string>>

const oneSpace = (text: string) => text.replace(/\s+/g, ' ').trim()

const playsByItself = /[?&]auto_?play=(?:1|true)(?:&|#|$)/i

/** Returns whether a URL has a query parameter such as `autoplay=1`, which starts a video by itself. */
export const hasAutoplayParameter = (url: string) => playsByItself.test(url)

/** Elements that are no loss. */
const withoutLoss = new Set('html head body input title'.split(' '))

/**
 * Collects the headings, links, images and paragraphs of a text. The HTML and Markdown parsers name elements as in
 * HTML, such as `h2` for `##`.
 */
export class MarkupCollector {
  private readonly markup: ParsedMarkup = makeEmptyMarkup()
  private readonly lists = makeListNestingChecker()
  /** The open `<table>` elements, the innermost last. */
  private readonly tables: Table[] = []
  private paragraph: string[] = []
  private heading: { found: Heading; chunks: string[] } | undefined
  private link: { found: Link; chunks: string[]; alt?: string } | undefined
  /** The current `<th>` or `<summary>` element, which must contain text. */
  private labelled: { name: string; hasText: boolean } | undefined
  private codeDepth = 0

  /** Begins an element. For a Markdown heading that begins with `#`, `at` is the offset of the heading in the text. */
  open(name: string, attributes: HtmlAttributes = {}, at?: number): void {
    if (!inlineElements.has(name)) this.endParagraph()
    this.beginInLists(name)
    if (!isElementShown(elementShownAs[name] ?? name) && !withoutLoss.has(name)) this.markup.lostElements.push(name)
    this.addAttributes(name, attributes)
    this.beginLabelled(name)
    const depth = getHeadingDepth(name)
    if (depth > 0) this.beginHeading(depth, at)
    else if (name === 'a') this.beginLink(attributes)
    else if (name === 'img') this.addImage(attributes.src ?? '', attributes.alt ?? null)
    else this.beginPartOfTable(name, attributes)
    if (codeElements.has(name)) this.codeDepth++
  }

  close(name: string): void {
    if (!inlineElements.has(name)) this.endParagraph()
    if (!this.lists.end(name)) this.markup.misplacedInLists.push(unpairedTermInList)
    if (name === this.labelled?.name || name === 'table') this.endLabelled()
    if (getHeadingDepth(name) > 0) this.endHeading()
    else if (name === 'a') this.endLink()
    else if (name === 'table') this.endTable()
    if (codeElements.has(name) && this.codeDepth > 0) this.codeDepth--
  }

  /**
   * Adds a piece of text. Text in code elements counts as text of a link or heading, but not as text of a paragraph.
   */
  addText(text: string): void {
    const hasText = text.trim() !== ''
    this.heading?.chunks.push(text)
    this.link?.chunks.push(text)
    if (this.labelled && hasText) this.labelled.hasText = true
    if (this.codeDepth === 0 && hasText && !this.lists.allowsText())
      this.markup.misplacedInLists.push(misplacedTextInList)
    if (this.codeDepth === 0 && this.heading === undefined) this.paragraph.push(text)
  }

  addImage(url: string, alt: string | null, isMarkdown = false): void {
    this.markup.images.push({ url, alt, isMarkdown })
    const text = alt?.trim() ?? ''
    if (text === '') return
    if (this.link) {
      this.link.found.hasImage = true
      this.link.alt = text
    }
    if (this.labelled) this.labelled.hasText = true
    this.heading?.chunks.push(text)
  }

  addEmptyHeaderCells(count: number): void {
    this.markup.emptyHeaderCells += count
  }

  /** Ends all open elements, and returns what was collected. */
  end(): ParsedMarkup {
    this.endLabelled()
    this.endParagraph()
    this.endLink()
    this.endHeading()
    if (this.lists.endOfText() > 0) this.markup.misplacedInLists.push(unpairedTermInList)
    this.markup.tables.push(...this.tables)
    return this.markup
  }

  private beginInLists(name: string): void {
    const { isAllowed, isInOrder } = this.lists.begin(name)
    if (!isAllowed) this.markup.misplacedInLists.push(name)
    if (!isInOrder) this.markup.misplacedInLists.push(unpairedTermInList)
  }

  private addAttributes(element: string, { lang, id, name, autoplay, src = '' }: HtmlAttributes): void {
    if (lang) this.markup.languages.push(lang)
    for (const anchor of [id, name]) if (anchor) this.markup.anchors.push(anchor)
    if (autoplay !== undefined || hasAutoplayParameter(src)) this.markup.autoplays.push(element)
  }

  private beginLabelled(name: string): void {
    if (name === 'td' || name === 'tr' || name === 'th' || name === 'summary') this.endLabelled()
    if (name === 'th' || name === 'summary') this.labelled = { name, hasText: false }
  }

  private beginHeading(depth: number, at: number | undefined): void {
    this.endHeading()
    this.heading = { found: { depth, text: '', ...(at !== undefined && { at }) }, chunks: [] }
  }

  private beginLink(attributes: HtmlAttributes): void {
    this.endLink()
    const label = attributes['aria-label'] ?? ''
    if (attributes.href !== undefined)
      this.link = { found: { url: attributes.href, text: '', hasImage: false }, chunks: [label] }
  }

  private beginPartOfTable(name: string, { role }: HtmlAttributes): void {
    const table = this.tables.at(-1)
    if (name === 'table') this.tables.push({ rows: 0, hasHeader: role === 'presentation' })
    else if (name === 'tr' && table) table.rows++
    else if (name === 'th' && table) table.hasHeader = true
  }

  private endParagraph(): void {
    const text = oneSpace(this.paragraph.join(''))
    if (text !== '') this.markup.paragraphs.push(text)
    this.paragraph = []
  }

  private endLink(): void {
    const { link } = this
    this.link = undefined
    if (!link) return
    const text = oneSpace(link.chunks.join(''))
    this.markup.links.push({ ...link.found, text })
    if (text !== '' && text.toLowerCase() === link.alt?.trim().toLowerCase()) this.markup.repeatedAlts.push(text)
  }

  private endLabelled(): void {
    if (this.labelled?.hasText === false)
      this.markup[this.labelled.name === 'th' ? 'emptyHeaderCells' : 'emptySummaries']++
    this.labelled = undefined
  }

  private endHeading(): void {
    if (this.heading) this.markup.headings.push({ ...this.heading.found, text: oneSpace(this.heading.chunks.join('')) })
    this.heading = undefined
  }

  private endTable(): void {
    const table = this.tables.pop()
    if (table) this.markup.tables.push(table)
  }
}
