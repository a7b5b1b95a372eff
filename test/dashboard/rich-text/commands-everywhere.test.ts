import { GapCursor } from 'prosemirror-gapcursor'
import type { Node, ResolvedPos } from 'prosemirror-model'
import { type Command, EditorState, NodeSelection, type Selection, TextSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { readDocument } from '../../../src/dashboard/app/courses/rich-text/document/reading/read.ts'
import {
  insertMath,
  insertRule,
  makeCode,
  toggleQuote,
} from '../../../src/dashboard/app/courses/rich-text/editing/commands.ts'
import { richTextKeymap } from '../../../src/dashboard/app/courses/rich-text/editing/keymap.ts'
import { toggleList, toggleTask } from '../../../src/dashboard/app/courses/rich-text/editing/list-commands.ts'
import { insertTable } from '../../../src/dashboard/app/courses/rich-text/editing/table-commands.ts'
import { toggleCodeBlock, toggleHeading } from '../../../src/dashboard/app/courses/rich-text/editing/tools.ts'

const source = `# Heading

A *text* with \`code\` and $x$.

- one
  - two
- [ ] task

> quote
>
> 1. item

| a | b |
| --- | --- |
| 1 | |

\`\`\`js
code
\`\`\`

$$
x
$$

---

<div>raw</div>

[^1]: note

![picture](https://example.com/a.png)`

const commands: Readonly<Record<string, Command>> = {
  ...richTextKeymap,
  'insert table': insertTable(),
  'insert rule': insertRule,
  'insert formula': insertMath,
  'make code': makeCode,
  'toggle code block': toggleCodeBlock,
  'toggle quote': toggleQuote,
  'toggle heading': toggleHeading(2),
  'toggle list': toggleList(false),
  'toggle numbers': toggleList(true),
  'toggle task': toggleTask,
}

/** Whether a cursor can stand between two blocks. The types of the package leave this function out. */
const { valid } = GapCursor as unknown as { valid($position: ResolvedPos): boolean }

/** Returns every selection that an editor can have at a place of a document. */
function listSelections(doc: Node): Selection[] {
  const found: Selection[] = []
  for (let position = 0; position <= doc.content.size; position++) {
    const $position = doc.resolve(position)
    if ($position.parent.inlineContent) found.push(TextSelection.create(doc, position))
    else if (valid($position)) found.push(new GapCursor($position))
    const { nodeAfter } = $position
    if (nodeAfter && NodeSelection.isSelectable(nodeAfter)) found.push(NodeSelection.create(doc, position))
  }
  return [...found, TextSelection.between(doc.resolve(0), doc.resolve(doc.content.size))]
}

test.each(Object.entries(commands))('%s works or refuses with every selection', (_name, command) => {
  const { doc } = readDocument(source)
  for (const selection of listSelections(doc)) {
    const state = EditorState.create({ doc, selection })
    let next = doc
    const isPossible = command(state)
    const isDone = command(state, (tr) => {
      next = tr.doc
    })
    expect(isDone).toBe(isPossible)
    next.check()
  }
})
