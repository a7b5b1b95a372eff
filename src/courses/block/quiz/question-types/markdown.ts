/** Returns a text of several lines as one line. */
export const toLine = (text: string) =>
  text
    .split(/[\r\n]+/)
    .flatMap((line) => line.trim() || [])
    .join(' ')

/**
 * Returns inline Markdown that can begin a list item: what would begin a list, a heading, a quote or a code block there is
 * escaped.
 */
export const toListItem = (text: string) =>
  toLine(text)
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')
    .replace(/^(?=[-+>#=~]|\*(?:\s|$|\*\*))/, '\\')
