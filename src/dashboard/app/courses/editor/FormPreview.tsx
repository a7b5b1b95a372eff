import { memo, useDeferredValue, useMemo } from 'react'
import { useSettledValue } from '../../ui/use-settled-value.ts'
import type { BlockTypeAndContent } from '../block-content/content.ts'
import { BlockView } from '../block-types/BlockView.tsx'
import type { AssetAddress } from '../files/asset-addresses.tsx'

const pauseMs = 400

const View = memo(BlockView)

type FormPreviewProps = BlockTypeAndContent & { assets: readonly AssetAddress[] | undefined }

/**
 * Shows the content of a form as learners see it, once the author pauses. So a key draws only its field, and a picture
 * whose address is being typed is not asked for.
 */
export function FormPreview({ type, content, assets }: FormPreviewProps) {
  const settled = useDeferredValue(useSettledValue(content, pauseMs))
  const block = useMemo(() => ({ type, content: settled, assets }), [type, settled, assets])
  return <View block={block} />
}
