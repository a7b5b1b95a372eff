import { ApiError } from '../../api/api-error.ts'
import { runGraphqlOperation } from '../../api/request.ts'
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import {
  BlockDocument,
  type BlockPartsFragment,
  CreateBlockDocument,
  UpdateBlockDocument,
} from '../../generated/operations.ts'
import type { BlockContent } from '../block-content/content.ts'
import { courseQueriesToInvalidate } from '../course-queries.ts'
import { type BlockToEdit, getLessonIdOfBlockToEdit, getTypeOfBlockToEdit } from './block-to-edit.ts'

/** Returns functions that save a block. Each function returns the saved block, or undefined if saving failed. */
export function useSaveBlock(blockToEdit: BlockToEdit) {
  const create = useIdempotentMutation(CreateBlockDocument, courseQueriesToInvalidate)
  const update = useIdempotentMutation(UpdateBlockDocument, courseQueriesToInvalidate)
  async function addAsNew(content: BlockContent): Promise<BlockPartsFragment | undefined> {
    const order = blockToEdit.block ? undefined : blockToEdit.order
    const result = await create.run({
      lessonId: getLessonIdOfBlockToEdit(blockToEdit),
      input: { type: getTypeOfBlockToEdit(blockToEdit), content, order },
    })
    return result?.createBlock
  }
  async function save(content: BlockContent, expectedVersion: number | undefined) {
    if (!blockToEdit.block) return addAsNew(content)
    const result = await update.run({ id: blockToEdit.block.id, input: { content }, expectedVersion })
    return result?.updateBlock
  }
  const error = update.error ?? create.error
  return {
    save,
    addAsNew,
    error,
    isConflict: error instanceof ApiError && error.code === 'precondition_failed',
    isNotFound: error instanceof ApiError && error.code === 'not_found',
    isBusy: create.isPending || update.isPending,
    clearError: update.reset,
  }
}

/** Fetches the latest version of a block from the API. */
export const fetchBlock = async (id: string) => (await runGraphqlOperation(BlockDocument, { id })).block
