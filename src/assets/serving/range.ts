import type { ByteRange } from '../../platform/files/file-store.ts'

/**
 * Reads the header `Range` (RFC 9110, section 14.2). Returns undefined if the whole file is to be sent: without a header,
 * for an unknown unit, and for several ranges. Returns `unsatisfiable` for a range that begins after the end.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size }
  }
  const range = { start: Number(first), end: last === '' ? size : Math.min(size, Number(last) + 1) }
  if (last !== '' && Number(last) < range.start) return undefined
  return range.start >= size ? 'unsatisfiable' : range
}
