import { findLinePrefix } from '../reading/lines.ts'

/** A change of the source. */
export type Patch = { readonly start: number; readonly end: number; readonly text: string }

export function applyPatches(source: string, patches: readonly Patch[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end, text } of patches.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    if (start < at) throw new RangeError('Two patches change the same text.')
    parts.push(source.slice(at, start), text)
    at = end
  }
  return parts.join('') + source.slice(at)
}

/** The line ending of a text. */
export const findLineEnding = (source: string): string => /\r\n?|\n/.exec(source)?.[0] ?? '\n'

/** Printed Markdown as it stands behind `offset` of the source: with the marks of the containers before its further lines. */
export function placeLines(source: string, offset: number, markdown: string): string {
  if (!markdown.includes('\n')) return markdown
  const prefix = findLinePrefix(source, offset)
  const [first, ...others] = markdown.split('\n')
  const placed = others.map((line) => (line === '' ? prefix.trimEnd() : prefix + line))
  return [first, ...placed].join(findLineEnding(source))
}
