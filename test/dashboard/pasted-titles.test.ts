import { expect, test } from 'vitest'
import {
  findPasteProblem,
  makePastedOutline,
  readPastedTitles,
} from '../../src/dashboard/app/courses/outline-column/pasted-titles.ts'
import { readHtmlTitles } from '../../src/dashboard/app/courses/outline-column/read-html-titles.ts'

/** Shows titles with a dash for each level. */
const show = (titles: readonly { depth: number; title: string }[]) =>
  titles.map(({ depth, title }) => '-'.repeat(depth) + title)

test('tabs, spaces and bullets of a pasted list become levels, whatever the width of an indent is', () => {
  expect(show(readPastedTitles('Soil\n\tWorms\n\t\tCasts\n\r\nLeaves\r\n  Light'))).toEqual([
    'Soil',
    '-Worms',
    '--Casts',
    'Leaves',
    '-Light',
  ])
  expect(show(readPastedTitles('* Soil\n  - [ ] Worms\n     • Casts\n  – Roots\n* Leaves'))).toEqual([
    'Soil',
    '-Worms',
    '--Casts',
    '-Roots',
    'Leaves',
  ])
  expect(show(readPastedTitles('    Soil\n        Worms\n    Leaves'))).toEqual(['Soil', '-Worms', 'Leaves'])
})

test('numbers before titles are left out, and those of parts become levels', () => {
  expect(show(readPastedTitles('1. Soil\n   a) Worms\n   b) Roots\n2. Leaves'))).toEqual([
    'Soil',
    '-Worms',
    '-Roots',
    'Leaves',
  ])
  expect(show(readPastedTitles('1 Soil\n1.1 Worms\n1.1.1 Casts\n2. Leaves'))).toEqual([
    '1 Soil',
    '-Worms',
    '--Casts',
    'Leaves',
  ])
  expect(show(readPastedTitles('I. Soil\nII. Leaves\n(3) Light'))).toEqual(['Soil', 'Leaves', 'Light'])
})

test('a number that belongs to a title stays', () => {
  expect(show(readPastedTitles('2 apples\nA day\n1.5 litres'))).toEqual(['2 apples', 'A day', '1.5 litres'])
})

test('headings of Markdown become levels above the lists below them', () => {
  expect(show(readPastedTitles('# Soil\n- Worms\n- Roots\n\n# Leaves\n## Light'))).toEqual([
    'Soil',
    '-Worms',
    '-Roots',
    'Leaves',
    '-Light',
  ])
})

test('HTML lists of web pages, Google Docs and Word become levels', () => {
  expect(show(readHtmlTitles('<ul><li>Soil<ul><li><b>Worms</b></li></ul></li><li>Leaves</li></ul>'))).toEqual([
    'Soil',
    '-Worms',
    'Leaves',
  ])
  const googleDocs =
    '<b style="font-weight:normal"><ul><li aria-level="1"><p><span>Soil</span></p></li><ul><li aria-level="2"><p><span>Worms</span></p></li></ul></ul></b>'
  expect(show(readHtmlTitles(googleDocs))).toEqual(['Soil', '-Worms'])
  const wordItem = (level: number, title: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;</span></span>${title}</p>`
  expect(show(readHtmlTitles(wordItem(1, 'Soil') + wordItem(2, 'Worms')))).toEqual(['Soil', '-Worms'])
  expect(show(readHtmlTitles('<h2>Soil</h2><ul><li>Worms</li></ul><h2>Leaves</h2>'))).toEqual([
    'Soil',
    '-Worms',
    'Leaves',
  ])
})

test('the outermost titles of a list with levels become modules, and all below them lessons', () => {
  expect(makePastedOutline(readPastedTitles('Soil\n Worms\n  Casts\nLeaves'), 'lesson')).toEqual({
    lessons: [],
    modules: [
      { name: 'Soil', lessons: ['Worms', 'Casts'] },
      { name: 'Leaves', lessons: [] },
    ],
  })
})

test('the titles of a list without levels become what the title is into which they are pasted', () => {
  const titles = readPastedTitles('Soil\nLeaves')
  expect(makePastedOutline(titles, 'lesson')).toEqual({ lessons: ['Soil', 'Leaves'], modules: [] })
  expect(makePastedOutline(titles, 'module').modules.map(({ name }) => name)).toEqual(['Soil', 'Leaves'])
})

test('a list of more than 500 titles, or with a title of more than 255 characters, is refused with the reason', () => {
  const make = (count: number, title: string) => Array.from({ length: count }, () => ({ depth: 0, title }))
  expect(findPasteProblem(make(500, 'a'.repeat(255)))).toBeUndefined()
  expect(findPasteProblem(make(501, 'a'))).toBe('The list has 501 titles. Paste at most 500 at once.')
  expect(findPasteProblem(make(1, 'a'.repeat(256)))).toMatch(/is too long\. A title has at most 255 characters\.$/)
})
