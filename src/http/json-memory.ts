import { randomInt } from 'node:crypto'
import { waitForExclusiveEventLoopTurn } from '../platform/event-loop-turns.ts'

/** In a text of at most this many bytes, the values are not counted, because they need little memory in any case. */
const minSearchedBytes = 16_384

/** The estimated memory of parsed values in V8, in bytes: for an object or list, and for any other value. */
const bytesPerContainer = 64
const bytesPerEntry = 16
/**
 * The bytes that V8 needs to store a property name. V8 stores a name once, or once for each object if the name begins
 * with a digit.
 */
const bytesPerNewName = 150

/**
 * The maximum number of property names that the estimate remembers. If the estimate has forgotten a name, the next
 * occurrence of the name counts as a new name.
 */
const rememberedNames = 4096
/**
 * A random factor in the hash of names, so that clients cannot choose names with equal hashes. The factor is odd,
 * because even factors lose bits.
 */
const hashMultiplier = 2 * randomInt(2 ** 30) + 1

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const openBrace = 0x7b
const digit0 = 0x30
const digit9 = 0x39

/**
 * Makes a function that returns whether V8 needs memory for a property name. V8 needs memory if the name is new in the
 * text, or if the name begins with a digit.
 */
function makeNewNameFinder(text: Buffer): (start: number, end: number) => boolean {
  const hashes = new Int32Array(rememberedNames)
  return (start, end) => {
    let hash = 1
    for (let index = start; index < end; index++) hash = Math.imul(hash, hashMultiplier) + text[index]!
    const slot = (hash ^ (hash >>> 16)) & (rememberedNames - 1)
    const isKnown = hashes[slot] === (hash | 0)
    hashes[slot] = hash
    const first = text[start]!
    return !isKnown || (first >= digit0 && first <= digit9)
  }
}

/** How many bytes of a string are searched one by one, before `indexOf` jumps to the next quote. */
const bytesBeforeFirstJump = 16

/**
 * Returns the position of the quote that ends a string. If the text ends before the string, returns the length of the
 * text. `start` is the position after the first quote.
 */
function findEndOfString(text: Buffer, start: number): number {
  let index = start
  // `indexOf` also finds escaped quotes. In a string with many escaped quotes, a search byte by byte is faster.
  // So the search alternates: it reads some bytes one by one, calls `indexOf`, and then reads twice as many bytes.
  for (let steps = bytesBeforeFirstJump; ; steps *= 2) {
    const endOfSteps = Math.min(index + steps, text.length)
    for (; index < endOfSteps; index++) {
      const byte = text[index]
      if (byte === quote) return index
      if (byte === backslash) index++
    }
    const at = text.indexOf(quote, index)
    if (at === -1) return text.length
    let backslashes = 0
    while (at - backslashes > index && text[at - backslashes - 1] === backslash) backslashes++
    if (backslashes % 2 === 0) return at
    index = at + 1
  }
}

/** What `search` has counted in a JSON text so far. The next call of `search` continues at `position`. */
type Found = {
  position: number
  containers: number
  entries: number
  newNames: number
  nameStart: number
  nameEnd: number
}

/**
 * Counts objects, lists, entries and new property names in the text up to `end`, and adds the counts to `found`. If
 * `end` is inside a string, the search continues to the end of the string.
 */
function search(text: Buffer, end: number, found: Found, isNewName: ReturnType<typeof makeNewNameFinder>): void {
  let { position, containers, entries, newNames } = found
  // The start and the end of the latest string in the text. If a colon follows, the string is a property name.
  let { nameStart, nameEnd } = found
  for (; position < end; position++) {
    const byte = text[position]
    if (byte === quote) {
      nameStart = position + 1
      nameEnd = position = findEndOfString(text, nameStart)
    } else if (byte === openBrace || byte === openBracket) containers++
    else if (byte === comma) entries++
    else if (byte === colon) {
      entries++
      if (isNewName(nameStart, nameEnd)) newNames++
      // In invalid JSON such as `"a"::`, the second colon must not count the name again.
      nameStart = nameEnd
    }
  }
  Object.assign(found, { position, containers, entries, newNames, nameStart, nameEnd })
}

/** The number of bytes that are searched before other requests can run. Searching them takes a few milliseconds. */
const bytesPerTurn = 1_000_000

async function searchAndEstimate(text: Buffer): Promise<number> {
  const isNewName = makeNewNameFinder(text)
  const found = { position: 0, containers: 0, entries: 0, newNames: 0, nameStart: 0, nameEnd: 0 }
  while (found.position < text.length) {
    if (found.position > 0) await waitForExclusiveEventLoopTurn()
    search(text, Math.min(found.position + bytesPerTurn, text.length), found, isNewName)
  }
  const { containers, entries, newNames } = found
  return 2 * text.length + bytesPerContainer * containers + bytesPerEntry * entries + bytesPerNewName * newNames
}

/**
 * Estimates the memory in bytes of a JSON text and its values. Values can need over 20 times the memory of the text:
 * the object in `{},` takes 64 bytes.
 */
export const estimateJsonMemory = (text: Buffer): number | Promise<number> =>
  text.length <= minSearchedBytes ? 2 * text.length : searchAndEstimate(text)
