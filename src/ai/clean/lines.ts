/** Joins the lines of a text. Each line break, with the white space around it, becomes one space. */
export function joinLinesWithSpaces(text: string): string {
  const lines = text.split('\n')
  const last = lines.length - 1
  return lines
    .map((line, index) =>
      index > 0 ? (index < last ? line.trim() : line.trimStart()) : last > 0 ? line.trimEnd() : line,
    )
    .filter((line, index) => line !== '' || index === 0 || index === last)
    .join(' ')
}
