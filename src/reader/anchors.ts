import GithubSlugger from 'github-slugger'
import { escapeHtml, SafeHtml, unescapeHtml } from './html.ts'

/**
 * The sanitizer puts this prefix before every id in an author's HTML, because no id of the page itself begins with it.
 * When a lesson page is rendered, the function `giveIds` removes the prefix. If the id without the prefix is already
 * used in the lesson, or is reserved for the page, `giveIds` removes the whole attribute `id`.
 */
export const authorElementIdPrefix = 'author:'

/**
 * The ids of footnotes, and of the references to footnotes, begin with this prefix. A hash of the author's text
 * follows, so that the footnotes of two texts on a page have different ids.
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
 * Returns the text of a heading as the checks read it: an image becomes its alternative text, and HTML tags are
 * removed.
 */
const textOfHeading = (inner: string) =>
  unescapeHtml(inner.replace(/<img\b[^>]*?\balt="([^"]*)"[^>]*>/g, '$1').replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim()

/**
 * The attribute that marks a heading that must get no id. `giveIds` removes the attribute. The sanitizer removes such
 * an attribute if an author has written it.
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
 * Returns `giveIds`, a function that gives ids to the elements of a lesson, one block at a time. The id of a heading is
 * made from its text, in the same way as in the checks (`collectInternalLinksAndAnchors`). Other elements keep the
 * author's ids. All ids are in lower case, like the anchors that `parseInternalUrl` returns. An element gets no id if
 * its id is already used in the lesson, or is reserved for the page. Also returns `ids`, the set of all ids that
 * `giveIds` has given.
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
          // If the author has given the heading an id, a `<span>` inside the heading gets the id made from the text.
          const hasId = attributes.includes(' id="')
          const own = hasId && attribute ? `<span${attribute}></span>` : ''
          return `<h${depth}${hasId ? '' : attribute}${attributes}>${own}${inner}</h${depth}>`
        }),
      )
    },
  }
}
