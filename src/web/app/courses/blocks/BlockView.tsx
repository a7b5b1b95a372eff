import type { ComponentType } from 'react'
import type { BlockType } from '../../generated/operations.ts'
import { Code } from './Code.tsx'
import { type Content, isObject, type ShownBlock } from './content.ts'
import { Image } from './Image.tsx'
import { Interactive } from './Interactive.tsx'
import { Missing } from './Missing.tsx'
import { Quiz } from './Quiz.tsx'
import { Text } from './Text.tsx'
import { Video } from './Video.tsx'

const views: Record<BlockType, ComponentType<{ content: Content }>> = {
  text: Text,
  image: Image,
  video: Video,
  quiz: Quiz,
  code: Code,
  interactive: Interactive,
}

/** A block as a learner sees it. */
export function BlockView({ block: { type, content } }: { block: ShownBlock }) {
  // A newer service may know types that this page does not.
  const View: ComponentType<{ content: Content }> | undefined = Object.hasOwn(views, type) ? views[type] : undefined
  if (!View || !isObject(content)) return <Missing>A block of the type “{type}” cannot be shown here.</Missing>
  return <View content={content} />
}
