import { math } from 'micromark-extension-math'
import { markdownLineEnding, markdownSpace } from 'micromark-util-character'
import type { Construct, Extension, State } from 'micromark-util-types'

const dollar = 36

const [mathFlow] = [math().flow?.[dollar]].flat() as [Construct]

/**
 * A line of dollar signs alone. In a line such as `$$x`, the formula has begun; the text is then a paragraph, which
 * loses nothing.
 */
const lineOfDollars: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const read: State = (code) => {
      if (code === null || markdownLineEnding(code)) {
        effects.exit('mathTextData')
        return ok(code)
      }
      if (code !== dollar && !markdownSpace(code)) return nok(code)
      effects.consume(code)
      return read
    }
    return (code) => {
      effects.enter('mathTextData')
      return read(code)
    }
  },
}

/** Formulas of their own lines, between two lines `$$`. */
export const mathBlock: Extension = {
  flow: {
    [dollar]: {
      ...mathFlow,
      name: 'mathBlock',
      tokenize(effects, ok, nok) {
        return effects.check(lineOfDollars, mathFlow.tokenize.call(this, effects, ok, nok), nok)
      },
    },
  },
}
