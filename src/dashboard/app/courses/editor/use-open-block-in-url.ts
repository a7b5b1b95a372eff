import { useSearchParams } from 'wouter'
import type { BlockType } from '../../generated/operations.ts'
import { blockTypesInMenuOrder } from '../block-types/block-types.ts'

/** In place of the id of the block above: the new block becomes the first. */
export const atStart = 'start'

/**
 * The block whose form is open: an existing block (`?block=ID`), or a new block below another block (`?new=text&after=ID`)
 * or above all (`&after=start`). `draft` tells several new blocks of a type apart.
 */
export type OpenBlock =
  | { blockId: string }
  | { type: BlockType; after?: string | undefined; draft?: string | undefined }

/** Returns the block whose form is open according to the URL, and functions that change the URL. */
export function useOpenBlockInUrl() {
  const [params, setParams] = useSearchParams()
  const blockId = params.get('block')
  const type = blockTypesInMenuOrder.find((name) => name === params.get('new'))
  const open: OpenBlock | undefined = blockId
    ? { blockId }
    : type && { type, after: params.get('after') ?? undefined, draft: params.get('draft') ?? undefined }
  return {
    open,
    setOpen: (next: OpenBlock) =>
      'blockId' in next
        ? setParams({ block: next.blockId })
        : setParams({
            new: next.type,
            ...(next.after && { after: next.after }),
            ...(next.draft && { draft: next.draft }),
          }),
    /** Replaces the new block in the page's URL with the saved block. */
    replaceNewBlock: (id: string) => setParams({ block: id }, { replace: true }),
    close: () => open && setParams({}, { replace: true }),
  }
}
