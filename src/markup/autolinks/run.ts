import { asciiAlpha, unicodePunctuation } from 'micromark-util-character'

/** Punctuation that ends an address if only more of it, or nothing, comes after it. */
const trailing = new Set('!"\')*,.:;?_~')

/** Punctuation of Chinese and Japanese, and quotation marks. It ends an address that comes directly before it. */
export const fullWidth = /[\u201c\u201d\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/

/** Returns the index of the first character at or after `from` that is no ASCII letter. */
function findEndOfLetters(text: string): Int32Array {
  const ends = new Int32Array(text.length + 1).fill(text.length)
  for (let at = text.length - 1; at >= 0; at--) ends[at] = asciiAlpha(text.charCodeAt(at)) ? ends[at + 1]! : at
  return ends
}

/** Returns, for each index, whether the text from there on is only punctuation that belongs to no address. */
function findTrails(text: string): Uint8Array {
  const isTrail = new Uint8Array(text.length + 1)
  const endsOfLetters = findEndOfLetters(text)
  isTrail[text.length] = 1
  function followsTrail(at: number): boolean | number | undefined {
    const character = text[at]!
    if (trailing.has(character)) return isTrail[at + 1]
    if (fullWidth.test(character)) return true
    if (character === '<') return true
    // A bracket can end the text of a link whose address comes next.
    if (character === ']') return text[at + 1] === '(' || text[at + 1] === '[' || isTrail[at + 1]
    if (character !== '&') return false
    // A character reference, such as `&amp;`, counts as punctuation.
    const end = endsOfLetters[at + 1]!
    return end > at + 1 && text[end] === ';' && isTrail[end + 1]
  }
  for (let at = text.length - 1; at >= 0; at--) isTrail[at] = followsTrail(at) ? 1 : 0
  return isTrail
}

/** Returns, for each index, where a host that begins there ends. */
function findEndsOfHosts(text: string, isTrail: Uint8Array): Int32Array {
  const ends = new Int32Array(text.length + 1).fill(text.length)
  for (let at = text.length - 1; at >= 0; at--) {
    const character = text[at]!
    const isEnd =
      character === '.' || character === '_'
        ? isTrail[at] === 1
        : character !== '-' && unicodePunctuation(character.charCodeAt(0))
    ends[at] = isEnd ? at : ends[at + 1]!
  }
  return ends
}

/** Returns, for each end of a host, the last underscore in its last two names, or -1. */
function findUnderscores(text: string): Int32Array {
  const found = new Int32Array(text.length + 1)
  let [underscore, dot, dotBefore] = [-1, -1, -1]
  for (let end = 0; end <= text.length; end++) {
    found[end] = underscore > dotBefore ? underscore : -1
    if (text[end] === '_') underscore = end
    else if (text[end] === '.') [dot, dotBefore] = [end, dot]
  }
  return found
}

/** A run of characters without white space, in which addresses are found. */
export type RunOfText = ReturnType<typeof makeRunOfText>

/**
 * Makes a run. Everything that depends on what comes later in the text is found once, from its end to its start, so that
 * the time is linear in the length of the text however many addresses could begin in it.
 * @param isLast whether nothing comes after the run, not even white space
 */
export function makeRunOfText(text: string, isLast: boolean) {
  let found: { isTrail: Uint8Array; endsOfHosts: Int32Array; underscores: Int32Array } | undefined
  function findOnce() {
    const isTrail = found?.isTrail ?? findTrails(text)
    found ??= { isTrail, endsOfHosts: findEndsOfHosts(text, isTrail), underscores: findUnderscores(text) }
    return found
  }
  return {
    text,
    isLast,
    /** Returns whether an address ends at an index, at punctuation. */
    endsHere: (at: number): boolean =>
      ((trailing.has(text[at]!) || '&<]'.includes(text[at]!)) && findOnce().isTrail[at] === 1) ||
      fullWidth.test(text[at]!),
    /** Returns the end of a host that begins at an index. */
    endOfHost: (start: number): number => findOnce().endsOfHosts[start]!,
    /** Returns whether one of the last two names of a host has an underscore, which GitHub's Markdown does not accept. */
    hasUnderscoreAtEnd: (start: number, end: number): boolean => findOnce().underscores[end]! >= start,
  }
}
