import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { englishPageLanguage, findAcceptedPageLanguage, findPageLanguage } from '../../src/reader/page-language.ts'

test.each([
  ['de-AT', 'de', 'ltr'],
  ['DE', 'de', 'ltr'],
  ['pt-BR', 'pt', 'ltr'],
  ['iw', 'he', 'rtl'],
  ['ar-EG', 'ar', 'rtl'],
  ['zh', 'zh-Hans', 'ltr'],
  ['zh-TW', 'zh-Hant', 'ltr'],
  ['zh-Hant-HK', 'zh-Hant', 'ltr'],
  ['en-GB', 'en', 'ltr'],
  ['uk-Latn', 'en', 'ltr'],
  ['fa', 'en', 'ltr'],
  ['x-klingon', 'en', 'ltr'],
  ['', 'en', 'ltr'],
  [null, 'en', 'ltr'],
])('the labels of the pages of a course in %s are in %s', (courseLanguage, tag, direction) => {
  expect(findPageLanguage(courseLanguage)).toMatchObject({ tag, direction })
})

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fa, zh-TW;q=0.9, en;q=0.8', 'zh-Hant'],
  ['en;q=0.1, fr', 'fr'],
  ['es;q=0, it;q=0.5', 'it'],
  ['fa', 'en'],
  ['*', 'en'],
  ['', 'en'],
  ['-;q=x,,;', 'en'],
  [undefined, 'en'],
  [`${'fa,'.repeat(10)}de`, 'en'],
])('with Accept-Language %j, an error page is in %s', (acceptLanguage, tag) => {
  expect(findAcceptedPageLanguage(acceptLanguage).tag).toBe(tag)
})

const tags = readdirSync('src/reader/labels/translations').map((name) => name.replace('.ts', ''))

test.each(tags)('the labels in %s are complete, and contain the numbers', (tag) => {
  const { tag: found, labels } = findPageLanguage(tag)
  expect(found).toBe(tag)
  expect(Object.keys(labels)).toEqual(Object.keys(englishPageLanguage.labels))
  const { lessonsReadOf, minutes, open, numberedQuiz, score, ...more } = labels
  const { loadsFrom, bestScore, gap, hint, attemptsLeft, ...others } = more
  for (const text of [lessonsReadOf(12, 34), score(12, 34), bestScore(12, 34)]) expect(text).toMatch(/12.*34|34.*12/)
  for (const text of [minutes(12), open('12'), numberedQuiz(12)]) expect(text).toMatch(/12/)
  for (const text of [loadsFrom('12'), gap(12), hint(12), attemptsLeft(12)]) expect(text).toMatch(/12/)
  for (const text of Object.values(others)) expect(text.trim()).not.toBe('')
})
