/** A heading in a text. `at` is the offset of a Markdown heading that begins with `#`. Other headings have no `at`. */
export type Heading = { depth: number; text: string; at?: number }
/** A link in a text. `hasImage` tells whether the link contains an image with an alternative text. */
export type Link = { url: string; text: string; hasImage: boolean }
/** An image in a text of Markdown or HTML. `alt` is null if an HTML image has no attribute `alt`. */
export type Image = { url: string; alt: string | null; isMarkdown: boolean }
export type Table = { rows: number; hasHeader: boolean }

/**
 * The string that `misplacedInLists` contains if a text is directly in a list. In the DOM, `#text` is the `nodeName` of
 * text nodes.
 */
export const misplacedTextInList = '#text'

/**
 * The string that `misplacedInLists` contains if a `<dl>` has a `<dt>` without a `<dd>` after it, or a `<dd>` without a
 * `<dt>` before it.
 */
export const unpairedTermInList = '#unpaired'

/** The parts of a Markdown or HTML text that the checks need. The paragraphs contain no code. */
export type ParsedMarkup = {
  headings: Heading[]
  links: Link[]
  images: Image[]
  tables: Table[]
  /** The paragraphs and other lines of text, without markup. */
  paragraphs: string[]
  /** The values of the attributes `id` and `name`, which links can point to. */
  anchors: string[]
  /** The names of the HTML elements with autoplay. */
  autoplays: string[]
  /** The number of table header cells without text. */
  emptyHeaderCells: number
  /** The number of `<summary>` elements without text. */
  emptySummaries: number
  /** The values of the attribute `lang`. */
  languages: string[]
  /**
   * The names of misplaced HTML elements, such as `li` for an item outside a list. Can also contain
   * `misplacedTextInList` and `unpairedTermInList`.
   */
  misplacedInLists: string[]
  /** The names of the elements that pages leave out, such as `iframe`. */
  lostElements: string[]
  /** Formulas that cannot be read, as they are written. */
  unreadableFormulas: string[]
  /** The words of callouts, such as `fun` for `> [!FUN]`, that are no kind of callout. */
  unknownCallouts: string[]
  /** The texts of links that contain an image whose alternative text is the same as the text of the link. */
  repeatedAlts: string[]
}

export const makeEmptyMarkup = (): ParsedMarkup => ({
  headings: [],
  links: [],
  images: [],
  tables: [],
  paragraphs: [],
  anchors: [],
  autoplays: [],
  emptyHeaderCells: 0,
  emptySummaries: 0,
  languages: [],
  misplacedInLists: [],
  repeatedAlts: [],
  lostElements: [],
  unreadableFormulas: [],
  unknownCallouts: [],
})
