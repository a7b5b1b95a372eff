import GithubSlugger from 'github-slugger'
import { escapeHtml, SafeHtml, unescapeHtml } from './html.ts'

/**
 * The sanitizer adds this prefix to each id in an author's HTML, to avoid conflicts with ids of the page. `giveIds`
 * removes the prefix later.
 */
export const authorElementIdPrefix = 'author:'

/**
 * The ids of footnotes and footnote references begin with this prefix and a hash of the text, because a page shows
 * several texts.
 */
export const footnoteIdPrefix = 'note-'
const noteId = new RegExp(`^${footnoteIdPrefix}[\\da-f]{8}-fn(?:ref)?-`)

/** The id of the `<main>` element of a page. No heading has this id, because the ids of headings have no dots. */
export const mainElementId = 'page.content'
/** Returns the id of the `<section>` element that shows a block. */
export const makeBlockElementId = (blockId: string) => `block-${blockId}`

/**
 * Returns whether an id has a form that is reserved for the page itself. Elements in an author's text cannot have such
 * ids.
 */
const isOwnId = (id: string) => id === mainElementId || /^(?:block|quiz|question)-[\da-f]{8}-/.test(id)

const heading = /<h([1-6])( [^>]*)?>([\s\S]*?)<\/h\1>/g
const authorId = new RegExp(` id="${authorElementIdPrefix}([^"]*)"`, 'g')

/**
 * Returns the text of a heading without HTML tags. An image becomes its alternative text. The checks of a course
 * (`src/checks`) read headings in the same way.
 */
const textOfHeading = (inner: string) =>
  unescapeHtml(inner.replace(/<img\b[^>]*?\balt="([^"]*)"[^>]*>/g, '$1').replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Marks a heading that must get no id. `giveIds` removes the mark. Authors cannot write this attribute, because the
 * sanitizer removes it.
 */
const withoutId = ' data-without-id'

/**
 * Removes the ids that an author has written, and marks the headings so that they get no id. The ids of footnotes stay,
 * because links in the text lead to them.
 */
export const removeAuthorAndHeadingIds = ({ text }: SafeHtml) =>
  new SafeHtml(
    text
      .replace(authorId, (attribute, id: string) => (noteId.test(id) ? attribute : ''))
      .replace(/<h[1-6](?=[ >])/g, `$&${withoutId}`),
  )

/** Removes the ids that an author has written. The ids of footnotes stay, because links in the text lead to them. */
export const removeAuthorElementIds = ({ text }: SafeHtml) =>
  new SafeHtml(text.replace(authorId, (_attribute, id: string) => (noteId.test(id) ? ` id="${id}"` : '')))

/**
 * Assigns ids to the HTML elements of one lesson page. An element gets no id if the id is already used or reserved
 * (`isOwnId`).
 */
export function makeElementIdAssigner() {
  const slugger = new GithubSlugger()
  const ids = new Set<string>()
  function idAttribute(id: string): string {
    if (id === '' || ids.has(id) || isOwnId(id)) return ''
    ids.add(id)
    return ` id="${escapeHtml(id)}"`
  }
  return {
    /** All ids that `giveIds` has assigned. */
    ids,
    /** Assigns ids to the headings of one block, and to the elements for which the author wrote an id. */
    giveIds({ text }: SafeHtml): SafeHtml {
      // `parseInternalUrl` returns anchors in lower case, so ids are in lower case too.
      const withAuthorIds = text.replace(authorId, (_attribute, id: string) =>
        idAttribute(unescapeHtml(id).toLowerCase()),
      )
      return new SafeHtml(
        withAuthorIds.replace(heading, (whole, depth: string, attributes: string = '', inner: string) => {
          if (attributes.startsWith(withoutId)) return whole.replace(withoutId, '')
          // The checks of a course make the same id from a heading (`collectInternalLinksAndAnchors`).
          const attribute = idAttribute(slugger.slug(textOfHeading(inner)))
          // A heading keeps the id that the author has written.
          // An empty `<span>` in this heading then gets the id that is made from the text.
          const hasId = attributes.includes(' id="')
          const own = hasId && attribute ? `<span${attribute}></span>` : ''
          return `<h${depth}${hasId ? '' : attribute}${attributes}>${own}${inner}</h${depth}>`
        }),
      )
    },
  }
}
