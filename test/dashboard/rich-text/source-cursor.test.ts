import { expect, test } from 'vitest'
import { readDocument } from '../../../src/dashboard/app/courses/rich-text/document/reading/read.ts'
import { findPosition, findSourceOffset } from '../../../src/dashboard/app/courses/rich-text/source-cursor.ts'

const source =
  '# A *new* day\r\n\r\n> - one &amp; two\n> - [link](https://example.com) end\n\n| a | bc |\n|--|--|\n| 1 | 23 |\n\n```js\nlet a\n```\n\n![x](y)\n\n***\n\nlast'

test('the cursor stands at the same words in a text and in its Markdown, and returns to its place', () => {
  const document = readDocument(source)
  const written = ['A ', 'new', ' day', 'one', ' two', 'link', ' end', 'bc', '23', 'let a', 'last']
  const places: [string, string][] = []
  document.doc.descendants((node, position) => {
    if (!node.isTextblock) return
    for (const words of written) {
      const at = node.textBetween(0, node.content.size).indexOf(words)
      if (at < 0) continue
      const place = position + 1 + at + words.length
      const offset = findSourceOffset(document, place)
      places.push([words, source.slice(offset - words.length, offset)])
      expect(findPosition(document, offset)).toBe(place)
    }
  })
  expect(places).toEqual(written.map((words) => [words, words]))
})

test('every place of a text has one in its Markdown, and the other way round', () => {
  const document = readDocument(source)
  for (let position = 0; position <= document.doc.content.size; position++) {
    const offset = findSourceOffset(document, position)
    expect(offset).toBeGreaterThanOrEqual(0)
    expect(offset).toBeLessThanOrEqual(source.length)
  }
  for (let offset = 0; offset <= source.length; offset++) {
    const position = findPosition(document, offset)
    expect(document.doc.resolve(position).parent.isTextblock).toBe(true)
  }
  expect(findPosition(readDocument(''), 0)).toBe(1)
  expect(findSourceOffset(readDocument(''), 1)).toBe(0)
  expect(findSourceOffset(document, document.doc.content.size + 5)).toBe(source.length)
})
