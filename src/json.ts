import { randomBytes } from 'node:crypto'

const mark = randomBytes(9).toString('base64url')
const quotedMark = JSON.stringify(mark)
let texts: string[] | undefined

/** JSON that is text already, such as a column's: `jsonPieces` puts it into an answer without reading it. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** For `JSON.stringify` by anybody else, the value that the text stands for. */
  toJSON(): unknown {
    if (!texts) return JSON.parse(this.text)
    texts.push(this.text)
    return mark
  }
}

/**
 * JSON in pieces that follow each other: each `JsonText` is one as it is, for a mark stands in its place until all else is
 * written. To put the pieces of a long answer together as text takes longer than to write them down as bytes.
 */
export function jsonPieces(value: unknown): string[] {
  const found: string[] = []
  texts = found
  let frame: string
  try {
    frame = JSON.stringify(value)
  } finally {
    texts = undefined
  }
  const pieces: string[] = []
  let at = 0
  for (const text of found) {
    const next = frame.indexOf(quotedMark, at)
    pieces.push(frame.slice(at, next), text)
    at = next + quotedMark.length
  }
  pieces.push(at === 0 ? frame : frame.slice(at))
  return pieces
}
