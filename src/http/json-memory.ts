/** For a body of at most this many bytes, no estimate is made, because its values need little memory in any case. */
const minSearchedBytes = 16_384

/** The estimated memory of parsed values in V8, in bytes: for an object or list, and for any other value. */
const bytesPerContainer = 64
const bytesPerEntry = 16

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const openBrace = 0x7b

/**
 * Estimates how much memory a JSON text and its parsed values need, in bytes. The values can need over twenty times the
 * memory of the text: `{}` and a comma are three bytes of text, but about 64 bytes on the heap. Strings count as their
 * text. The time is linear in the length of the text.
 */
export function estimateJsonMemory(text: Uint8Array): number {
  if (text.length <= minSearchedBytes) return 2 * text.length
  let containers = 0
  let entries = 0
  let isInString = false
  for (let index = 0; index < text.length; index++) {
    const byte = text[index]
    if (isInString) {
      if (byte === backslash) index++
      else if (byte === quote) isInString = false
    } else if (byte === quote) isInString = true
    else if (byte === openBrace || byte === openBracket) containers++
    else if (byte === comma || byte === colon) entries++
  }
  return 2 * text.length + bytesPerContainer * containers + bytesPerEntry * entries
}
