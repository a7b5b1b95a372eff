/**
 * An entity tag in a request header. `opaque` is the text between the quotes. `isWeak` is true for a tag like `W/"…"`.
 */
type EntityTag = { opaque: string; isWeak: boolean }

/**
 * Matches one element of a list of entity tags (RFC 9110, section 8.8.3), with any empty elements before it (section
 * 5.6.1).
 */
const listElement = /[\t ,]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[\t ]*(?=,|$)/y
const listEnd = /[\t ,]*$/y

/**
 * Parses the header `If-Match` or `If-None-Match`. Returns the list of tags, or `any` for `*`. Returns undefined if the
 * header is invalid.
 */
export function parseEtags(header: string): readonly EntityTag[] | 'any' | undefined {
  if (header.trim() === '*') return 'any'
  const tags: EntityTag[] = []
  let at = 0
  for (;;) {
    listElement.lastIndex = at
    const [all, weak, opaque] = listElement.exec(header) ?? []
    if (all === undefined) break
    tags.push({ opaque: opaque!, isWeak: weak !== undefined })
    at += all.length
  }
  listEnd.lastIndex = at
  return tags.length > 0 && listEnd.test(header) ? tags : undefined
}

/** Matches the suffix in the entity tag of a compressed response, such as `-gzip`. */
const encodingSuffix = /-(br|gzip)$/

/**
 * Removes the encoding suffix, such as `-gzip`, from an entity tag. All encodings of a response then have the same tag.
 */
export const removeEtagEncodingSuffix = (opaque: string) => opaque.replace(encodingSuffix, '')

/**
 * Returns the entity tag of a compressed response. `If-Match` requires strong tags, which differ by encoding (RFC 9110,
 * section 8.8.3.3).
 */
export const addEtagEncodingSuffix = (tag: string, coding: string | undefined) =>
  coding === undefined ? tag : `${tag.slice(0, -1)}-${coding}"`

/** Returns whether a client's tag is `tag`. `W/` and encoding suffixes are ignored. */
export const isSameEtag = ({ opaque }: EntityTag, tag: string) =>
  // The current tag can end in `-br` or `-gzip` by chance. So the client's tag is compared with and without its suffix.
  `"${opaque}"` === tag || `"${removeEtagEncodingSuffix(opaque)}"` === tag

/**
 * Returns the tag in `If-None-Match` (`header`) that matches `tag`, or undefined. `W/` (RFC 9110, section 13.1.2) and
 * encoding suffixes are ignored.
 */
export function findMatchingEtag(header: string, tag: string): string | undefined {
  const tags = parseEtags(header)
  if (tags === 'any') return tag
  const match = tags?.find((one) => isSameEtag(one, tag))
  return match && `"${match.opaque}"`
}
