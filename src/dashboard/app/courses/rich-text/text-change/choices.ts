import { Feather, Languages, type LucideIcon, PenLine, RefreshCw, Shrink } from 'lucide-react'
import type { TextTask } from '../../../generated/later-operations.ts'

type Choice = {
  task: TextTask
  /** The name in the menu. Dots say that something is asked first. */
  label: string
  icon: LucideIcon
  /** What is done, such as `Shorten`, before “the selected text”. */
  verb: string
}

/** What an author can have the language model do with a text. */
export const textChoices: readonly Choice[] = [
  { task: 'rewrite', label: 'Rewrite', icon: RefreshCw, verb: 'Rewrite' },
  { task: 'shorten', label: 'Shorten', icon: Shrink, verb: 'Shorten' },
  { task: 'simplify', label: 'Simplify', icon: Feather, verb: 'Simplify' },
  { task: 'translate', label: 'Translate …', icon: Languages, verb: 'Translate' },
  { task: 'custom', label: 'Own instruction …', icon: PenLine, verb: 'Change' },
]
