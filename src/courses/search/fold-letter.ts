import { normalizeText } from '../../platform/normalize-text.ts'
import { joiners } from './tokens.ts'

// `prisma/sql/search_plain.sql` has the same letters and rules.

const lettersOf = (letters: string, plain: string) =>
  [...letters].map((letter, index) => [letter, plain[index]!] as const)

/** Letters whose plain form Unicode does not decompose, and letters that writers and keyboards often exchange. */
const plainForms = new Map<string, string>([
  ...lettersOf('øłđðħŧɓɗƙƴıς', 'olddhtbdkyiσ'),
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
  ...lettersOf('ёѐѝґ', 'ееиг'),
  ...lettersOf('آأإٱؤئىیےۓةۀہۂک', 'ااااويييييههههك'),
])
const anyPlainForm = new RegExp(`[${[...plainForms.keys()].join('')}]`, 'g')

/** The forms of letters that some languages spell out. */
const spelledOutForms = new Map([
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['å', 'aa'],
  ['ø', 'oe'],
])

/** The vowel signs of Hebrew and Arabic, and the sign that makes Arabic words longer. */
const vowelSigns =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08ca-\u08e1\u08e3-\u08ff]/g

/** Marks of letters of the Latin and Greek alphabets, and of digits. */
const accents =
  /([0-9a-z\u00df-\u02af\u0370-\u03ff\u2c60-\u2c7f])[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]+/g
/** Marks of stress on Cyrillic vowels. Other marks make another letter there: й is not и, and ї is not і. */
const stress = /([аеёиіїоуыэюяєѣѵ])[\u0300\u0301]+/g

const anyJoiners = new RegExp(`[${joiners}]`, 'gu')
/** What letters leave behind (½ is 1⁄2, ⑻ is (8)), and the apostrophe that is a letter. They stand between words. */
const signsBetweenWords = /(?:[^\p{L}\p{N}\p{M}]|ʼ)\p{M}*/gu

/** Matches a word, in lower case, with a letter that `foldLetter` changes. */
export const hasFoldedLetter = new RegExp(
  `[\\u00c0-\\u02af\\u02bc\\u0386-\\u03b0\\u03ca-\\u03ce\\u0640\\u1e00-\\u1fff⁄∕°·${[...plainForms.keys()].join('')}${joiners}]|\\p{M}`,
  'u',
)

/**
 * Returns a letter in lower case and without accents, vowel signs and joiners. With `isSpelledOut`, ä becomes ae, not a.
 */
export function foldLetter(letter: string, isSpelledOut: boolean): string {
  const lower = normalizeText(letter.replace(anyJoiners, '').replace(vowelSigns, ''), 'NFKC')
    .replace(vowelSigns, '')
    .toLowerCase()
    .replace(signsBetweenWords, ' ')
  return (isSpelledOut ? lower.replace(/[äöüåø]/g, (form) => spelledOutForms.get(form)!) : lower)
    .replace(stress, '$1')
    .normalize('NFD')
    .replace(accents, '$1')
    .normalize('NFC')
    .replace(anyPlainForm, (form) => plainForms.get(form)!)
}
