import { Text } from 'lucide-react'
import type { BlockTypeDefinition } from '../../block-content/block-type.ts'
import { getStringProperty } from '../../block-content/content.ts'
import { TextForm } from './TextForm.tsx'
import { TextView } from './TextView.tsx'

const markdownSigns = /[#*_>`|]+/g

export const textBlockTypeDefinition: BlockTypeDefinition = {
  icon: Text,
  View: TextView,
  Form: TextForm,
  initialContent: { text: '' },
  summarize: (content) => getStringProperty(content, 'text').replaceAll(markdownSigns, '').trim(),
  toText: (content) => getStringProperty(content, 'text'),
}
