import type { TokenizeContext } from 'micromark-util-types'

type Label = { index: number; token: TokenizeContext['events'][number][1] }

/**
 * Makes a function that tells whether a tokenizer is in the text of a possible link, after a `[` that is not closed. In
 * a link there are no further links. Each event of the tokenizer is read once.
 */
export function makeOpenLabelFinder() {
  const open: Label[] = []
  let seen = 0
  return (context: TokenizeContext): boolean => {
    const { events } = context
    for (let last = open.at(-1); last; last = open.at(-1)) {
      const isThere = events[last.index]?.[1] === last.token
      if (isThere && last.token._balanced !== true) break
      open.pop()
      // The label has become a part of a link, and the events after it have moved.
      if (!isThere) seen = Math.min(seen, last.index)
    }
    for (; seen < events.length; seen++) {
      const [kind, token] = events[seen]!
      if (kind !== 'enter' || (token.type !== 'labelLink' && token.type !== 'labelImage')) continue
      if (token._balanced !== true) open.push({ index: seen, token })
    }
    return open.length > 0
  }
}
