import { EditorState, type Plugin, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { expect, test } from 'vitest'
import { printSlice } from '../../../src/dashboard/app/courses/rich-text/document/paste/print-slice.ts'
import { readDocument } from '../../../src/dashboard/app/courses/rich-text/document/reading/read.ts'
import { insertRule, toggleQuote } from '../../../src/dashboard/app/courses/rich-text/editing/commands.ts'
import { richTextKeymap } from '../../../src/dashboard/app/courses/rich-text/editing/keymap.ts'
import { tickTask, toggleList, toggleTask } from '../../../src/dashboard/app/courses/rich-text/editing/list-commands.ts'
import { makeEditingPlugins } from '../../../src/dashboard/app/courses/rich-text/editing/plugins.ts'
import { insertTable } from '../../../src/dashboard/app/courses/rich-text/editing/table-commands.ts'

/** Where the cursor is in the Markdown of a test. */
const cursor = '‸'

/** An editor without a page. */
function open(markdown: string) {
  let state = EditorState.create({ doc: readDocument(markdown).doc, plugins: makeEditingPlugins() })
  const places: number[] = []
  state.doc.descendants((node, start) => {
    for (const { index } of node.isText ? node.text!.matchAll(/‸/g) : []) places.push(start + index)
  })
  const [from = 1, to = from + 1] = places
  const cleaned = state.tr
  for (const place of places.toReversed()) cleaned.delete(place, place + 1)
  state = EditorState.create({ doc: cleaned.doc, plugins: makeEditingPlugins() })
  state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, from, to - 1)))
  const view = {
    get state() {
      return state
    },
    composing: false,
    dispatch(transaction: EditorState['tr']) {
      state = state.apply(transaction)
    },
  }
  const editor = {
    get state() {
      return state
    },
    press(...keys: string[]) {
      for (const key of keys) richTextKeymap[key]!(state, view.dispatch)
      return editor
    },
    run(command: (typeof richTextKeymap)[string]) {
      command(state, view.dispatch)
      return editor
    },
    type(text: string) {
      for (const character of text) {
        const { from, to } = state.selection
        const isHandled = state.plugins.some((plugin: Plugin) =>
          plugin.props.handleTextInput?.call(plugin, view as EditorView, from, to, character, () => state.tr),
        )
        if (!isHandled) view.dispatch(state.tr.insertText(character))
      }
      return editor
    },
    /** The document as Markdown, with the cursor in it. */
    get markdown() {
      const { doc } = state.tr.insertText(cursor)
      return printSlice(doc.slice(0, doc.content.size))
    },
  }
  return editor
}

test.each([
  ['## ', `## ${cursor}`],
  ['> a', `> a${cursor}`],
  ['- a', `- a${cursor}`],
  ['* a', `- a${cursor}`],
  ['3. a', `3. a${cursor}`],
  ['- [ ] a', `- [ ] a${cursor}`],
  ['- [x] a', `- [x] a${cursor}`],
  ['---a', `---\n\na${cursor}`],
  ['a **b** c', `a **b** c${cursor}`],
  ['a *b* c', `a *b* c${cursor}`],
  ['a _b_ c', `a *b* c${cursor}`],
  ['snake_case_name', `snake_case_name${cursor}`],
  ['2 * 3 * 4', `2 * 3 * 4${cursor}`],
  ['~~a~~ b', `~~a~~ b${cursor}`],
  ['`a*b*` c', `\`a*b*\` c${cursor}`],
  ['**a *b* c** d', `**a *b* c** d${cursor}`],
  ['$x^2$ b', `$x^2$ b${cursor}`],
  ['$5-$10 ', `$5-$10 ${cursor}`],
  ['$2x$ b', `$2x$ b${cursor}`],
  ['[a](https://example.com) b', `[a](https://example.com) b${cursor}`],
  ['![a](https://example.com/b.png)', `![a](https://example.com/b.png)${cursor}`],
  ['see https://example.com/a. b', `see https://example.com/a. b${cursor}`],
  ['see www.example.com b', `see www.example.com b${cursor}`],
])('typing %j gives %j', (text, markdown) => {
  expect(open('').type(text).markdown).toBe(markdown)
})

test('an address that is typed is a link', () => {
  const { state } = open('').type('https://example.com/a ')
  expect(state.doc.firstChild!.firstChild!.marks[0]!.attrs).toMatchObject({ url: 'https://example.com/a' })
  expect(state.selection.$from.marks()).toEqual([])
  expect(open('').type('- https://example.com').press('Enter').markdown).toBe('- https://example.com\n- ‸')
})

