import { ApiError } from '../../api/api-error.ts'
import { runGraphqlOperation } from '../../api/request.ts'
import type { UnansweredRequestStorage } from '../../api/unanswered-request.ts'
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

/**
 * The result of a save. `isContentSaved` is false if an earlier request created the block and the update of its content
 * failed.
 */
export type BlockSaveResult = { block: BlockPartsFragment; isContentSaved: boolean }

/**
 * Returns functions that save a block. After a failure, they return undefined. A request that creates a block stays in
 * `storage` until its result is known.
 */
export function useSaveBlock(blockToEdit: BlockToEdit, storage: UnansweredRequestStorage) {
  const create = useIdempotentMutation(CreateBlockDocument, courseQueriesToInvalidate)
  const update = useIdempotentMutation(UpdateBlockDocument, courseQueriesToInvalidate)
  async function updateContent(
    id: string,
    content: BlockContent,
    expectedVersion: number | undefined,
  ): Promise<BlockPartsFragment | undefined> {
    return (await update.run({ id, input: { content }, expectedVersion }))?.updateBlock
  }
  async function addAsNew(content: BlockContent): Promise<BlockSaveResult | undefined> {
    const order = blockToEdit.block ? undefined : blockToEdit.order
    const input = { type: getTypeOfBlockToEdit(blockToEdit), content, order }
    const created = await create.runOnce({ lessonId: getLessonIdOfBlockToEdit(blockToEdit), input }, storage)
    if (!created) return undefined
    const block = created.result.createBlock
    if (!created.isOfEarlierRequest) return { block, isContentSaved: true }
    const updated = await updateContent(block.id, content, block.version)
    return { block: updated ?? block, isContentSaved: updated !== undefined }
  }
  async function save(
    content: BlockContent,
    expectedVersion: number | undefined,
  ): Promise<BlockSaveResult | undefined> {
    if (!blockToEdit.block) return addAsNew(content)
    const block = await updateContent(blockToEdit.block.id, content, expectedVersion)
    return block && { block, isContentSaved: true }
  }
  const error = update.error ?? create.error
  return {
    save,
    updateContent,
    addAsNew,
    error,
    isConflict: error instanceof ApiError && error.code === 'precondition_failed',
    isNotFound: error instanceof ApiError && error.code === 'not_found',
    isBusy: create.isPending || update.isPending,
    clearError: () => {
      create.reset()
      update.reset()
    },
  }
}

/** Fetches the latest version of a block from the API. */
export const fetchBlock = async (id: string) => (await runGraphqlOperation(BlockDocument, { id })).block
