import { defineTextCheck, quoteForMessage } from './define.ts'

const minWords = 4
const minLetters = 20
/**
 * Words in capitals count as a sentence only if at least `minLongWords` of them have `longWord` or more characters.
 * This rule excludes most lists of abbreviations.
 */
const longWord = 6
const minLongWords = 2

const capitals = /^(?=\P{Lu}*\p{Lu})[\p{Lu}\p{N}]{2,}$/u
const separators = /^(?:\p{N}+|\p{Lu})$/u

const isSentence = (run: readonly string[]) =>
  run.length >= minWords &&
  run.filter(({ length }) => length >= longWord).length >= minLongWords &&
  run.reduce((sum, { length }) => sum + length, 0) >= minLetters

/** Returns the first run of words in capitals that is long enough to be a sentence, or undefined. */
export function findTextInCapitals(text: string): string | undefined {
  let run: string[] = []
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (capitals.test(word)) run.push(word)
    else if (!separators.test(word)) {
      if (isSentence(run)) break
      run = []
    }
  }
  return isSentence(run) ? run.join(' ') : undefined
}

export const capitalLettersCheck = defineTextCheck({
  code: 'text_in_capitals',
  severity: 'warning',
  meaning: 'Several words in a row are written in capitals, which are hard to read.',
  remedy: 'Write the words in lower case, and use emphasis instead.',
  *findInText({ markup }) {
    for (const text of [...markup.headings.map(({ text }) => text), ...markup.paragraphs]) {
      const capitals = findTextInCapitals(text)
      if (capitals !== undefined)
        yield { message: `The words ${quoteForMessage(capitals)} are in capitals. Write them in lower case.` }
    }
  },
})
