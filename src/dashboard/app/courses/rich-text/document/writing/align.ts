import { decodeString } from 'micromark-util-decode-string'

/** For each character of a value, where it begins and ends in the source. */
export type Alignment = { readonly starts: Int32Array; readonly ends: Int32Array }

const reference = /&(?:#[xX][\da-fA-F]{1,6}|#\d{1,7}|[\da-zA-Z]{1,31});/y
const punctuation = /[!-/:-@[-`{-~]/

const makeAlignment = (length: number): Alignment => ({ starts: new Int32Array(length), ends: new Int32Array(length) })

/** The offset behind the line ending at `at`, and behind what containers with `quotes` marks put before the next line. */
function skipToNextLine(source: string, at: number, quotes: number): number {
  let end = at + (source.startsWith('\r\n', at) ? 2 : 1)
  for (let left = quotes; ; end++) {
    if (source[end] === '>' && left > 0) left--
    else if (source[end] !== ' ' && source[end] !== '\t') return end
  }
}

type TextToAlign = {
  source: string
  start: number
  end: number
  /** How many marks of quotes are before each line. */
  quotes: number
  /** Whether `\` and `&` are characters like others, as in an address. */
  isLiteral: boolean
}

/**
 * Finds the characters of a text in the source, which may write them as escapes and references. Returns undefined if the
 * source does not have them in this order.
 */
export function alignText(
  value: string,
  { source, start, end, quotes, isLiteral }: TextToAlign,
): Alignment | undefined {
  const found = makeAlignment(value.length)
  let at = start
  for (let index = 0; index < value.length; ) {
    const character = value[index]!
    let length = 1
    let next = at + 1
    if (character === '\n' || character === '\r') {
      while (source[at] === ' ' || source[at] === '\t') at++
      if (source[at] !== character) return undefined
      next = skipToNextLine(source, at, quotes)
      if (value.startsWith('\r\n', index)) length = 2
    } else if (!isLiteral && source[at] === '\\' && source[at + 1] === character && punctuation.test(character))
      next = at + 2
    else if (!isLiteral && source[at] === '&') {
      reference.lastIndex = at
      const written = reference.exec(source)?.[0]
      const decoded = written ? decodeString(written) : '&'
      if (!value.startsWith(decoded, index)) return undefined
      length = decoded.length
      if (decoded !== written && written) next = at + written.length
      else length = 1
    } else if (source[at] !== character && !(source[at] === '\0' && character === '\uFFFD')) return undefined
    found.starts.fill(at, index, index + length)
    found.ends.fill(next, index, index + length)
    index += length
    at = next
    if (at > end) return undefined
  }
  return found
}

/**
 * Finds the lines of a code or formula in the source. Each is the end of a line there, behind what the containers put
 * before it.
 */
export function alignLines(value: string, source: string, start: number, end: number): Alignment | undefined {
  const found = makeAlignment(value.length)
  let at = start
  let index = 0
  for (const line of value.split('\n')) {
    let lineEnd = at
    while (lineEnd < end && source[lineEnd] !== '\n' && source[lineEnd] !== '\r') lineEnd++
    const lineStart = lineEnd - line.length
    if (lineStart < at || source.slice(lineStart, lineEnd).replaceAll('\0', '\uFFFD') !== line) return undefined
    for (let offset = 0; offset < line.length; offset++) {
      found.starts[index + offset] = lineStart + offset
      found.ends[index + offset] = lineStart + offset + 1
    }
    index += line.length
    const next = lineEnd + (source.startsWith('\r\n', lineEnd) ? 2 : 1)
    if (index < value.length) {
      found.starts[index] = lineEnd
      found.ends[index] = next
    }
    index++
    at = next
  }
  return found
}
