import style from '../block-content/Content.module.css'
import { ContentPlaceholder } from '../block-content/ContentPlaceholder.tsx'
import { type BlockTypeAndContent, getStringProperty, isJsonObject } from '../block-content/content.ts'
import { useCourseLanguage } from '../course-language.ts'
import { type AssetAddress, BlockAssetsProvider } from '../files/asset-addresses.tsx'
import { blockTypeDefinitions } from './block-types.ts'

/** `assets` has the files that the saved content names, with their addresses. */
type BlockViewProps = { block: BlockTypeAndContent & { assets?: readonly AssetAddress[] } }

const noAssets: readonly AssetAddress[] = []

/** Shows a block as learners see it, in the language of its course. */
export function BlockView({ block: { type, content, assets = noAssets } }: BlockViewProps) {
  const language = useCourseLanguage()
  // After an update of the service, the API may return a block type that this open page does not know.
  if (!Object.hasOwn(blockTypeDefinitions, type) || !isJsonObject(content))
    return (
      <ContentPlaceholder>
        This page cannot show a block of the type “{type}”. Reload it to try again.
      </ContentPlaceholder>
    )
  const { View } = blockTypeDefinitions[type]
  const title = getStringProperty(content, 'title')
  return (
    <div lang={language}>
      {title && (
        <p className={style.title} dir="auto">
          {title}
        </p>
      )}
      <BlockAssetsProvider assets={assets}>
        <View content={content} />
      </BlockAssetsProvider>
    </div>
  )
}
