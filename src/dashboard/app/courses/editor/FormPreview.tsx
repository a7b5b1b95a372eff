import { memo, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { BlockTypeAndContent } from '../block-content/content.ts'
import { BlockView } from '../block-types/BlockView.tsx'
import type { AssetAddress } from '../files/asset-addresses.tsx'

const pauseMs = 400

/** Returns the value as it was when it had not changed for a while. */
function useSettledValue<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

const View = memo(BlockView)

type FormPreviewProps = BlockTypeAndContent & { assets: readonly AssetAddress[] | undefined }

/**
 * Shows the content of a form as learners see it, once the author pauses. So a key draws only its field, and a picture
 * whose address is being typed is not asked for.
 */
export function FormPreview({ type, content, assets }: FormPreviewProps) {
  const settled = useDeferredValue(useSettledValue(content))
  const block = useMemo(() => ({ type, content: settled, assets }), [type, settled, assets])
  return <View block={block} />
}
