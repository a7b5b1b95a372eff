import { Video } from 'lucide-react'
import type { BlockTypeDefinition } from '../../block-content/block-type.ts'
import { getStringProperty } from '../../block-content/content.ts'
import { VideoForm } from './VideoForm.tsx'
import { VideoView } from './VideoView.tsx'

export const videoBlockTypeDefinition: BlockTypeDefinition = {
  icon: Video,
  View: VideoView,
  Form: VideoForm,
  initialContent: {},
  summarize: (content) => getStringProperty(content, 'url') || getStringProperty(content, 'transcript'),
}
