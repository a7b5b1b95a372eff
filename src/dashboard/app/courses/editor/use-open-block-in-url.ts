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

/**
 * Returns the block whose form is open according to the URL, the block that a link opens to be written (`?write=ID`), and
 * functions that change the URL.
 */
export function useOpenBlockInUrl() {
  const [params, setParams] = useSearchParams()
  const blockId = params.get('block')
  const type = blockTypesInMenuOrder.find((name) => name === params.get('new'))
  const open: OpenBlock | undefined = blockId
    ? { blockId }
    : type && { type, after: params.get('after') ?? undefined, draft: params.get('draft') ?? undefined }
  const linkedId = params.get('write') ?? undefined
  return {
    open,
    linkedId,
    setOpen: (next: OpenBlock) =>
      'blockId' in next
        ? setParams({ block: next.blockId })
        : setParams({
            new: next.type,
            ...(next.after && { after: next.after }),
            ...(next.draft && { draft: next.draft }),
          }),
    /** Replaces what the URL names with the form of a block. */
    replaceOpen: (id: string) => setParams({ block: id }, { replace: true }),
    close: () => (open || linkedId) && setParams({}, { replace: true }),
  }
}
