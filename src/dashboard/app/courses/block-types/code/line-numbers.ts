/** The most lines that the numbers of a field name. */
const maxLines = 1000

function readRange(text: string): number[] | undefined {
  const [, from, to = from] = /^(\d{1,6})(?:\s*-\s*(\d{1,6}))?$/.exec(text.trim()) ?? []
  const [first, last] = [Number(from), Number(to)]
  if (!(first >= 1 && last >= first && last - first < maxLines)) return undefined
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/**
 * Converts a text such as `1, 3-5` to numbers of lines. Returns undefined for blank text, and invalid text unchanged.
 */
export function parseLinesOrKeepText(text: string): number[] | string | undefined {
  if (text.trim() === '') return undefined
  const ranges = text.split(',').map(readRange)
  return ranges.includes(undefined) ? text : [...new Set(ranges.flatMap((lines) => lines!))].slice(0, maxLines)
}

/** Converts numbers of lines to a text such as `1, 3-5`. */
export function formatLinesForField(value: unknown): string {
  if (typeof value === 'string') return value
  const lines = Array.isArray(value) ? value.filter((line): line is number => Number.isInteger(line)) : []
  const ranges: [first: number, last: number][] = []
  for (const line of lines) {
    const range = ranges.at(-1)
    if (range && line === range[1] + 1) range[1] = line
    else ranges.push([line, line])
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(', ')
}
