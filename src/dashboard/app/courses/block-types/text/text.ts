import { Text } from 'lucide-react'
import type { BlockTypeDefinition } from '../../block-content/block-type.ts'
import { getStringProperty } from '../../block-content/content.ts'
import { TextForm } from './TextForm.tsx'
import { TextView } from './TextView.tsx'

const markdownSigns = /[#*_>`|]+/g

/** Returns a text in Markdown without the signs that would be seen in a title. */
export const removeMarkdownSigns = (text: string): string => text.replaceAll(markdownSigns, '').trim()

export const textBlockTypeDefinition: BlockTypeDefinition = {
  icon: Text,
  View: TextView,
  Form: TextForm,
  initialContent: { text: '' },
  summarize: (content) => removeMarkdownSigns(getStringProperty(content, 'text')),
  toText: (content) => getStringProperty(content, 'text'),
}
