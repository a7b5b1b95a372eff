import {
  Code,
  Heading2,
  Heading3,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  Sigma,
  Table,
} from 'lucide-react'
import type { Command } from 'prosemirror-state'
import type { BlockType } from '../../generated/operations.ts'
import { insertMath, insertRule, makeCode, toggleQuote } from './editing/commands.ts'
import { toggleList, toggleTask } from './editing/list-commands.ts'
import { insertTable } from './editing/table-commands.ts'
import { toggleHeading } from './editing/tools.ts'

/** What the menu behind a slash offers: a form of the text, a block below it, or something else. */
export type SlashItem = { label: string; icon: LucideIcon } & (
  | { command: Command }
  | { type: BlockType }
  | { run(): void }
)

const forms: readonly SlashItem[] = [
  { label: 'Heading', icon: Heading2, command: toggleHeading(2) },
  { label: 'Subheading', icon: Heading3, command: toggleHeading(3) },
  { label: 'Table', icon: Table, command: insertTable() },
  { label: 'Bulleted list', icon: List, command: toggleList(false) },
  { label: 'Numbered list', icon: ListOrdered, command: toggleList(true) },
  { label: 'Task list', icon: ListChecks, command: toggleTask },
  { label: 'Quote', icon: Quote, command: toggleQuote },
  { label: 'Code in the text', icon: Code, command: makeCode },
  { label: 'Formula', icon: Sigma, command: insertMath },
  { label: 'Divider', icon: Minus, command: insertRule },
]

/** A block that the menu offers. */
export type InsertableBlock = { label: string; icon: LucideIcon; type: BlockType }

/** Something else that the menu offers. */
export type SlashAction = { label: string; icon: LucideIcon; run(): void }

/** Returns the items with a word that begins with what was typed. */
export function findSlashItems(
  query: string,
  blocks: readonly InsertableBlock[],
  actions: readonly SlashAction[],
): readonly SlashItem[] {
  const all = [...forms.slice(0, 2), ...blocks, ...actions, ...forms.slice(2)]
  return all.filter(({ label }) => [label, ...label.split(' ')].some((text) => text.toLowerCase().startsWith(query)))
}
