/** A part of the excerpt of a search result. `isMatch` is true if the page highlights the part as a match. */
type ExcerptPart = { text: string; isMatch: boolean }

/** The characters that mark the start and the end of a match, from a private use area of Unicode. */
const start = '\uE000'
const end = '\uE001'

/**
 * Patterns of Markdown syntax, and their replacements. Each repetition in a pattern has a maximum length or covers a
 * whole line. So the running time is linear in the length of the text.
 */
const markdownSyntax: readonly [RegExp, string][] = [
  [/!?\[([^[\]]{0,300})\]\([^()\s]{0,2000}\)/g, '$1'],
  [/^ {0,3}#{1,6} /gm, ''],
  [/(?<= … )#{1,6} /g, ''],
  [/^ {0,3}[-+*>] /gm, ''],
  [/^[|:\- ]{3,}$/gm, ' '],
  [/\*\*|__|~~|`/g, ''],
  [/(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu, ''],
  [/ ?\| ?/g, ' '],
]

export const removeMarkdownSyntax = (text: string) =>
  markdownSyntax.reduce((rest, [pattern, replacement]) => rest.replaceAll(pattern, replacement), text)

/**
 * Converts a search result's excerpt to parts of plain text without Markdown syntax. The API sends the excerpt as HTML
 * in which each match is a `mark` element.
 */
export function parseSearchResultExcerpt(excerpt: string): ExcerptPart[] {
  const { body } = new DOMParser().parseFromString(excerpt, 'text/html')
  const texts = [...body.childNodes].map((node) => {
    // Removes the marker characters `start` and `end` from the author's text, so that only matches are marked.
    const text = (node.textContent ?? '').replaceAll(start, '').replaceAll(end, '')
    return node.nodeName === 'MARK' ? start + text + end : text
  })
  return removeMarkdownSyntax(texts.join(''))
    .split(start)
    .flatMap((piece, index) => {
      if (index === 0) return [{ text: piece, isMatch: false }]
      const [match = '', rest = ''] = piece.split(end)
      return [
        { text: match, isMatch: true },
        { text: rest, isMatch: false },
      ]
    })
}
