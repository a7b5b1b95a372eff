import { baseKeymap } from 'prosemirror-commands'
import { expect, test } from 'vitest'
import { blockKeymap } from '../../src/dashboard/app/courses/editor/block-keymap.ts'
import { richTextKeymap } from '../../src/dashboard/app/courses/rich-text/editing/keymap.ts'
import { blockKeys, writingKeys } from '../../src/dashboard/app/shell/shortcuts/key-groups.ts'

/** Keys that the editor handles around its map: in `RichTextEditor` and in `makeEditorView`. */
const aroundMap = ['Mod-k', '/', 'Alt-F10', 'Mod-Alt-a', 'Mod-Alt-m', 'Mod-s', 'Escape']

/** Writes out a range: `Mod-Alt-1` to `Mod-Alt-6` has six. */
function listRange([first = '', last = '']: readonly string[]): string[] {
  const [from, to] = [first, last].map((keys) => Number(keys.at(-1)))
  return Array.from({ length: to! - from! + 1 }, (_, index) => `${first.slice(0, -1)}${from! + index}`)
}

test('the sheet of keys names every key of the text editor, and no other', () => {
  const shown = writingKeys.rows.flatMap(({ keys, isRange }) => (isRange ? listRange(keys) : keys))
  const ownKeys = Object.entries(richTextKeymap).filter(([keys, command]) => baseKeymap[keys] !== command)
  expect(shown.toSorted()).toEqual([...ownKeys.map(([keys]) => keys), ...aroundMap].toSorted())
})

test('the sheet of keys names every key of the list of blocks, and no other', () => {
  const shown = blockKeys.rows.flatMap(({ keys }) => keys)
  expect(shown.toSorted()).toEqual(Object.keys(blockKeymap).toSorted())
})
