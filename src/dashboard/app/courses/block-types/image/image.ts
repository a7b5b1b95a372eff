import { Image } from 'lucide-react'
import type { BlockTypeDefinition } from '../../block-content/block-type.ts'
import { getStringMember } from '../../block-content/content.ts'
import { ImageForm } from './ImageForm.tsx'
import { ImageView } from './ImageView.tsx'

export const imageBlockTypeDefinition: BlockTypeDefinition = {
  icon: Image,
  View: ImageView,
  Form: ImageForm,
  initialContent: {},
  summarize: (content) =>
    getStringMember(content, 'alt') || getStringMember(content, 'caption') || getStringMember(content, 'url'),
}
