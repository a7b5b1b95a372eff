import { useSearchParams } from 'wouter'
import type { BlockType } from '../../generated/operations.ts'
import { blockTypes } from './kinds.ts'

/** The block that is being written, as the address says it: one that is there, or a new one below `after`, or below all. */
export type Open = { blockId: string } | { type: BlockType; after?: string }

export function useOpen(): [Open | undefined, (open: Open | undefined) => void] {
  const [params, setParams] = useSearchParams()
  const blockId = params.get('block')
  const type = blockTypes.find((one) => one === params.get('new'))
  const open = blockId ? { blockId } : type && { type, after: params.get('after') ?? undefined }
  function write(next: Open | undefined): void {
    if (!next) setParams({}, { replace: true })
    else if ('blockId' in next) setParams({ block: next.blockId })
    else setParams({ new: next.type, ...(next.after && { after: next.after }) })
  }
  return [open, write]
}
