import { ContentPlaceholder } from '../block-content/ContentPlaceholder.tsx'
import { type BlockTypeAndContent, isObject } from '../block-content/content.ts'
import { blockTypeDefinitions } from './block-types.ts'

/** Shows a block as learners see it. */
export function BlockView({ block: { type, content } }: { block: BlockTypeAndContent }) {
  // After an update of the service, the API may return a block type that this open page does not know.
  if (!Object.hasOwn(blockTypeDefinitions, type) || !isObject(content))
    return (
      <ContentPlaceholder>
        This page cannot show a block of the type “{type}”. Reload it to try again.
      </ContentPlaceholder>
    )
  const { View } = blockTypeDefinitions[type]
  return <View content={content} />
}
