import { readFile } from 'node:fs/promises'
import { Fragment, type Node, Slice } from 'prosemirror-model'
import { expect, test } from 'vitest'
import { printSlice } from '../../../src/dashboard/app/courses/rich-text/document/paste/print-slice.ts'
import { readPastedHtml } from '../../../src/dashboard/app/courses/rich-text/document/paste/read-pasted-html.ts'
import { readPastedText } from '../../../src/dashboard/app/courses/rich-text/document/paste/read-pasted-text.ts'
import { readDocument } from '../../../src/dashboard/app/courses/rich-text/document/reading/read.ts'

const readFixture = (name: string) => readFile(new URL(`pasted/${name}`, import.meta.url), 'utf8')
const print = (blocks: readonly Node[]) => printSlice(new Slice(Fragment.from(blocks), 0, 0))
const pasteHtml = (html: string) => print(readPastedHtml(html))

test.each(['google-docs', 'word', 'web-page', 'code-editor'])(
  'what is copied in %s becomes blocks with its formatting',
  async (name) => {
    const blocks = readPastedHtml(await readFixture(`${name}.html`))
    for (const block of blocks) block.check()
    expect(`${print(blocks)}\n`).toBe(await readFixture(`${name}.md`))
  },
)

test.each([
  ['a word', 'word', 'word'],
  ['bold in a heading', '<h2><b>Bold</b> heading</h2>', '## Bold heading'],
  ['bold in bold', '<b>a <span style="font-weight: 700">b</span></b>', '**a b**'],
  ['spaces at the ends of bold text', '<p>a<b> b </b>c</p>', 'a **b** c'],
  ['characters that are marks', '<p>1. a*b*c [d](e) &lt;b&gt; # f</p>', '1\\. a\\*b\\*c \\[d]\\(e) \\<b> # f'],
  ['addresses that are text', '<p>www.example.com</p>', 'www\\.example.com'],
  ['a link that runs a script', '<p><a href="javascript:alert(1)">a</a></p>', 'a'],
  ['pictures of the disk', '<p>a<img src="file:///a.png"><img src="data:image/png;base64,AA"></p>', 'a'],
  ['a picture without a protocol', '<p><img src="//example.com/a.png" alt="A"></p>', '![A](https://example.com/a.png)'],
  ['a table that is layout', '<table><tr><td><p>a</p><ul><li>b</li></ul></td></tr></table>', 'a\n\n- b'],
  [
    'cells that span columns',
    '<table><tr><th>a</th><th>b</th></tr><tr><td colspan=2>c</td></tr></table>',
    '| a | b |\n| --- | --- |\n| c | |',
  ],
  ['nothing', '<meta charset="utf-8"><style>a{}</style>', ''],
  ['many elements in each other', `${'<div>'.repeat(300)}a${'</div>'.repeat(300)}`, 'a'],
])('HTML of the clipboard: %s', (_name, html, markdown) => {
  expect(pasteHtml(html)).toBe(markdown)
})

test.each([
  ['one line', undefined],
  ['one *line*', undefined],
  ['  \n', undefined],
  ['# a\n\nb\nc', ['heading("a")', 'paragraph("b", soft, "c")']],
  ['- a\n- b', ['list(item(paragraph("a")), item(paragraph("b")))']],
  ['a | b\n-|-\n1 | 2', ['table(row(headerCell("a"), headerCell("b")), row(cell("1"), cell("2")))']],
  ['```js\na\n```', ['code("a")']],
  ['a\r\nb\r\n\r\n  c *d*\r\n', ['paragraph("a", break, "b")', 'paragraph("c *d*")']],
  ['def f():\n    pass', ['paragraph("def f():", break, "pass")']],
])('plain text of the clipboard: %j becomes %j', (text, blocks) => {
  expect(readPastedText(text)?.map(String)).toEqual(blocks)
})

const { doc } = readDocument(
  'A *word* and snake_case.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| c | d |\n\n```\ncode\n```',
)

test.each([
  [3, 10, '*word* an'],
  [
    1,
    doc.content.size,
    'A *word* and snake_case.\n\n- one\n- two\n\n| a | b |\n| --- | --- |\n| c | d |\n\n```\ncode\n```',
  ],
  [27, 35, '- one\n- t'],
  [46, 52, '| b |\n| --- |\n| c |'],
])('what is copied from %i to %i is Markdown as plain text', (from, to, markdown) => {
  expect(printSlice(doc.slice(from, to))).toBe(markdown)
})
