import GithubSlugger from 'github-slugger'
import { escapeHtml, SafeHtml, unescapeHtml } from './html.ts'

/**
 * The sanitizer puts this prefix before every id in an author's HTML, so that the id differs from the ids of the page
 * itself. For a lesson page, `giveIds` removes the prefix. If the remaining id is already used or reserved, `giveIds`
 * removes the whole attribute.
 */
export const authorElementIdPrefix = 'author:'

/**
 * The ids of footnotes, and of the references to footnotes, begin with this prefix. A hash of the author's text
 * follows, so that the footnotes of different texts on a page have different ids.
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
 * Returns the text of a heading without HTML tags. An image becomes its alternative text. The checks read headings in
 * the same way.
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
 * Returns `giveIds` and `ids`. `giveIds` gives ids to the elements of a lesson, one block at a time. `ids` is the set
 * of all given ids. The id of a heading is made from its text, as in the checks (`collectInternalLinksAndAnchors`).
 * Other elements keep the ids of the author in lower case, because `parseInternalUrl` returns anchors in lower case. An
 * element gets no id if the id is already used or is reserved for the page.
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
    ids,
    giveIds({ text }: SafeHtml): SafeHtml {
      const withAuthorIds = text.replace(authorId, (_attribute, id: string) =>
        idAttribute(unescapeHtml(id).toLowerCase()),
      )
      return new SafeHtml(
        withAuthorIds.replace(heading, (whole, depth: string, attributes: string = '', inner: string) => {
          if (attributes.startsWith(withoutId)) return whole.replace(withoutId, '')
          const attribute = idAttribute(slugger.slug(textOfHeading(inner)))
          // If the author has given the heading an id, the heading keeps this id. An empty `<span>` in the heading then
          // gets the id that is made from the heading's text.
          const hasId = attributes.includes(' id="')
          const own = hasId && attribute ? `<span${attribute}></span>` : ''
          return `<h${depth}${hasId ? '' : attribute}${attributes}>${own}${inner}</h${depth}>`
        }),
      )
    },
  }
}
