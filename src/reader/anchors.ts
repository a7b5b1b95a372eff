import GithubSlugger from 'github-slugger'
import { DomUtils } from 'htmlparser2'
import { authorIdPrefix } from '../markup/tree/html-builder.ts'
import { html, type SafeHtml } from './html.ts'
import {
  changeElements,
  getAttribute,
  getText,
  type HtmlElement,
  listElements,
  parseHtml,
  removeAttribute,
  setAttribute,
} from './html-tree.ts'

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

const headingNames = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const isHeading = ({ name }: HtmlElement) => headingNames.has(name)

/** Returns the id that an author has written, without the prefix of the renderer. */
function getAuthorId(element: HtmlElement): string | undefined {
  const id = getAttribute(element, 'id')
  return id?.startsWith(authorIdPrefix) ? id.slice(authorIdPrefix.length) : undefined
}

/** Returns the id of a footnote, or of a link to a footnote. The same text can be on a page twice. */
function getNoteId(element: HtmlElement): string | undefined {
  const id = getAttribute(element, 'id')
  return id !== undefined && noteId.test(id) ? id : undefined
}

/** Returns the text of a heading. The checks of a course (`src/checks`) read headings in the same way. */
const getHeadingText = ({ children }: HtmlElement): string => getText(children).replace(/\s+/g, ' ').trim()

/**
 * Marks a heading that must get no id. `giveIds` removes the mark. Authors cannot write this attribute, because the
 * renderer removes it.
 */
const withoutId = 'data-without-id'

function removeAuthorIds(elements: readonly HtmlElement[]): void {
  for (const element of elements) if (getAuthorId(element) !== undefined) removeAttribute(element, 'id')
}

/** Removes the ids that an author has written, and marks the headings so that they get no id. */
export const removeAuthorAndHeadingIds = (text: SafeHtml) =>
  changeElements(text, (elements) => {
    removeAuthorIds(elements)
    for (const heading of elements.filter(isHeading)) setAttribute(heading, withoutId, '')
  })

/** Removes the ids that an author has written. The ids of footnotes stay, because links in the text lead to them. */
export const removeAuthorElementIds = (text: SafeHtml) => changeElements(text, removeAuthorIds)

/**
 * Assigns ids to the HTML elements of one lesson page. An element gets no id if the id is already used or reserved
 * (`isOwnId`).
 */
export function makeElementIdAssigner() {
  const slugger = new GithubSlugger()
  const ids = new Set<string>()
  /** Returns the id, or undefined if no element may get it. */
  function assign(id: string): string | undefined {
    if (id === '' || ids.has(id) || isOwnId(id)) return undefined
    ids.add(id)
    return id
  }
  function giveHeadingId(heading: HtmlElement): void {
    if (getAttribute(heading, withoutId) !== undefined) {
      removeAttribute(heading, withoutId)
      return
    }
    // The checks of a course make the same id from a heading (`collectInternalLinksAndAnchors`).
    const id = assign(slugger.slug(getHeadingText(heading)))
    if (id === undefined) return
    // A heading keeps the id that the author has written.
    // An empty `<span>` in this heading then gets the id that is made from the text.
    if (getAttribute(heading, 'id') === undefined) setAttribute(heading, 'id', id)
    else
      for (const span of listElements(parseHtml(html`<span id="${id}"></span>`))) DomUtils.prependChild(heading, span)
  }
  return {
    /** All ids that `giveIds` has assigned. */
    ids,
    /** Assigns ids to the headings of one block, and to the elements for which the author wrote an id. */
    giveIds: (text: SafeHtml): SafeHtml =>
      changeElements(text, (elements) => {
        for (const element of elements) {
          // `parseInternalUrl` returns anchors in lower case, so ids are in lower case too.
          const written = getAuthorId(element)?.toLowerCase() ?? getNoteId(element)
          if (written === undefined) continue
          const id = assign(written)
          if (id === undefined) removeAttribute(element, 'id')
          else setAttribute(element, 'id', id)
        }
        for (const element of elements) if (isHeading(element)) giveHeadingId(element)
      }),
  }
}
