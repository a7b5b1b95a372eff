const lineEnding = /\r\n?|\n/g

/** The text with `\n` at the end of each line. */
export const withLineFeeds = (text: string): string => (text.includes('\r') ? text.replace(lineEnding, '\n') : text)

/** The offset of the first character of the line that `offset` is in. */
export function findLineStart(source: string, offset: number): number {
  let start = offset
  while (start > 0 && source[start - 1] !== '\n' && source[start - 1] !== '\r') start--
  // A byte order mark is no part of the text.
  return start === 0 && source.startsWith('\uFEFF') && offset > 0 ? 1 : start
}

/** What further lines of a block that begins at `offset` begin with: `> ` of quotes, and spaces for the mark of a list item. */
export const findLinePrefix = (source: string, offset: number): string =>
  source.slice(findLineStart(source, offset), offset).replace(/[^>\s]/g, ' ')

/** How many characters at the start of a line belong to the containers that `prefix` is made of. Lines may have fewer. */
function countPrefix(line: string, prefix: string): number {
  if (line.startsWith(prefix)) return prefix.length
  let quotes = prefix.split('>').length - 1
  let end = 0
  for (; end < line.length; end++) {
    if (line[end] === '>' && quotes > 0) quotes--
    else if (line[end] !== ' ' && line[end] !== '\t') break
    else if (end >= prefix.length) break
  }
  return end
}

/** A piece of the source that begins after `prefix`, without what the containers put at the start of its further lines. */
export function removePrefix(text: string, prefix: string): string {
  const [first, ...others] = withLineFeeds(text).split('\n')
  return [first, ...others.map((line) => line.slice(countPrefix(line, prefix)))].join('\n')
}
