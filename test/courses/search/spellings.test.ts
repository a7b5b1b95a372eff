import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldWord } from '../../../src/courses/search/fold.ts'
import { splitIntoWordsAndUnspacedRuns } from '../../../src/courses/search/tokens.ts'
import { defineSqlStatement } from '../../../src/platform/db/statement.ts'
import { startSearchService } from './search-service.ts'

let service: Awaited<ReturnType<typeof startSearchService>>
beforeAll(async () => {
  service = await startSearchService()
})
afterAll(() => service.close())

const documentation = await readFile('docs/rest.md', 'utf8')
const table = /\| Spellings \| Words \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(documentation)![1]!
/** Words that find each other, as docs/rest.md promises. */
const groups = table
  .trim()
  .split('\n')
  .flatMap((row) => row.split('|')[2]!.split(';'))
  .map((group) => [...group.matchAll(/`([^`]+)`/g)].map(([, word]) => word!))

test.each(groups.map((words) => [words.join(' '), words] as const))('%s find each other', async (_, words) => {
  const key = await service.key()
  await service.course(
    key,
    words.map((word) => `(${word})!`),
  )
  const marked = words.map((word) => (word === '1/2' || word === '3/4' ? word.replace(/\d/g, markOf) : markOf(word)))
  for (const word of words)
    expect(await service.excerpts(key, word), word).toEqual(marked.map((word) => `(${word})!`).sort())
})

const markOf = (word: string) => `<mark>${word}</mark>`

test.each([
  ['ελλάδα', 'Στην Ελλάδα σήμερα', 'Στην <mark>Ελλάδα</mark> σήμερα'],
  ['2', 'at ½ hour', 'at <mark>½</mark> hour'],
  ['cup', '½cup', '½<mark>cup</mark>'],
  ['1/2', 'take 1½ cups', 'take <mark>1</mark><mark>½</mark> cups'],
  ['Java', 'Java™ runs', '<mark>Java</mark>™ runs'],
  ['kg', '5㎏ of sand', '5<mark>㎏</mark> of sand'],
  ['light', 'of light¹ and', 'of <mark>light¹</mark> and'],
  ['самол', 'ПЁС и САМОЛЁТ', 'ПЁС и <mark>САМОЛ</mark>ЁТ'],
  ['за́мки', 'Замки\u0301', '<mark>Замки\u0301</mark>'],
  ["п'ять", 'пʼять', '<mark>пʼять</mark>'],
  ['葛', '葛\u{e0100}城', '<mark>葛\u{e0100}</mark>城'],
  ['שלום', 'שׁלום', '<mark>שׁלום</mark>'],
])('%s in %j is marked: %s', async (query, text, excerpt) => {
  const key = await service.key()
  await service.course(key, [text, 'other'])
  expect(await service.excerpts(key, query)).toEqual([excerpt])
})

test.each([
  ['мой', 'мои'],
  ['їж', 'іж'],
  ['ѓон', 'гон'],
  ['x2', 'x3'],
])('%s does not find %s', async (query, text) => {
  const key = await service.key()
  await service.course(key, [text])
  expect(await service.excerpts(key, query)).toEqual([])
})

test.each([
  ['самолот', 'самолёт'],
  ['ουρονος', 'ουρανός'],
  ['ґрумт', 'ґрунт'],
])('%s is the typing error of %s', async (query, text) => {
  const key = await service.key()
  await service.course(key, [text])
  expect(await service.excerpts(key, query)).toEqual([markOf(text)])
})

const plainText = defineSqlStatement<{ plain: string; spelledOut: string }>(
  'test_search_plain',
  `SELECT lower(search_plain(t.text, false)) AS plain, lower(search_plain(t.text, true)) AS "spelledOut"
   FROM unnest($1::text[]) WITH ORDINALITY t (text, n) ORDER BY t.n`,
)

const range = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((code) => String.fromCodePoint(code).replace(/[^\p{L}\p{N}]/gu, ' '))
const semitic = fc.oneof(
  fc.constantFrom(...'آأإٱىیﷺ'),
  range(0x5d0, 0x5ea),
  range(0x620, 0x64a),
  range(0x671, 0x6d3),
  range(0xfb1d, 0xfb4f),
  range(0xfe70, 0xfefc),
)
const letter = fc.oneof(
  fc.constantFrom(...'ab1xäöüåøßẞæœłđðþħŧıİςΣёйґїіўѓأإٱىی½¾²³¹ªº™℃㎏①ⅷﬁĿʼŉǆﾀ'),
  range(0xa0, 0x24f),
  range(0x370, 0x482),
  range(0x48a, 0x52f),
  range(0x900, 0x970),
  range(0xe01, 0xe33),
  range(0x1e00, 0x1fff),
  range(0x2070, 0x209c),
  range(0x2150, 0x2188),
  range(0x2460, 0x249b),
  range(0x3041, 0x30fe),
  range(0xac00, 0xd7a3),
  range(0xfb00, 0xfb06),
  range(0xff10, 0xff9d),
)
const mark = fc.constantFrom(...'\u0300\u0301\u0306\u0308\u030a\u0323\u0327\u0345\u20d7\ufe0f\u00ad')
const vowelSign = fc.constantFrom(...'\u05b8\u05bc\u064e\u0640\u0655')
const withMarks = (one: fc.Arbitrary<string>, marks: fc.Arbitrary<string>) =>
  fc
    .tuple(one, fc.array(marks, { maxLength: 2 }))
    .map(([sign, after]) => (/[\p{L}\p{N}]/u.test(sign) ? sign + after.join('') : sign))
const text = fc
  .array(fc.oneof({ weight: 4, arbitrary: withMarks(letter, mark) }, withMarks(semitic, vowelSign)), { maxLength: 8 })
  .map((parts) => parts.join(''))

/** The words of a text as an excerpt reads them. Scripts without spaces are compared letter by letter. */
const fold = (text: string, form: number) =>
  splitIntoWordsAndUnspacedRuns(text)
    .map((token) => foldWord(token.text).at(form)!.text)
    .join(' ')
const letters = (text: string) => text.replace(/[^\p{L}\p{N}\p{M}]/gu, '')

test('an excerpt and the search index fold words alike', async () => {
  const texts = fc.sample(text, 4000)
  const rows = await service.db.sql.rows(plainText, [texts])
  const differences = texts.flatMap((text, index) => {
    const { plain, spelledOut } = rows[index]!
    const isEqual = letters(fold(text, 0)) === letters(plain) && letters(fold(text, -1)) === letters(spelledOut)
    return isEqual ? [] : [{ text, plain, spelledOut, folded: fold(text, 0), long: fold(text, -1) }]
  })
  expect(differences.slice(0, 10)).toEqual([])
})
