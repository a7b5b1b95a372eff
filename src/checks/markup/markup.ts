/** A heading of a text. `at` is the offset of a Markdown heading that begins with `#`. HTML headings have no `at`. */
export type Heading = { depth: number; text: string; at?: number }
/** A link of a text. `hasImage` tells whether the link contains an image with an alternative text. */
export type Link = { url: string; text: string; hasImage: boolean }
/** An image of a text. `alt` is null for an HTML image without the attribute `alt`. */
export type Image = { url: string; alt: string | null; isMarkdown: boolean }
export type Table = { rows: number; hasHeader: boolean }

/** The parts of a Markdown or HTML text that the checks need. Code is left out. */
export type Markup = {
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
}

export const makeEmptyMarkup = (): Markup => ({
  headings: [],
  links: [],
  images: [],
  tables: [],
  paragraphs: [],
  anchors: [],
  autoplays: [],
})
