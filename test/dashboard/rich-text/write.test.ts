import type { Node } from 'prosemirror-model'
import { Transform } from 'prosemirror-transform'
import { expect, test } from 'vitest'
import { readDocument } from '../../../src/dashboard/app/courses/rich-text/document/reading/read.ts'
import { richTextSchema } from '../../../src/dashboard/app/courses/rich-text/document/schema/schema.ts'
import { updateDocument, writeDocument } from '../../../src/dashboard/app/courses/rich-text/document/writing/write.ts'

const { nodes, marks } = richTextSchema

type Edit = (transform: Transform) => void

/** The position at which a text begins in a document. */
function find(doc: Node, text: string): number {
  let found: number | undefined
  doc.descendants((node, start) => {
    const at = node.isText ? node.text!.indexOf(text) : -1
    if (at >= 0) found ??= start + at
  })
  if (found === undefined) throw new Error(`No text ${text}.`)
  return found
}

/** Puts another text in the place of one, with its marks. */
const replace =
  (text: string, by: string): Edit =>
  (transform) => {
    const start = find(transform.doc, text)
    const on = transform.doc.nodeAt(start)!.marks
    transform.replaceWith(start, start + text.length, by === '' ? [] : richTextSchema.text(by, on))
  }

const mark =
  (text: string, type = marks.strong): Edit =>
  (transform) => {
    const start = find(transform.doc, text)
    transform.addMark(
      start,
      start + text.length,
      type.create(type === marks.link ? { url: 'https://example.com' } : null),
    )
  }

/** Sets an attribute of the innermost block of a type that a text is in. */
const set =
  (text: string, type: Node['type'], name: string, value: unknown): Edit =>
  (transform) => {
    const $start = transform.doc.resolve(find(transform.doc, text))
    for (let depth = $start.depth; depth > 0; depth--)
      if ($start.node(depth).type === type) return void transform.setNodeAttribute($start.before(depth), name, value)
  }

/** Divides the block before a text; an item with it. */
const split =
  (text: string, depth = 1): Edit =>
  (transform) =>
    void transform.split(find(transform.doc, text), depth)

/** Removes the item, row or block, of which `depth` says how many levels above the text it is. */
const remove =
  (text: string, depth = 0): Edit =>
  (transform) => {
    const $start = transform.doc.resolve(find(transform.doc, text))
    transform.delete($start.before($start.depth - depth), $start.after($start.depth - depth))
  }

/** Writes in the cell at the end of the second row. */
const fillCell: Edit = (transform) =>
  void transform.insert(transform.doc.resolve(find(transform.doc, 'c')).after() + 1, richTextSchema.text('x'))

const deleteLast: Edit = (transform) => {
  const { size } = transform.doc.content
  transform.delete(size - transform.doc.lastChild!.nodeSize, size)
}

const insertBefore =
  (text: string, block: Node): Edit =>
  (transform) => {
    const $start = transform.doc.resolve(find(transform.doc, text))
    transform.insert($start.before(1), block)
  }

const paragraph = (text: string) => nodes.paragraph.create(null, richTextSchema.text(text))

