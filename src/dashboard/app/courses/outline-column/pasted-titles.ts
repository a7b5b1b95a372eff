/** A title of a pasted list. The `depth` of the outermost titles is 0. */
export type PastedTitle = { depth: number; title: string }

/** The modules and lessons that a pasted list names. `lessons` have no module in the list. */
export type PastedOutline = { lessons: string[]; modules: { name: string; lessons: string[] }[] }

export const maxPastedTitles = 500
const maxTitleLength = 255
const tabWidth = 4

const bullet = /^(?:[-*+•◦▪▫‣⁃·–—○●■□§]|o(?=\t))\s+/u
const checkBox = /^\[[ xX]\]\s+/
const number = /^\(?(?:\d{1,4}(?:\.\d{1,4})*|[a-zA-Z]|[ivxIVX]{1,5})[.)]\s+/
/** A number such as `1.2` without a full stop after it. */
const partNumber = /^\d{1,4}(?:\.\d{1,4})+\s+/
const heading = /^(#{1,6})\s+/

const measureIndent = (line: string) =>
  [.../^\s*/.exec(line)![0]].reduce((width, space) => width + (space === '\t' ? tabWidth - (width % tabWidth) : 1), 0)

/** Removes the bullet or number of a line. A number without a full stop is a part of the title, unless all lines have one. */
function removeMark(line: string, isNumbered: boolean): string {
  const withoutBullet = line.replace(bullet, '').replace(checkBox, '')
  const mark = isNumbered ? partNumber.exec(withoutBullet) : null
  return withoutBullet
    .slice(mark?.[0].length ?? 0)
    .replace(number, '')
    .trim()
}

/** Replaces the indents of the lines by depths: a line is deeper than the last one with a smaller indent. */
export function toDepths(lines: readonly { indent: number; title: string }[]): PastedTitle[] {
  const open: number[] = []
  return lines.map(({ indent, title }) => {
    while (open.length > 0 && open.at(-1)! >= indent) open.pop()
    open.push(indent)
    return { depth: open.length - 1, title }
  })
}

/**
 * Reads a list from plain text, a title a line. Tabs and spaces, headings of Markdown, or numbers such as 1.2 say how deep
 * a line is. Bullets and numbers are left out.
 */
export function readPastedTitles(text: string): PastedTitle[] {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  const isNumbered = lines.every((line) => /^\s*\d/.test(line))
  const isIndented = lines.some((line) => /^\s/.test(line))
  let headingLevel = 0
  const indented = lines.map((line) => {
    const trimmed = line.trim()
    const level = heading.exec(trimmed)?.[1]?.length
    if (level !== undefined) {
      headingLevel = level
      return { indent: level - 1, title: trimmed.replace(heading, '') }
    }
    const parts = isNumbered && !isIndented ? (/^[\d.]+/.exec(trimmed)?.[0].split('.').filter(Boolean).length ?? 1) : 1
    const indent = headingLevel + measureIndent(line) + parts - 1
    return { indent, title: removeMark(trimmed, isNumbered) }
  })
  return toDepths(indented.filter(({ title }) => title !== ''))
}

/**
 * Makes modules and lessons of a list. The outermost titles of a list with levels are modules, and all deeper ones are
 * lessons. Without levels, all are what `level` says.
 */
export function makePastedOutline(titles: readonly PastedTitle[], level: 'module' | 'lesson'): PastedOutline {
  const outline: PastedOutline = { lessons: [], modules: [] }
  const hasLevels = titles.some(({ depth }) => depth > 0)
  for (const { depth, title } of titles) {
    if (hasLevels ? depth === 0 : level === 'module') outline.modules.push({ name: title, lessons: [] })
    else (outline.modules.at(-1)?.lessons ?? outline.lessons).push(title)
  }
  return outline
}

/** Returns why a list cannot be pasted, in words for the author, or undefined if it can. */
export function findPasteProblem(titles: readonly PastedTitle[]): string | undefined {
  if (titles.length > maxPastedTitles)
    return `The list has ${titles.length.toLocaleString('en')} titles. Paste at most ${maxPastedTitles} at once.`
  const long = titles.find(({ title }) => title.length > maxTitleLength)
  return long && `“${long.title.slice(0, 40)}…” is too long. A title has at most ${maxTitleLength} characters.`
}
