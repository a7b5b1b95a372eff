import { mathFromMarkdown } from 'mdast-util-math'
import { asciiDigit, markdownLineEnding, markdownLineEndingOrSpace } from 'micromark-util-character'
import type { Code, Construct, Extension, Previous, State, TokenizeContext } from 'micromark-util-types'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathText: 'mathText'
    mathTextSequence: 'mathTextSequence'
    mathTextData: 'mathTextData'
  }
}

const dollar = 36
const backslash = 92
const openParenthesis = 40
const closeParenthesis = 41

/**
 * The openings, such as `$`, that have no end in a text. What comes later in the text has no end for them either, so it
 * is not read once more.
 */
const openingsWithoutEnd = new WeakMap<TokenizeContext, Set<string>>()

function getOpeningsWithoutEnd(context: TokenizeContext): Set<string> {
  const found = openingsWithoutEnd.get(context) ?? new Set()
  openingsWithoutEnd.set(context, found)
  return found
}

/** A dollar sign directly after a dollar sign opens nothing, unless the first one is escaped. */
const isNotAfterDollar: Previous = function (code) {
  return code !== dollar || this.events.at(-1)?.[1].type === 'characterEscape'
}

/**
 * A formula between `$` and `$`, or `$$` and `$$`. Prose with prices stays prose: a single `$` opens only before a
 * character that is no space, and the next `$` must close it: after a character that is no space, and before no digit.
 */
const dollarFormula: Construct = {
  name: 'dollarFormula',
  previous: isNotAfterDollar,
  tokenize(effects, ok, nok) {
    const withoutEnd = getOpeningsWithoutEnd(this)
    let size = 0
    let isAfterSpace = false
    const open: State = (code) => {
      if (code === dollar && size < 3) {
        effects.consume(code)
        size++
        return open
      }
      const isOpening = size === 2 || (size === 1 && code !== null && !markdownLineEndingOrSpace(code))
      if (!isOpening || withoutEnd.has(String(size))) return nok(code)
      effects.exit('mathTextSequence')
      return next(code)
    }
    const next: State = (code) => {
      if (code === null) {
        withoutEnd.add(String(size))
        return nok(code)
      }
      if (markdownLineEnding(code)) {
        effects.enter('lineEnding')
        effects.consume(code)
        effects.exit('lineEnding')
        isAfterSpace = true
        return next
      }
      if (code === dollar) return close(code)
      effects.enter('mathTextData')
      return data(code)
    }
    const data: State = (code) => {
      if (code === null || code === dollar || markdownLineEnding(code)) {
        effects.exit('mathTextData')
        return next(code)
      }
      effects.consume(code)
      isAfterSpace = markdownLineEndingOrSpace(code)
      return code === backslash ? afterBackslash : data
    }
    /** `\$` is a dollar sign in the formula. */
    const afterBackslash: State = (code) => {
      if (code === null || markdownLineEnding(code)) return data(code)
      effects.consume(code)
      return data
    }
    const close: State = (code) => {
      const sequence = effects.enter('mathTextSequence')
      let count = 0
      const more: State = (code) => {
        if (code === dollar && count < size) {
          effects.consume(code)
          count++
          return more
        }
        effects.exit('mathTextSequence')
        if (size === 1 && (isAfterSpace || asciiDigit(code) || code === dollar)) return nok(code)
        if (count === size) {
          effects.exit('mathText')
          return ok(code)
        }
        sequence.type = 'mathTextData'
        isAfterSpace = false
        return next(code)
      }
      return more(code)
    }
    return (code) => {
      if (!isNotAfterDollar.call(this, this.previous)) return nok(code)
      effects.enter('mathText')
      effects.enter('mathTextSequence')
      return open(code)
    }
  },
}

/** A formula between `\(` and `\)`, as LaTeX has it. */
const parenthesisFormula: Construct = {
  name: 'parenthesisFormula',
  tokenize(effects, ok, nok) {
    const withoutEnd = getOpeningsWithoutEnd(this)
    const expect =
      (expected: Code, then: State): State =>
      (code) => {
        if (code !== expected) return nok(code)
        effects.consume(code)
        return then
      }
    const next: State = (code) => {
      if (code === null) {
        withoutEnd.add('\\(')
        return nok(code)
      }
      if (markdownLineEnding(code)) {
        effects.enter('lineEnding')
        effects.consume(code)
        effects.exit('lineEnding')
        return next
      }
      effects.enter('mathTextData')
      return data(code)
    }
    const data: State = (code) => {
      if (code === null || markdownLineEnding(code)) {
        effects.exit('mathTextData')
        return next(code)
      }
      if (code === backslash) return effects.check(end, exit, command)(code)
      effects.consume(code)
      return data
    }
    const command: State = (code) => {
      effects.consume(code)
      return (next) => {
        if (next === null || markdownLineEnding(next)) return data(next)
        effects.consume(next)
        return data
      }
    }
    const exit: State = (code) => {
      effects.exit('mathTextData')
      effects.enter('mathTextSequence')
      effects.consume(code)
      return (code) => {
        effects.consume(code)
        effects.exit('mathTextSequence')
        effects.exit('mathText')
        return ok
      }
    }
    const opened: State = (code) => {
      effects.exit('mathTextSequence')
      return next(code)
    }
    return (code) => {
      if (withoutEnd.has('\\(')) return nok(code)
      effects.enter('mathText')
      effects.enter('mathTextSequence')
      return expect(backslash, expect(openParenthesis, opened))(code)
    }
  },
}

const end: Construct = {
  partial: true,
  tokenize: (effects, ok, nok) => (code) => {
    if (code !== backslash) return nok(code)
    effects.enter('mathTextSequence')
    effects.consume(code)
    return (code) => {
      if (code !== closeParenthesis) return nok(code)
      effects.consume(code)
      effects.exit('mathTextSequence')
      return ok
    }
  },
}

/** Formulas in a line: `$…$`, `$$…$$` and `\(…\)`. The time is linear. */
export const mathText: Extension = { text: { [dollar]: dollarFormula, [backslash]: parenthesisFormula } }

export { mathFromMarkdown }
