import type { Hash } from 'node:crypto'

/**
 * The hash function gets the text in pieces of about this many characters, because the whole text can have many
 * megabytes.
 */
const pieceChars = 65_536

/**
 * Returns the result of `toJSON` if the value has this method, as `JSON.stringify` does. Otherwise returns the value.
 */
const toJsonValue = (value: unknown): unknown => {
  const { toJSON } = (value ?? {}) as { toJSON?: unknown }
  return typeof toJSON === 'function' ? toJSON.call(value) : value
}

/** Calls `write` with the pieces of the canonical JSON of a value. */
function writeCanonicalJson(sent: unknown, write: (text: string) => void): void {
  const value = toJsonValue(sent)
  if (typeof value !== 'object' || value === null) return void write(JSON.stringify(value) ?? 'null')
  let separator = ''
  if (Array.isArray(value)) {
    write('[')
    for (const entry of value) {
      write(separator)
      writeCanonicalJson(entry, write)
      separator = ','
    }
    return void write(']')
  }
  const members = value as Readonly<Record<string, unknown>>
  write('{')
  for (const name of Object.keys(members).sort()) {
    if (members[name] === undefined) continue
    write(`${separator}${JSON.stringify(name)}:`)
    writeCanonicalJson(members[name], write)
    separator = ','
  }
  write('}')
}

/**
 * Adds the canonical JSON of a value to a hash. Canonical JSON has sorted object keys, so equal values have equal
 * hashes. The text is never in memory as a whole.
 */
export function updateHashWithCanonicalJson(hash: Hash, value: unknown): void {
  let piece = ''
  writeCanonicalJson(value, (text) => {
    piece += text
    if (piece.length < pieceChars) return
    hash.update(piece)
    piece = ''
  })
  hash.update(piece)
}
