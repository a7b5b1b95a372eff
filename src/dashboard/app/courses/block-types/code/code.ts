import { CodeXml } from 'lucide-react'
import type { BlockTypeDefinition } from '../../block-content/block-type.ts'
import { getStringProperty } from '../../block-content/content.ts'
import { CodeForm } from './CodeForm.tsx'
import { CodeView } from './CodeView.tsx'

export const codeBlockTypeDefinition: BlockTypeDefinition = {
  icon: CodeXml,
  View: CodeView,
  Form: CodeForm,
  initialContent: {},
  summarize: (content) => getStringProperty(content, 'filename') || getStringProperty(content, 'language'),
  toText: (content) => getStringProperty(content, 'code'),
}
