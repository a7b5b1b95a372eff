import { ContentPlaceholder } from '../block-content/ContentPlaceholder.tsx'
import { type BlockTypeAndContent, isJsonObject } from '../block-content/content.ts'
import { useCourseLanguage } from '../course-language.ts'
import { blockTypeDefinitions } from './block-types.ts'

/** Shows a block as learners see it, in the language of its course. */
export function BlockView({ block: { type, content } }: { block: BlockTypeAndContent }) {
  const language = useCourseLanguage()
  // After an update of the service, the API may return a block type that this open page does not know.
  if (!Object.hasOwn(blockTypeDefinitions, type) || !isJsonObject(content))
    return (
      <ContentPlaceholder>
        This page cannot show a block of the type “{type}”. Reload it to try again.
      </ContentPlaceholder>
    )
  const { View } = blockTypeDefinitions[type]
  return (
    <div lang={language}>
      <View content={content} />
    </div>
  )
}
