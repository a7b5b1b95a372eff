import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { BlockFormProps } from './block-form.ts'
import type { BlockContent } from './content.ts'

/** Defines how the dashboard shows and edits the blocks of one type. */
export type BlockTypeDefinition = {
  icon: LucideIcon
  /** The component that shows the content as learners see it. */
  View: ComponentType<{ content: BlockContent }>
  /** The component with the form that edits the content. */
  Form: ComponentType<BlockFormProps>
  /** The content of a new block of this type. */
  initialContent: BlockContent
  /** Returns a text that describes the content. The first line of the text becomes part of the block's title. */
  summarize(content: BlockContent): string
  /**
   * Converts the content to text for the clipboard. Without this function, the dashboard copies the content as JSON.
   */
  toText?(content: BlockContent): string
}
