import { Failure } from '../../data/failure.ts'
import { useRepeatable } from '../../data/repeatable.ts'
import { request } from '../../data/request.ts'
import {
  BlockDocument,
  type BlockPartsFragment,
  type BlockType,
  CreateBlockDocument,
  UpdateBlockDocument,
} from '../../generated/operations.ts'
import type { Content } from '../blocks/content.ts'
import { courseReads } from '../reads.ts'

/** What is saved: a change of a block that is there, or a new one at its place. */
export type Subject =
  | { block: BlockPartsFragment }
  | { block?: undefined; lessonId: string; type: BlockType; order?: number }

/** Saves a block's content: gives the block as it is then, or undefined where it failed. */
export function useSave(subject: Subject) {
  const create = useRepeatable(CreateBlockDocument, courseReads)
  const update = useRepeatable(UpdateBlockDocument, courseReads)
  async function save(content: Content, expectedVersion: number | undefined): Promise<BlockPartsFragment | undefined> {
    if (subject.block) {
      const result = await update.run({ id: subject.block.id, input: { content }, expectedVersion })
      return result?.updateBlock
    }
    const { lessonId, type, order } = subject
    const result = await create.run({ lessonId, input: { type, content, order } })
    return result?.createBlock
  }
  const error = update.error ?? create.error
  const isConflict = error instanceof Failure && error.code === 'precondition_failed'
  return { save, error, isConflict, isBusy: create.isPending || update.isPending, forget: update.reset }
}

/** A block as it stands in the service now. */
export const readBlock = async (id: string) => (await request(BlockDocument, { id })).block
