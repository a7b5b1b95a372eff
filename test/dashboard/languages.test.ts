import { expect, test } from 'vitest'
import { findLanguages, findLanguageTag, listLanguages } from '../../src/dashboard/app/courses/languages.ts'

const languages = listLanguages('de')
const find = (text: string) => findLanguages(text, languages).map(({ tag }) => tag)

test('a language is found by its name in English, in itself and in the language of the reader, and by its tag', () => {
  for (const text of ['German', 'deutsch', 'DE', 'Ger']) expect(find(text)).toContain('de')
  expect(find('Französisch')).toEqual(expect.arrayContaining(['fr']))
  expect(find('francais')[0]).toBe('fr')
  expect(find('日本')).toEqual(['ja'])
  expect(find('Brazil')).toEqual(['pt-BR'])
  expect(find('no such language')).toEqual([])
})

test('a language with the text as its name comes first, then those whose names begin with it', () => {
  expect(find('en')[0]).toBe('en')
  expect(find('german').indexOf('de')).toBeLessThan(find('german').indexOf('nds'))
})

test('the list has each language once, by its name, and none of a withdrawn code', () => {
  const tags = languages.map(({ tag }) => tag)
  expect(new Set(tags).size).toBe(tags.length)
  expect(tags).toEqual(expect.arrayContaining(['en', 'de', 'zh-Hans', 'es-419', 'ckb', 'fil']))
  expect(tags.filter((tag) => ['iw', 'in', 'ji', 'tl'].includes(tag))).toEqual([])
  const names = languages.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
})

test('any other language tag can be chosen, in its usual form', () => {
  expect(find('sl-rozaj')).toEqual(['sl-rozaj'])
  expect(findLanguageTag('DE-ch-1996', languages)).toBe('de-CH-1996')
  expect(findLanguageTag('English', languages)).toBe('en')
  expect(findLanguageTag('Englisch', languages)).toBe('en')
  expect(findLanguageTag('not a tag', languages)).toBeUndefined()
  expect(findLanguageTag('', languages)).toBeUndefined()
})
