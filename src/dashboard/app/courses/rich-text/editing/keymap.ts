import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { undoInputRule } from 'prosemirror-inputrules'
import type { Command } from 'prosemirror-state'
import { withLinkBefore } from './addresses.ts'
import {
  insertBreak,
  leaveCode,
  makeCode,
  makeCodeOfFence,
  makeHeading,
  makeParagraph,
  makeParagraphAtStart,
  toggleEmphasis,
  toggleMono,
  toggleQuote,
  toggleStrike,
  toggleStrong,
} from './commands.ts'
import { liftItem, liftItemAtStart, sinkItem, splitItem, toggleList, toggleTask } from './list-commands.ts'
import { goToCellBelow, goToNextOrNewCell, goToPreviousCell } from './table-commands.ts'

const levels = [1, 2, 3, 4, 5, 6]

/** The keys of writing. `Mod` is Ctrl, and Command on a Mac. */
export const richTextKeymap: Readonly<Record<string, Command>> = {
  ...baseKeymap,
  'Mod-b': toggleStrong,
  'Mod-i': toggleEmphasis,
  'Mod-e': toggleMono,
  'Mod-`': toggleMono,
  'Mod-Shift-x': toggleStrike,
  'Mod-Alt-0': makeParagraph,
  ...Object.fromEntries(levels.map((level) => [`Mod-Alt-${level}`, makeHeading(level)])),
  'Mod-Alt-c': makeCode,
  'Mod-Shift-7': toggleList(true),
  'Mod-Shift-8': toggleList(false),
  'Mod-Shift-9': toggleTask,
  'Mod-Shift-.': toggleQuote,
  'Mod-z': undo,
  'Mod-y': redo,
  'Mod-Shift-z': redo,
  Enter: withLinkBefore(chainCommands(makeCodeOfFence, goToCellBelow, splitItem, leaveCode, baseKeymap.Enter!)),
  'Shift-Enter': withLinkBefore(insertBreak),
  'Mod-Enter': chainCommands(exitCode, insertBreak),
  Tab: chainCommands(goToNextOrNewCell, sinkItem),
  'Shift-Tab': chainCommands(goToPreviousCell, liftItem),
  'Mod-]': sinkItem,
  'Mod-[': liftItem,
  Backspace: chainCommands(undoInputRule, makeParagraphAtStart, liftItemAtStart, baseKeymap.Backspace!),
}
