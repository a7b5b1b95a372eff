import { Image } from 'lucide-react'
import type { BlockTypeDefinition } from '../../block-content/block-type.ts'
import { getStringProperty } from '../../block-content/content.ts'
import { ImageForm } from './ImageForm.tsx'
import { ImageView } from './ImageView.tsx'

export const imageBlockTypeDefinition: BlockTypeDefinition = {
  icon: Image,
  View: ImageView,
  Form: ImageForm,
  initialContent: {},
  summarize: (content) =>
    getStringProperty(content, 'alt') || getStringProperty(content, 'caption') || getStringProperty(content, 'url'),
}
