import type {} from 'micromark-extension-gfm-autolink-literal'
import { asciiAlpha, asciiAlphanumeric, markdownLineEndingOrSpace, unicodeWhitespace } from 'micromark-util-character'
import type { Code, Construct, Effects, Extension, Previous, State, TokenizeContext } from 'micromark-util-types'
import { findEndOfEmail, findEndOfUrl, findEndOfWww } from './find.ts'
import { makeOpenLabelFinder } from './open-labels.ts'
import { fullWidth, makeRunOfText, type RunOfText } from './run.ts'

type Found = { start: number; run: RunOfText }
type Progress = { isInOpenLabel: ReturnType<typeof makeOpenLabelFinder>; last: Found | undefined }

const progressOf = new WeakMap<TokenizeContext, Progress>()

function getProgress(context: TokenizeContext): Progress {
  const progress = progressOf.get(context) ?? { isInOpenLabel: makeOpenLabelFinder(), last: undefined }
  progressOf.set(context, progress)
  return progress
}

const isEndOfRun = (code: Code) => code === null || markdownLineEndingOrSpace(code) || unicodeWhitespace(code)

/** Makes a construct that only looks ahead: it reads up to the next white space, and keeps what it has read. */
const makeRunReader = (progress: Progress, start: number): Construct => ({
  partial: true,
  tokenize(effects, ok) {
    const characters: string[] = []
    const read: State = (code) => {
      if (isEndOfRun(code)) {
        progress.last = { start, run: makeRunOfText(characters.join(''), code === null) }
        return ok(code)
      }
      characters.push(String.fromCharCode(code!))
      effects.consume(code)
      return read
    }
    return read
  },
})

/** Returns a state that reads the next `count` characters. */
function consume(effects: Effects, count: number, after: State): State {
  let left = count
  const next: State = (code) => {
    if (left-- === 0) return after(code)
    effects.consume(code)
    return next
  }
  return next
}

type FindEnd = (run: RunOfText, start: number) => number | undefined

const makeConstruct = (type: 'Email' | 'Http' | 'Www', findEnd: FindEnd, previous: Previous): Construct => ({
  name: `linear${type}Autolink`,
  previous,
  tokenize(effects, ok, nok) {
    const progress = getProgress(this)
    const exit: State = (code) => {
      effects.exit(`literalAutolink${type}`)
      effects.exit('literalAutolink')
      return ok(code)
    }
    return (code) => {
      if (!previous.call(this, this.previous) || progress.isInOpenLabel(this)) return nok(code)
      const { offset } = this.now()
      const find: State = (code) => {
        const { start, run } = progress.last!
        const end = findEnd(run, offset - start)
        return end === undefined ? nok(code) : consume(effects, start + end - offset, exit)(code)
      }
      effects.enter('literalAutolink')
      effects.enter(`literalAutolink${type}`)
      const { last } = progress
      const isKnown = last !== undefined && offset >= last.start && offset < last.start + last.run.text.length
      return isKnown ? find(code) : effects.check(makeRunReader(progress, offset), find, nok)(code)
    }
  },
})

const isLocalPart = (code: Code) =>
  code !== null && (asciiAlphanumeric(code) || code === 43 || code === 45 || code === 46 || code === 95)
const beforeWww = new Set<Code>([null, ...'(*_[]~'].map((one) => (one === null ? one : one.charCodeAt(0))))

const email = makeConstruct('Email', findEndOfEmail, (code) => code !== 47 && !isLocalPart(code))
const url = makeConstruct('Http', findEndOfUrl, (code) => !asciiAlpha(code))
const www = makeConstruct(
  'Www',
  findEndOfWww,
  (code) => beforeWww.has(code) || markdownLineEndingOrSpace(code) || fullWidth.test(String.fromCharCode(code ?? 0)),
)

const constructsOf = (character: string) => {
  if (/h/i.test(character)) return [email, url]
  return /w/i.test(character) ? [email, www] : [email]
}
const alphanumeric = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * An extension of micromark for addresses without markup, such as `https://example.com`, as GitHub's Markdown has them.
 * It finds what `micromark-extension-gfm-autolink-literal` finds, whose time is quadratic in a text such as `_www.`
 * repeated, and replaces its constructs.
 */
export const linearAutolinks: Extension = {
  text: Object.fromEntries([...`${alphanumeric}+-._`].map((one) => [one.charCodeAt(0), constructsOf(one)])),
  disable: { null: ['emailAutolink', 'protocolAutolink', 'wwwAutolink'] },
}
