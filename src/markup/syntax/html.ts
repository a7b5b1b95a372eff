import { htmlFlow, htmlText } from 'micromark-core-commonmark'
import { asciiAlpha, asciiAlphanumeric } from 'micromark-util-character'
import type { Code, Construct, Extension, State } from 'micromark-util-types'

const lessThan = 60
const slash = 47
const exclamation = 33
const dash = 45

/** The longest name of an element. A longer name is text. */
const maxNameChars = 20

/** Makes a construct that only looks ahead, and tells whether a known tag or a comment begins. */
const makeTagProbe = (isElement: (name: string) => boolean): Construct => ({
  partial: true,
  tokenize(effects, ok, nok) {
    let name = ''
    const finish = (state: State, code: Code) => {
      effects.exit('data')
      return state(code)
    }
    const readName: State = (code) => {
      const isPart = name === '' ? asciiAlpha(code) : asciiAlphanumeric(code) || code === dash
      if (!isPart) return finish(isElement(name.toLowerCase()) ? ok : nok, code)
      if (name.length === maxNameChars) return nok(code)
      name += String.fromCharCode(code!)
      effects.consume(code)
      return readName
    }
    const expectDash =
      (then: State): State =>
      (code) => {
        if (code !== dash) return nok(code)
        effects.consume(code)
        return then
      }
    const afterOpening: State = (code) => {
      if (code === slash) {
        effects.consume(code)
        return readName
      }
      if (code === exclamation) {
        effects.consume(code)
        return expectDash(expectDash((code) => finish(ok, code)))
      }
      return readName(code)
    }
    return (code) => {
      effects.enter('data')
      effects.consume(code)
      return afterOpening
    }
  },
})

const onlyKnown = (construct: Construct, probe: Construct, name: string): Construct => ({
  ...construct,
  name,
  tokenize(effects, ok, nok) {
    return effects.check(probe, construct.tokenize.call(this, effects, ok, nok), nok)
  },
})

const withoutHtml: Extension = { disable: { null: ['htmlFlow', 'htmlText'] } }

/**
 * HTML in Markdown, but only comments and tags that HTML has: `List<String>` and `cat <file>` are text, whose marks are
 * read as Markdown.
 */
export function makeHtmlSyntax(isElement: (name: string) => boolean): Extension {
  const probe = makeTagProbe(isElement)
  return {
    ...withoutHtml,
    flow: { [lessThan]: onlyKnown(htmlFlow, probe, 'knownHtmlFlow') },
    text: { [lessThan]: onlyKnown(htmlText, probe, 'knownHtmlText') },
  }
}

/** Markdown in which all tags are text. */
export { withoutHtml }
