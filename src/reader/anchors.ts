import GithubSlugger from 'github-slugger'
import { escapeHtml, Html, unescapeHtml } from './html.ts'

/**
 * The prefix of each id that an author has written, after the HTML was sanitized. No id of the page itself has this prefix.
 * When a lesson page is rendered, the function `giveIds` replaces the prefixed ids.
 */
export const authorIdPrefix = 'author:'

/** The beginning of the ids of footnotes and of their references. A hash of the text follows, so that texts differ. */
export const noteIdPrefix = 'note-'
const noteId = new RegExp(`^${noteIdPrefix}[\\da-f]{8}-fn(?:ref)?-`)

/** The id of the main element of a page. No heading has this id, because the ids of headings have no dots. */
export const mainId = 'page.content'
/** Returns the id of the section of a block. */
export const makeBlockAnchor = (blockId: string) => `block-${blockId}`

/** Whether an id is an id that the page itself can have. */
const isOwnId = (id: string) => id === mainId || /^(?:block|quiz|question)-[\da-f]{8}-/.test(id)

const heading = /<h([1-6])( [^>]*)?>([\s\S]*?)<\/h\1>/g
const authorId = new RegExp(` id="${authorIdPrefix}([^"]*)"`, 'g')

/** Returns the text of a heading like the checks: with the alternative texts of images, and without other elements. */
const textOfHeading = (inner: string) =>
  unescapeHtml(inner.replace(/<img\b[^>]*?\balt="([^"]*)"[^>]*>/g, '$1').replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim()

/** Removes the ids that an author has written, except those of footnotes. */
export const removeAuthorIds = ({ text }: Html) =>
  new Html(text.replace(authorId, (_attribute, id: string) => (noteId.test(id) ? ` id="${id}"` : '')))

/**
 * Makes a function that gives the elements of a lesson their ids, block by block: headings as the checks name them
 * (`collectInternalLinks`), and other elements as their author does. The ids are in lower case, like the anchors of
 * `parseInternalUrl`. `ids` contains them. An id that the lesson or the page already has is left out.
 */
export function makeAnchorIds() {
  const slugger = new GithubSlugger()
  const ids = new Set<string>()
  function idAttribute(id: string): string {
    if (id === '' || ids.has(id) || isOwnId(id)) return ''
    ids.add(id)
    return ` id="${escapeHtml(id)}"`
  }
  return {
    ids,
    giveIds({ text }: Html): Html {
      const withAuthorIds = text.replace(authorId, (_attribute, id: string) =>
        idAttribute(unescapeHtml(id).toLowerCase()),
      )
      return new Html(
        withAuthorIds.replace(heading, (_heading, depth: string, attributes = '', inner: string) => {
          const attribute = idAttribute(slugger.slug(textOfHeading(inner)))
          // A heading with an id of its author has its own id in an element inside.
          const hasId = attributes.includes(' id="')
          const own = hasId && attribute ? `<span${attribute}></span>` : ''
          return `<h${depth}${hasId ? '' : attribute}${attributes}>${own}${inner}</h${depth}>`
        }),
      )
    },
  }
}
