import { useSearchParams } from 'wouter'
import type { BlockType } from '../../generated/operations.ts'
import { blockTypes } from './kinds.ts'

/** The block that is being written, as the address says it: one that is there, or a new one. */
export type Open = { blockId: string } | { type: BlockType }

export function useOpen(): [Open | undefined, (open: Open | undefined) => void] {
  const [params, setParams] = useSearchParams()
  const blockId = params.get('block')
  const type = blockTypes.find((one) => one === params.get('new'))
  const open = blockId ? { blockId } : type && { type }
  function write(next: Open | undefined): void {
    if (!next) setParams({}, { replace: true })
    else setParams('blockId' in next ? { block: next.blockId } : { new: next.type })
  }
  return [open, write]
}
