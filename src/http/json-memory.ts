import { randomInt } from 'node:crypto'
import { waitForExclusiveEventLoopTurn } from '../platform/event-loop-turns.ts'

/** For a body of at most this many bytes, no estimate is made, because its values need little memory in any case. */
const minSearchedBytes = 16_384

/** The estimated memory of parsed values in V8, in bytes: for an object or list, and for any other value. */
const bytesPerContainer = 64
const bytesPerEntry = 16
/**
 * The memory that V8 needs for a property whose name is new, or is a number such as `"1000"`, in bytes. V8 keeps such
 * properties in a hash table for each object. The objects of a list usually have the same names, which need no memory.
 */
const bytesPerNewName = 150

/**
 * The number of property names that the estimate remembers, so that it counts the memory of a repeated name only once.
 * If a text has more different names, it counts some of them more than once.
 */
const rememberedNames = 4096
/**
 * The hash of a name depends on this number, so that no client can make names with the same hash. It is odd, because
 * multiplication by an even number loses bits.
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
 * Makes a function that returns whether the property name from `start` to `end` of `text` needs memory: a name that did
 * not occur before, or one that begins with a digit.
 */
function makeNewNameFinder(text: Uint8Array): (start: number, end: number) => boolean {
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

/** The number of bytes that are searched before other requests can run. Searching them takes about 5 milliseconds. */
const bytesPerTurn = 1_000_000

async function searchAndEstimate(text: Uint8Array): Promise<number> {
  const isNewName = makeNewNameFinder(text)
  let containers = 0
  let entries = 0
  let newNames = 0
  let isInString = false
  // The positions in the text where the last string starts and ends.
  let start = 0
  let end = 0
  let index = 0
  while (index < text.length) {
    if (index > 0) await waitForExclusiveEventLoopTurn()
    const endOfTurn = Math.min(index + bytesPerTurn, text.length)
    for (; index < endOfTurn; index++) {
      const byte = text[index]
      if (isInString) {
        if (byte === backslash) index++
        else if (byte === quote) {
          isInString = false
          end = index
        }
      } else if (byte === quote) {
        isInString = true
        start = index + 1
      } else if (byte === openBrace || byte === openBracket) containers++
      else if (byte === comma) entries++
      else if (byte === colon) {
        entries++
        if (isNewName(start, end)) newNames++
        // A string counts as a property name only at the first colon after it. Text that is not JSON can have several.
        start = end
      }
    }
  }
  return 2 * text.length + bytesPerContainer * containers + bytesPerEntry * entries + bytesPerNewName * newNames
}

/**
 * Estimates how much memory a JSON text and its parsed values need, in bytes. The values can need over twenty times the
 * memory of the text: `{}` and a comma are three bytes of text, but about 64 bytes on the heap. Strings count as their
 * text. The time is linear in the length of the text. Other requests can run while a long text is searched.
 */
export const estimateJsonMemory = (text: Uint8Array): number | Promise<number> =>
  text.length <= minSearchedBytes ? 2 * text.length : searchAndEstimate(text)
