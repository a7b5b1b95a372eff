import { randomBytes } from 'node:crypto'
import { disabledOptimizations } from './optimizations.ts'

const placeholder = randomBytes(9).toString('base64url')
const quotedPlaceholder = JSON.stringify(placeholder)
let texts: string[] | undefined

/**
 * A value that is already JSON text, such as a JSON column of the database. The service sends the text to clients
 * without parsing it.
 */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /**
   * Returns the parsed value for `JSON.stringify`. During `serializeToJsonChunks`, returns a placeholder instead, which
   * `serializeToJsonChunks` replaces with the text.
   */
  toJSON(): unknown {
    if (!texts) return JSON.parse(this.text)
    texts.push(this.text)
    return placeholder
  }
}

/**
 * Serializes a value as JSON chunks. Each `RawJson` is a chunk of its own, because encoding long chunks one by one is
 * faster.
 */
export function serializeToJsonChunks(value: unknown): string[] {
  if (disabledOptimizations.has('chunks')) return [JSON.stringify(value)]
  const jsonTexts: string[] = []
  texts = jsonTexts
  let outer: string
  try {
    outer = JSON.stringify(value)
  } finally {
    texts = undefined
  }
  const chunks: string[] = []
  let at = 0
  for (const text of jsonTexts) {
    const next = outer.indexOf(quotedPlaceholder, at)
    chunks.push(outer.slice(at, next), text)
    at = next + quotedPlaceholder.length
  }
  chunks.push(at === 0 ? outer : outer.slice(at))
  return chunks
}
