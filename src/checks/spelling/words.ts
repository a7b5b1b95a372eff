/** The minimum and maximum number of letters of the words that are checked. */
const minLetters = 4
const maxLetters = 40
/** If a piece of text without spaces has more characters than this, it is not prose, and the check ignores it. */
const maxTokenChars = 100

const mathsOrCode = /`[^`]*`|\$\$[^$]*\$\$|\$(?![\s$])[^$]*(?<!\s)\$(?!\d)/g
/** The marks that can surround a word in prose. Other marks show that a piece of text is code, a path or an address. */
const marksBefore = new Set('("\'“‘«[—–*_')
const marksAfter = new Set(')"\'”’»].,;:!?…—–-*_')
/** Matches words in lower case that are joined by apostrophes, hyphens and other marks, such as "well-known". */
const lowerCaseWords = /^[a-z][a-z'’,;!?"“”…—–-]*$/

function withoutMarks(token: string): string {
  let from = 0
  let to = token.length
  while (from < to && marksBefore.has(token[from]!)) from++
  while (to > from && marksAfter.has(token[to - 1]!)) to--
  return token.slice(from, to)
}

/** Removes the apostrophes around a word, and the ending `'s`, which every noun can have. */
const withoutApostrophes = (word: string) => word.replace(/^'+|'+$/g, '').replace(/'s$/, '')

/**
 * Returns whether a part of a compound word is a combining form, such as `electro` in `electro-optical`. Dictionaries
 * do not contain these forms.
 */
const isCombiningForm = (part: string, markAfter: string | undefined) => markAfter === '-' && /[io]$/.test(part)

function isChecked(word: string): boolean {
  const { length } = word.replaceAll("'", '')
  return length >= minLetters && length <= maxLetters
}

/**
 * Yields the words to check: words that consist of lower-case letters from a to z. A word with a capital can be a name.
 * A word with other letters can be from another language.
 */
export function* findWordsToSpellCheck(text: string): Iterable<string> {
  for (const [token] of text.replaceAll('\u00AD', '').replace(mathsOrCode, ' $ ').matchAll(/\S+/g)) {
    if (token.length > maxTokenChars || token.includes('()')) continue
    const words = withoutMarks(token)
    if (!lowerCaseWords.test(words)) continue
    for (const { 0: part, index } of words.replaceAll('’', "'").matchAll(/[a-z']+/g)) {
      if (isCombiningForm(part, words[index + part.length])) continue
      const word = withoutApostrophes(part)
      if (isChecked(word)) yield word
    }
  }
}

/**
 * Yields the words in source code, in lower case. A name such as `readFile` yields the whole name and its parts `read`
 * and `file`.
 */
export function* findWordsInSourceCode(code: string): Iterable<string> {
  for (const pattern of [/[a-z]{4,}/gi, /[A-Z]?[a-z]{3,}/g])
    for (const [word] of code.matchAll(pattern)) if (isChecked(word)) yield word.toLowerCase()
}
