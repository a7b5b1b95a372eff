/**
 * A part of a search result's excerpt. If `isMatch` is true, the page highlights the part, because it matches the
 * search.
 */
export type ExcerptPart = { text: string; isMatch: boolean }

/**
 * These characters mark the start and the end of a match. They come from a private use area of Unicode, so that they do
 * not occur in a text.
 */
const start = '\uE000'
const end = '\uE001'

/**
 * Each pattern matches Markdown syntax and has a replacement. The repetitions in a pattern have an upper limit, so that
 * the time grows only linearly with the length of the text.
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

export const withoutMarkdown = (text: string) =>
  markdownSyntax.reduce((rest, [pattern, replacement]) => rest.replaceAll(pattern, replacement), text)

/**
 * Splits an excerpt into parts and removes the Markdown syntax. The API sends the excerpt as HTML that contains only
 * `mark` elements. This function converts the HTML to text. The page never inserts the HTML.
 */
export function parseExcerpt(excerpt: string): ExcerptPart[] {
  const { body } = new DOMParser().parseFromString(excerpt, 'text/html')
  const texts = [...body.childNodes].map((node) => {
    const text = (node.textContent ?? '').replaceAll(start, '').replaceAll(end, '')
    return node.nodeName === 'MARK' ? start + text + end : text
  })
  return withoutMarkdown(texts.join(''))
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