const rows: [name: string, source: string, edit: Edit, written: string][] = [
  ['text among escapes', 'R&amp;D \\* a  \nb &copy;', replace('a', 'x'), 'R&amp;D \\* x  \nb &copy;'],
  ['a character that is no mark there', 'snake case', replace(' ', '_'), 'snake_case'],
  ['characters that would be marks', 'one star', replace('star', '*star*'), 'one \\*star\\*'],
  ['a tag', 'a b', replace('b', '<b>'), 'a \\<b>'],
  ['text in bold text', '__one__ and *two*', replace('one', 'three'), '__three__ and *two*'],
  ['text at the end of bold text', '**a** b', replace('a', 'ax'), '**ax** b'],
  ['all of a bold text', '**a** b', replace('a', ''), 'b'],
  ['a mark in the style of the text', '__a__ b c', mark('c'), '__a__ b __c__'],
  ['a mark on text with escapes', 'a&copy; b\\*&amp;  c\nd', mark('b*&  c'), 'a&copy; **b\\*&amp;  c**\nd'],
  ['a mark around a mark', 'a _b_ c &copy;', mark('b', marks.del), 'a _~~b~~_ c &copy;'],
  ['code of text with a mark of code', 'a \\` b', mark('\u0060 b', marks.mono), 'a `` ` b ``'],
  ['a mark in a word', 'abc', mark('b', marks.em), 'a*b*c'],
  ['a mark where underscores cannot be', '_x_ abc', mark('b', marks.em), '*x* a*b*c'],
  ['bold text before Chinese', '重要。これ', mark('重要。'), '**重要。**これ'],
  ['a link', 'see this page', mark('this', marks.link), 'see [this](https://example.com) page'],
  ['text with a reference', 'a [b][r] c\n\n[r]: x', replace('b', 'b2'), 'a [b2][r] c\n\n[r]: x'],
  ['text beside a reference by its own name', 'a [r] c\n\n[r]: x', replace('r', 'rr'), 'a [rr][r] c\n\n[r]: x'],
  ['a definition less', 'a [b][r] ![][r] c\n\n[r]: x "T"', deleteLast, 'a [b](x "T") ![](x "T") c'],
  ['text in code', '`` a ` b ``', replace('b', 'bc'), '`` a ` bc ``'],
  ['a backtick in code', '`ab`', replace('b', '`'), '`` a` ``'],
  ['the level of a heading', '# a #\n\nb', set('a', nodes.heading, 'level', 3), '### a #\n\nb'],
  ['the level of an underlined heading', 'a\n===\n\nb', set('a', nodes.heading, 'level', 2), 'a\n-\n\nb'],
  ['an underlined heading that becomes deep', 'a\n===', set('a', nodes.heading, 'level', 3), '### a'],
  ['a tick', '* [ ] a\n* [ ] b', set('b', nodes.item, 'checked', true), '* [ ] a\n* [x] b'],
  ['a task of an item', '- a\n- b', set('b', nodes.item, 'checked', false), '- a\n- [ ] b'],
  ['an item of a task', '- [X] a\n- b', set('a', nodes.item, 'checked', null), '- a\n- b'],
  ['the next item', '* ab\n* c', split('b', 2), '* a\n* b\n* c'],
  ['the next item of a wide list', '-   ab\n\n-   c', split('b', 2), '-   a\n\n-   b\n\n-   c'],
  ['the next number', '1. ab\n2. c', split('b', 2), '1. a\n2. b\n3. c'],
  ['a list of ones', '1. ab\n1. c', split('b', 2), '1. a\n1. b\n1. c'],
  ['a list without its first item', '3) a\n4) b\n5) c', remove('a', 1), '3) b\n4) c'],
  ['a nested item', '- a\n  + bc', split('c', 2), '- a\n  + b\n  + c'],
  ['a kind of list', '- a\n- b', set('a', nodes.list, 'ordered', true), '1. a\n2. b'],
  [
    'a kind of nested list',
    '* a\n  + b\n  + c\n* d &amp;',
    set('b', nodes.list, 'ordered', true),
    '* a\n  1. b\n  2. c\n* d &amp;',
  ],
  ['a number to begin with', '1. a\n2. b', set('a', nodes.list, 'start', 4), '4. a\n5. b'],
  ['an item in a quote', '> - a\n> - bc', split('c', 2), '> - a\n> - b\n> - c'],
  ['a paragraph in two', 'ab\n\nc', split('b'), 'a\n\nb\n\nc'],
  ['a paragraph of a quote in two', '> ab\n> c', split('b'), '> a\n>\n> b\n> c'],
  ['a paragraph before the first', 'a\n', insertBefore('a', paragraph('x')), 'x\n\na\n'],
  ['a paragraph between others', 'a\n\n\n\nb', insertBefore('b', paragraph('x')), 'a\n\nx\n\n\n\nb'],
  [
    'a list before a list',
    '- a',
    insertBefore('a', nodes.list.create(null, nodes.item.create(null, paragraph('x')))),
    '* x\n\n- a',
  ],
  ['a block less', 'a\n\nb\n\nc\n', remove('b'), 'a\n\nc\n'],
  ['the first block less', 'a\n\nb', remove('a'), 'b'],
  ['a cell', '|a|b|\n|-|-|\n| c |d|', replace('d', 'x | y'), '|a|b|\n|-|-|\n| c |x \\| y|'],
  [
    'a cell with an address',
    '|a|\n|-|\n| b@c.example   |',
    replace('c.', 'd.'),
    '|a|\n|-|\n| [b@d.example](mailto:b@c.example)   |',
  ],
  [
    'a cell that its row does not have',
    '|a|b|\n|-|-|\n|c   |\n|d&amp;|e|',
    fillCell,
    '|a|b|\n|-|-|\n|c|x|\n|d&amp;|e|',
  ],
  ['a row less', '|a|\n|-|\n|b|\n|c|\n', remove('b', 1), '|a|\n|-|\n|c|\n'],
  ['the language of code', '~~~~js\na\n~~~~', set('a', nodes.code, 'lang', 'ts'), '~~~ts\na\n~~~'],
  [
    'a line of code in an item',
    '1. a\n\n   ```\n   b\n   ```',
    replace('b', 'b\nc'),
    '1. a\n\n   ```\n   b\n   c\n   ```',
  ],
  ['a fence in code', '```\na\n```', replace('a', '```'), '````\n```\n````'],
  ['indented code', '    a\n    b', replace('b', 'c'), '    a\n    c'],
  ['text with CRLF', 'a\r\nb\r\n\r\nc\r\n', split('b'), 'a\r\n\r\nb\r\n\r\nc\r\n'],
  ['text behind a byte order mark', '\uFEFFa\n\nb', replace('a', 'c'), '\uFEFFc\n\nb'],
  ['text beside a lone surrogate and NUL', 'a\ud800b\0c', replace('b', 'x'), 'a\ud800x\0c'],
  ['text in an item with a tab', '-\ta\n\n\tb', replace('b', 'c'), '-\ta\n\n\tc'],
  ['spaces at the end of a paragraph', 'a\n\nb', replace('a', 'a '), 'a\n\nb'],
  ['the mark of a callout', '> [!NOTE]\n> a', replace('a', 'b'), '> [!NOTE]\n> b'],
]

test.each(rows)('%s is changed in its place: %j', (_name, source, edit, written) => {
  const was = readDocument(source)
  const transform = new Transform(was.doc)
  edit(transform)
  transform.doc.check()
  expect(writeDocument(was, transform.doc)).toBe(written)
})

test('an empty paragraph has no source until something is written in it', () => {
  const was = readDocument('a\n\nb')
  const doc = new Transform(was.doc).insert(3, nodes.paragraph.create()).doc
  const saved = updateDocument(was, doc)
  expect(saved.source).toBe('a\n\nb')
  const written = new Transform(doc).insert(4, richTextSchema.text('x')).doc
  expect(updateDocument(saved, written).source).toBe('a\n\nx\n\nb')
})

test('an empty document is written in', () => {
  for (const source of ['', '\n', '\uFEFF']) {
    const was = readDocument(source)
    expect(writeDocument(was, new Transform(was.doc).insert(1, richTextSchema.text('a')).doc).trim()).toBe('a')
  }
  const was = readDocument('a\n')
  expect(writeDocument(was, new Transform(was.doc).delete(1, 2).doc)).toBe('\n')
})
