import fc from 'fast-check'
import type { Node } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import { expect, test } from 'vitest'
import {
  meansTheSame,
  meansTheSameButSpacing,
} from '../../../src/dashboard/app/courses/rich-text/document/normal/meaning.ts'
import { readDocument } from '../../../src/dashboard/app/courses/rich-text/document/reading/read.ts'
import { richTextSchema } from '../../../src/dashboard/app/courses/rich-text/document/schema/schema.ts'
import { updateDocument, writeDocument } from '../../../src/dashboard/app/courses/rich-text/document/writing/write.ts'
import { anyDocument, anyText } from './documents.ts'
import { anyEdit, applyEdit } from './edits.ts'
import { readDocumentationTexts, writtenTexts } from './texts.ts'

const texts = [...Object.entries(writtenTexts), ...(await readDocumentationTexts())]

/** The document with a letter in the middle of a block of text, with the marks that stand there. */
function typeLetter(doc: Node, block: Node, start: number): Node {
  const at = start + 1 + Math.floor(block.content.size / 2)
  const marks = block.type.spec.code ? [] : doc.resolve(at).marks()
  return EditorState.create({ doc }).tr.insert(at, richTextSchema.text('x', marks)).doc
}

test.each(texts)('opening and closing changes no byte: %s', (_name, text) => {
  const { doc } = readDocument(text)
  doc.check()
  expect(writeDocument(readDocument(text), doc)).toBe(text)
})

test.each(texts)('a letter typed into each block of text changes that block alone: %s', (name, text) => {
  const was = readDocument(text)
  const blocks: { block: Node; start: number }[] = []
  was.doc.descendants((block, start) => {
    if (block.isTextblock) blocks.push({ block, start })
    return !block.isTextblock
  })
  // The documents of the repository have hundreds of blocks that are alike.
  const step = Math.ceil(blocks.length / 25)
  for (const { block, start } of blocks.filter((_, index) => index % step === 0)) {
    const doc = typeLetter(was.doc, block, start)
    const written = writeDocument(was, doc)
    const range = was.ranges.get(block) ?? was.ranges.get(was.doc.resolve(start).parent)!
    expect([name, written.slice(0, range.start)]).toEqual([name, text.slice(0, range.start)])
    expect([name, written.endsWith(text.slice(range.end))]).toEqual([name, true])
    expect([name, written, meansTheSame(readDocument(written).doc, doc)]).toEqual([name, written, true])
  }
})

/** The same each time: one text in thousands can be so strange that no Markdown says it. */
const seed = 1

const anyMarkdown = fc.array(
  fc.oneof(anyText, fc.constantFrom('\n\n', '\n', '\r\n', '    ', '> ', '- ', '| a |\n| - |\n')),
  { maxLength: 12 },
)

// A text can be found in which a letter makes the next block a part of its own, so that both are written again.
test('opening and closing changes no byte of any text, and a letter in it changes at most the blocks beside it', () => {
  fc.assert(
    fc.property(anyMarkdown, (parts) => {
      const text = parts.join('')
      const was = readDocument(text)
      was.doc.check()
      expect(writeDocument(was, readDocument(text).doc)).toBe(text)
      const start = findFirstText(was.doc)
      if (start === undefined) return
      const doc = typeLetter(was.doc, was.doc.nodeAt(start)!, start)
      const written = writeDocument(was, doc)
      const index = was.doc.resolve(start + 1).index(0)
      const [before, after] = [was.doc.maybeChild(index - 1), was.doc.maybeChild(index + 1)]
      const above = before ? text.slice(0, was.ranges.get(before)!.start) : ''
      const below = after ? text.slice(was.ranges.get(after)!.end) : ''
      expect([written.startsWith(above), written.endsWith(below)]).toEqual([true, true])
      expect([written, meansTheSameButSpacing(readDocument(written).doc, doc)]).toEqual([written, true])
    }),
    { numRuns: 300, seed },
  )
})

function findFirstText(doc: Node): number | undefined {
  let found: number | undefined
  doc.descendants((node, start) => {
    if (node.isTextblock) found ??= start
    return found === undefined
  })
  return found
}

test('any document is written so that it reads back', () => {
  fc.assert(
    fc.property(anyDocument, (doc) => {
      const written = writeDocument(readDocument(''), doc)
      expect([written, meansTheSameButSpacing(readDocument(written).doc, doc)]).toEqual([written, true])
    }),
    { numRuns: 150, seed },
  )
})

// In a drawing, its tags are known, so that its end changes the text after it.
const editedTexts = Object.entries(writtenTexts).filter(([name]) => name !== 'a drawing')
const anyWrittenText = fc.constantFrom(...editedTexts.map(([, text]) => text))

test('any edits are written so that they read back, and blocks beside them keep their bytes', () => {
  fc.assert(
    fc.property(anyWrittenText, fc.array(anyEdit, { minLength: 1, maxLength: 4 }), (text, edits) => {
      const was = readDocument(text)
      const doc = edits.reduce(applyEdit, was.doc)
      const now = updateDocument(was, doc)
      const back = readDocument(now.source)
      expect([now.source, meansTheSameButSpacing(back.doc, doc)]).toEqual([now.source, true])
      expect(back.doc.eq(now.doc)).toBe(true)
      for (const block of now.doc.children) {
        const [before, after] = [was.ranges.get(block), now.ranges.get(block)!]
        if (before) expect(now.source.slice(after.start, after.end)).toBe(text.slice(before.start, before.end))
      }
    }),
    { numRuns: 250, seed },
  )
})

test('edits that are written one by one read back, each place in the source stays known, and taking all back gives the first source', () => {
  fc.assert(
    fc.property(anyWrittenText, fc.array(anyEdit, { minLength: 2, maxLength: 6 }), (text, edits) => {
      const was = readDocument(text)
      let now = was
      let doc = was.doc
      for (const edit of edits) {
        doc = applyEdit(doc, edit)
        now = updateDocument(now, doc)
      }
      const back = readDocument(now.source)
      expect([now.source, back.doc.eq(now.doc)]).toEqual([now.source, true])
      const places = (document: typeof now) =>
        document.doc.children.map((block) => document.ranges.get(block)!).map(({ start, end }) => [start, end])
      expect(places(now)).toEqual(places(back))
      expect(updateDocument(now, was.doc).source).toBe(text)
    }),
    { numRuns: 100, seed },
  )
})