test('no mark is made in code', () => {
  expect(open('').type('```').press('Enter').type('**a** # ').markdown).toBe(`\`\`\`\n**a** # ${cursor}\n\`\`\``)
})

test.each([
  ['- a‸', ['Enter'], '- a\n- ‸'],
  ['- a‸b', ['Enter'], '- a\n- ‸b'],
  ['- [x] a‸', ['Enter'], '- [x] a\n- [ ] ‸'],
  ['- a‸', ['Enter', 'Enter'], '- a\n\n‸'],
  ['- a\n  - b‸', ['Enter', 'Enter'], '- a\n  - b\n- ‸'],
  ['1. a\n2. b‸', ['Tab'], '1. a\n   1. b‸'],
  ['- a\n- b‸', ['Tab'], '- a\n  - b‸'],
  ['- a\n  - b‸', ['Shift-Tab'], '- a\n- b‸'],
  ['- ‸a', ['Backspace'], '‸a'],
  ['a\n\n## ‸b', ['Backspace'], 'a\n\n‸b'],
  ['> ‸a', ['Backspace'], '‸a'],
  ['a‸b', ['Shift-Enter'], 'a\\\n‸b'],
  ['a‸b', ['Enter'], 'a\n\n‸b'],
  ['# a‸', ['Enter'], '# a\n\n‸'],
  ['a ‸word‸', ['Mod-b'], 'a **‸**'],
  ['a‸', ['Mod-Alt-3'], '### a‸'],
  ['### a‸', ['Mod-Alt-0'], 'a‸'],
  ['a‸', ['Mod-Shift-8'], '- a‸'],
  ['- a‸', ['Mod-Shift-7'], '1. a‸'],
  ['- a‸', ['Mod-Shift-8'], 'a‸'],
  ['a‸', ['Mod-Shift-9'], '- [ ] a‸'],
  ['| a | b‸ |\n| --- | --- |\n| c | d |', ['Tab'], '| a | b |\n| --- | --- |\n| ‸ | d |'],
  ['| a | b |\n| --- | --- |\n| c | d‸ |', ['Tab'], '| a | b |\n| --- | --- |\n| c | d |\n| ‸ | |'],
  ['| a | b |\n| --- | --- |\n| c | d‸ |', ['Enter'], '| a | b |\n| --- | --- |\n| c | d |\n| | ‸ |'],
  ['| a‸ | b |\n| --- | --- |\n| c | d |', ['Enter'], '| a | b |\n| --- | --- |\n| ‸c | d |'],
  ['| a | b |\n| --- | --- |\n| c‸ | d |', ['Shift-Tab'], '| a | ‸ |\n| --- | --- |\n| c | d |'],
  ['| a‸b |\n| --- |', ['Shift-Enter'], '| a<br>‸b |\n| --- |'],
])('in %j, %j gives %j', (before, keys, after) => {
  expect(open(before).press(...keys).markdown).toBe(after)
})

test('three backticks and Enter make code, a language behind them names it, and Enter on its empty last line leaves it', () => {
  const editor = open('').type('```js').press('Enter').type('a')
  expect(editor.markdown).toBe('```js\na‸\n```')
  expect(editor.press('Enter', 'Enter').markdown).toBe('```js\na\n```\n\n‸')
  expect(open('').type('$$').press('Enter').type('x').markdown).toBe('$$\nx‸\n$$')
})

test('Backspace directly after a rule gives back what was typed, and undo takes back step by step', () => {
  expect(open('').type('# ').press('Backspace').markdown).toBe('\\# ‸')
  expect(open('').type('- a').press('Enter').press('Mod-z', 'Mod-z', 'Mod-z').markdown).toBe('‸')
})

test('a table and a rule are inserted in the place of an empty paragraph, or behind one with text', () => {
  expect(open('').run(insertTable(2, 2)).markdown).toBe('| ‸ | |\n| --- | --- |\n| | |')
  expect(open('a‸\n\nb').run(insertTable(2, 1)).markdown).toBe('a\n\n| ‸ |\n| --- |\n| |\n\nb')
  expect(open('a‸').run(insertRule).markdown).toBe('a\n\n---\n\n‸')
})

test('lists, tasks and quotes are made and undone by the same command', () => {
  expect(open('a‸').run(toggleQuote).markdown).toBe('> a‸')
  expect(open('> a‸').run(toggleQuote).markdown).toBe('a‸')
  expect(open('- [x] a‸').run(toggleTask).markdown).toBe('- a‸')
  expect(open('1. a‸').run(toggleList(true)).markdown).toBe('a‸')
  expect(open('- [ ] a‸').run(tickTask(1)).markdown).toBe('- [x] a‸')
})
