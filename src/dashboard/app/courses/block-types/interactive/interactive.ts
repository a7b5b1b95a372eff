import { MousePointerClick } from 'lucide-react'
import type { BlockTypeDefinition } from '../../block-content/block-type.ts'
import { getStringProperty } from '../../block-content/content.ts'
import { InteractiveForm } from './InteractiveForm.tsx'
import { InteractiveView } from './InteractiveView.tsx'

export const interactiveBlockTypeDefinition: BlockTypeDefinition = {
  icon: MousePointerClick,
  View: InteractiveView,
  Form: InteractiveForm,
  initialContent: {},
  summarize: (content) => getStringProperty(content, 'kind') || getStringProperty(content, 'url'),
}
