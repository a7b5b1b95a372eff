import fc, { type Arbitrary } from 'fast-check'
import type { Mark, Node } from 'prosemirror-model'
import { richTextSchema } from '../../../src/dashboard/app/courses/rich-text/document/schema/schema.ts'

const { nodes, marks } = richTextSchema

/** Pieces of text of which many are marks of Markdown where they stand. */
const pieces = fc.constantFrom(
  ...[
    'a',
    'word',
    ' ',
    '  ',
    'B c',
    '1. ',
    '- ',
    '# ',
    '> ',
    '+',
    '=',
    '***',
    '*',
    '_',
    '__',
    '~~',
    '`',
    '``',
    '```',
    '$',
    '$$',
  ],
  ...[
    '[',
    ']',
    '[x]',
    '(y)',
    '!',
    '<',
    '>',
    '<b>',
    '<T>',
    '&',
    '&amp;',
    '\\',
    '\\(',
    '|',
    ':',
    '://',
    'https://a.b',
    'www.c.d',
  ],
  ...[
    'e@f.gh',
    '[^1]',
    '[d]',
    '[d]: e',
    '---',
    '。',
    '字',
    '（',
    'é',
    '\u00a0',
    '😀',
    '\t',
    '#',
    '[!NOTE]',
    '{{x}}',
    '\n',
    '"',
    "'",
  ],
)
export const anyText: Arbitrary<string> = fc
  .array(pieces, { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(''))

const anyAddress = fc.constantFrom(
  'https://example.com/a_b',
  'x y',
  'a(b',
  '#c',
  '',
  'asset:1',
  'https://example.com?a=1&b=2',
)
const anyTitle = fc.constantFrom(null, 'Title', 'a "b" \'c\'')
const anyMarks: Arbitrary<readonly Mark[]> = fc
  .tuple(
    fc.subarray([marks.em.create(), marks.strong.create(), marks.del.create(), marks.mono.create()], { maxLength: 2 }),
    fc.option(fc.tuple(anyAddress, anyTitle), { freq: 8 }),
  )
  .map(([some, link]) => [...some, ...(link ? [marks.link.create({ url: link[0], title: link[1] })] : [])])
  .map((some) => some.reduce<readonly Mark[]>((set, mark) => mark.addToSet(set), []))

const anyLeaf: Arbitrary<Node> = fc.oneof(
  fc.constantFrom(nodes.soft.create(), nodes.break.create(), nodes.break.create({ tag: '<br>' })),
  fc.tuple(anyAddress, anyText, anyTitle).map(([url, alt, title]) => nodes.image.create({ url, alt, title })),
  fc.constantFrom('x^2', 'a_b', '\\$', 'a \\le b').map((value) => nodes.inlineMath.create({ value })),
  // A comment at the start of a line would be a block.
  fc.constantFrom('<kbd>', '</a>').map((source) => nodes.rawInline.create({ source, kind: 'html' })),
)

const anyLine: Arbitrary<Node[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.tuple(anyText, anyMarks).map(([text, on]) => richTextSchema.text(text, on)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(anyLeaf, anyMarks)
        .map(([leaf, on]) => leaf.mark(on.filter(({ type }) => type !== marks.mono))),
    },
  ),
  { maxLength: 4 },
)

const anyParagraph = anyLine.map((line) => nodes.paragraph.create(null, line))
const anyCode = fc
  .constantFrom('', 'a', 'a\n\n  b\n', '```', '~~~\n```', '\n', '\tx', '$$')
  .map((text) => (text ? richTextSchema.text(text) : null))

const anyTable: Arbitrary<Node> = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
  .chain(([columns, rows]) =>
    fc
      .tuple(
        fc.array(fc.constantFrom(null, 'left', 'center', 'right'), { minLength: columns, maxLength: columns }),
        fc.array(fc.array(anyLine, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
      )
      .map(([align, cells]) =>
        nodes.table.create(
          null,
          cells.map((row, index) =>
            nodes.row.create(
              null,
              row.map((line, column) =>
                (index === 0 ? nodes.headerCell : nodes.cell).create({ align: align[column] }, line),
              ),
            ),
          ),
        ),
      ),
  )

const { block } = fc.letrec<{ block: Node; item: Node }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyParagraph,
    fc.tuple(fc.integer({ min: 1, max: 6 }), anyLine).map(([level, line]) => nodes.heading.create({ level }, line)),
    fc
      .tuple(fc.constantFrom(null, 'js', 'c++'), fc.constantFrom(null, 'title="a"'), anyCode)
      .map(([lang, meta, text]) => nodes.code.create({ lang, meta }, text)),
    anyCode.map((text) => nodes.math.create(null, text)),
    fc.constant(nodes.rule.create()),
    anyTable,
    fc.constantFrom('<div>\nx\n</div>', '<!-- c -->').map((source) => nodes.rawBlock.create({ source, kind: 'html' })),
    fc.array(tie('block'), { minLength: 1, maxLength: 2 }).map((blocks) => nodes.blockquote.create(null, blocks)),
    fc
      .record({
        ordered: fc.boolean(),
        start: fc.constantFrom(0, 1, 7, 99),
        spread: fc.boolean(),
        items: fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
      })
      .map(({ items, ...attributes }) => nodes.list.create(attributes, items)),
  ),
  item: fc
    .tuple(fc.constantFrom(null, null, true, false), fc.array(tie('block'), { minLength: 1, maxLength: 2 }))
    .map(([checked, blocks]) => nodes.item.create({ checked }, blocks)),
}))

export const anyBlock: Arbitrary<Node> = block
export const anyDocument: Arbitrary<Node> = fc
  .array(block, { minLength: 1, maxLength: 4 })
  .map((blocks) => nodes.doc.create(null, blocks))
