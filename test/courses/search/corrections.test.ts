import { expect, test } from 'vitest'
import { listOneLetterVariants } from '../../../src/courses/search/one-letter-variants.ts'
import { addTypoCorrectionsToSearch, makeTypoLookupStatements } from '../../../src/courses/search/typos.ts'
import { parseSearchText } from '../../../src/courses/search/words.ts'

test('words of 4 to 24 letters of one alphabet are corrected', () => {
  const isCorrected = (word: string) => listOneLetterVariants(word).length > 0
  expect([3, 4, 24, 25].map((length) => isCorrected('a'.repeat(length)))).toEqual([false, true, true, false])
  expect([3, 4, 24, 25].map((length) => isCorrected('ж'.repeat(length)))).toEqual([false, true, true, false])
  expect([3, 4, 24, 25].map((length) => isCorrected('λ'.repeat(length)))).toEqual([false, true, true, false])
  expect(['abc1', 'abcж', '土壤水分'].map(isCorrected)).toEqual([false, false, false])
})

test('of a search, three words are looked up for corrections, and no word that is excluded', () => {
  const lookups = makeTypoLookupStatements('workspace', parseSearchText('-first second "third" fourth fifth'))
  expect(lookups.map(([, values]) => (values[1] as readonly string[])[0])).toEqual(['second', 'third', 'fourth'])
})

test('a word that occurs is not corrected, and another one has five corrections', () => {
  const rows = (...words: string[]) => words.map((word) => ({ word }))
  const search = parseSearchText('worms dgi -beneath')
  expect(addTypoCorrectionsToSearch(search, [rows('worms', 'wormy')])).toBeUndefined()
  const six = ['forms', 'norms', 'warms', 'words', 'works', 'wormy']
  expect(addTypoCorrectionsToSearch(search, [rows(...six)])?.[0]?.map(({ texts }) => texts)).toEqual([
    ['worms', ...six.slice(0, 5)],
    ['dgi'],
    ['beneath'],
  ])
})
