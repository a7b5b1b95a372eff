import { history, undo } from 'prosemirror-history'
import { EditorState, TextSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { readDocument } from '../../../src/dashboard/app/courses/rich-text/document/reading/read.ts'
import { writeDocument } from '../../../src/dashboard/app/courses/rich-text/document/writing/write.ts'
import {
  beginTextChange,
  endTextChange,
  findChangedRange,
  takeTextChange,
  textChangePlugin,
} from '../../../src/dashboard/app/courses/rich-text/editing/text-change.ts'

/** Opens a text in which what is between `«` and `»` is selected. */
function open(marked: string) {
  const source = marked.replace(/[«»]/g, '')
  const was = readDocument(source)
  const state = EditorState.create({ doc: was.doc, plugins: [textChangePlugin(), history()] })
  const positionOf = (mark: string) => {
    const words = marked.slice(marked.indexOf(mark) + 1).match(/^[\p{L} ]+/u)![0]
    let found = -1
    state.doc.descendants((node, position) => {
      const at = node.isText ? node.text!.indexOf(words) : -1
      if (at >= 0 && found < 0) found = position + at
    })
    return found
  }
  const selected = marked.includes('«')
    ? state.apply(state.tr.setSelection(TextSelection.create(state.doc, positionOf('«'), positionOf('»'))))
    : state
  const begun = selected.apply(beginTextChange(selected, findChangedRange(selected)))
  return { source, was, begun }
}

/** Replaces what is selected, and returns the Markdown then and after it is undone. */
function change(marked: string, markdown: string): [taken: string, undone: string] {
  const { was, begun } = open(marked)
  const taken = begun.apply(takeTextChange(begun, markdown)!)
  let undone = taken
  undo(taken, (tr) => {
    undone = taken.apply(tr)
  })
  return [writeDocument(was, taken.doc), writeDocument(was, undone.doc)]
}

test.each([
  ['words', '*  Oaks «grow tall »here.\n*  Elms', 'rise **high**', '*  Oaks rise **high** here.\n*  Elms'],
  ['words of a heading', 'A\n===\n\n## The «old oak» tree', '## A\n\nB', 'A\n===\n\n## The A B tree'],
  ['words of a table', '| A | B |\n|---|---|\n|«x y»z| b |', '- x\n- y', '| A | B |\n|---|---|\n|x yz| b |'],
  ['words that become blocks', 'An «oak» tree.', 'a\n\n- b\n\nc', 'An a\n\n- b\n\nc tree.'],
  ['items', '* A\n* B«b\n* Cc\n* D»d\n* E', '- X', '* A\n* X\n* E'],
  ['items that become a paragraph', '* A\n* B«b\n* C»c\n* D', 'X', '* A\n* X\n* D'],
  ['blocks', '__A__\n\nO«ne\n\nT»wo\n\n__B__', '## New\n\nText', '__A__\n\n## New\n\nText\n\n__B__'],
  ['the whole text', '__A__ b\n\n* C', '**A** b\n\n* D', '__A__ b\n\n* D'],
])('%s are replaced, and all around keeps its bytes; one undo takes it back', (_what, marked, markdown, expected) => {
  expect(change(marked, markdown)).toEqual([expected, marked.replace(/[«»]/g, '')])
})

test('code is changed as a whole', () => {
  const { begun } = open('A\n\n```js\nlet «a» = 1\n```\n\nB')
  const { from, to } = findChangedRange(begun)
  expect(begun.doc.slice(from, to).content.firstChild!.type.name).toBe('code')
})

test('a change elsewhere moves the part along, and a change of the part keeps it as it is', () => {
  const { was, begun } = open('One two.\n\nAn «oak» tree.')
  const moved = begun.apply(begun.tr.insertText('Zero ', 1))
  expect(writeDocument(was, moved.apply(takeTextChange(moved, 'elm')!).doc)).toBe('Zero One two.\n\nAn elm tree.')
  const { from } = findChangedRange(begun)
  const changed = begun.apply(begun.tr.insertText('x', from + 1))
  expect(takeTextChange(changed, 'elm')).toBeUndefined()
  const deleted = begun.apply(begun.tr.delete(from - 1, from + 4))
  expect(takeTextChange(deleted, 'elm')).toBeUndefined()
  const ended = begun.apply(endTextChange(begun.tr))
  expect(takeTextChange(ended, 'elm')).toBeUndefined()
})
