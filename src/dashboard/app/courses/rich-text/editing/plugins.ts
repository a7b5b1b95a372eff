import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import { history } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { Plugin } from 'prosemirror-state'
import { tableEditing } from 'prosemirror-tables'
import { makeInputRules } from './input-rules.ts'
import { richTextKeymap } from './keymap.ts'

/** What an editor of a rich text can do by itself: keys, input rules, undo, tables, and cursors beside blocks. */
export const makeEditingPlugins = (): Plugin[] => [
  makeInputRules(),
  keymap(richTextKeymap),
  history(),
  dropCursor({ color: false, class: 'drop-cursor' }),
  gapCursor(),
  tableEditing(),
]
