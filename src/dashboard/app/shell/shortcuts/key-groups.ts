/**
 * What keys do. `keys` are alternatives or, with `isRange`, the first and the last of several. They are written as in the
 * map of the editor: `Mod` is Ctrl, and Command on a Mac.
 */
export type KeyRow = { does: string; keys: readonly string[]; isRange?: boolean }
export type KeyGroup = { title: string; rows: readonly KeyRow[] }

/** The keys of the text editor. A test compares them with the editor's own map. */
export const writingKeys: KeyGroup = {
  title: 'Writing',
  rows: [
    { does: 'Bold', keys: ['Mod-b'] },
    { does: 'Italic', keys: ['Mod-i'] },
    { does: 'Code', keys: ['Mod-e', 'Mod-`'] },
    { does: 'Strike through', keys: ['Mod-Shift-x'] },
    { does: 'Link', keys: ['Mod-k'] },
    { does: 'Heading of level 1 to 6', keys: ['Mod-Alt-1', 'Mod-Alt-6'], isRange: true },
    { does: 'Paragraph', keys: ['Mod-Alt-0'] },
    { does: 'Numbered list', keys: ['Mod-Shift-7'] },
    { does: 'Bulleted list', keys: ['Mod-Shift-8'] },
    { does: 'Task list', keys: ['Mod-Shift-9'] },
    { does: 'Quote', keys: ['Mod-Shift-.'] },
    { does: 'Code in lines of its own', keys: ['Mod-Alt-c'] },
    { does: 'Level down, next cell', keys: ['Tab', 'Mod-]'] },
    { does: 'Level up, previous cell', keys: ['Shift-Tab', 'Mod-['] },
    { does: 'New item or paragraph; a new text after an empty last line', keys: ['Enter'] },
    { does: 'New line in the same paragraph', keys: ['Shift-Enter'] },
    { does: 'Leave the code', keys: ['Mod-Enter'] },
    { does: 'Join to the text above, at the start', keys: ['Backspace'] },
    { does: 'Undo', keys: ['Mod-z'] },
    { does: 'Redo', keys: ['Mod-Shift-z', 'Mod-y'] },
    { does: 'Insert a form or a block, on an empty line', keys: ['/'] },
    { does: 'To the tools above the text', keys: ['Alt-F10'] },
    { does: 'Change with AI', keys: ['Mod-Alt-a'] },
    { does: 'Markdown source, and back', keys: ['Mod-Alt-m'] },
    { does: 'Save now', keys: ['Mod-s'] },
    { does: 'Select the block of the text', keys: ['Escape'] },
  ],
}

/** The keys of a row in the list of blocks. A test compares them with the map of the list. */
export const blockKeys: KeyGroup = {
  title: 'Blocks of a lesson',
  rows: [
    { does: 'Write in a block', keys: ['Enter'] },
    { does: 'Select a block', keys: ['Space'] },
    { does: 'Select the next or previous one too', keys: ['Shift-ArrowDown', 'Shift-ArrowUp'] },
    { does: 'Select all', keys: ['Mod-a'] },
    { does: 'End the selection', keys: ['Escape'] },
    { does: 'Move the selected blocks', keys: ['Alt-ArrowDown', 'Alt-ArrowUp'] },
    { does: 'Duplicate them', keys: ['Mod-d'] },
    { does: 'Copy their text', keys: ['Mod-c'] },
    { does: 'Delete them', keys: ['Delete', 'Backspace'] },
  ],
}

/** The keys of the dashboard, in the groups of the sheet. */
export const keyGroups: readonly KeyGroup[] = [
  {
    title: 'Everywhere',
    rows: [
      { does: 'Search, go to, do', keys: ['Mod-k'] },
      { does: 'Search on this page', keys: ['/'] },
      { does: 'These keys', keys: ['?'] },
      { does: 'Undo what a message says', keys: ['Mod-z'] },
      { does: 'To the messages', keys: ['F6'] },
      { does: 'Close', keys: ['Escape'] },
    ],
  },
  {
    title: 'Outline and list of blocks',
    rows: [
      { does: 'Next or previous row', keys: ['ArrowDown', 'ArrowUp'] },
      { does: 'Open and close a module, go to the buttons of a row', keys: ['ArrowRight', 'ArrowLeft'] },
      { does: 'Open a lesson, edit a block', keys: ['Enter'] },
      { does: 'Pick up and drop, on the handle of a row', keys: ['Enter'] },
    ],
  },
  blockKeys,
  writingKeys,
  {
    title: 'Form of a block',
    rows: [
      { does: 'Save now', keys: ['Mod-s'] },
      { does: 'Save and close', keys: ['Mod-Enter', 'Escape'] },
    ],
  },
]
