import { useQueryClient } from '@tanstack/react-query'
import { invalidateQueries } from '../../api/query-client.ts'
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import { ReorderBlocksDocument } from '../../generated/later-operations.ts'
import { type BlockPartsFragment, LessonDocument, type LessonQuery } from '../../generated/operations.ts'
import { showErrorToast } from '../../ui/toast-queue.ts'
import { makeBlockTitle } from '../block-types/block-types.ts'
import { courseQueriesToInvalidate } from '../course-queries.ts'
import { getMoveErrorMessage } from '../move-error.ts'

/**
 * Returns a function that moves a block within its lesson. The page shows the new order at once, and the old order
 * after an error.
 */
export function useReorderBlocks(lessonId: string, blocks: BlockPartsFragment[], announce: (text: string) => void) {
  const client = useQueryClient()
  const { run, getLastError } = useIdempotentMutation(ReorderBlocksDocument, courseQueriesToInvalidate)
  return async (id: string, index: number): Promise<void> => {
    const block = blocks.find((candidate) => candidate.id === id)
    if (!block) return
    const others = blocks.filter((other) => other.id !== id)
    const next = others.toSpliced(index, 0, block).map((item, order) => ({ ...item, order }))
    const queryKey = ['Lesson', { id: lessonId }]
    await client.cancelQueries({ queryKey })
    client.setQueryData<LessonQuery>(queryKey, (old) =>
      old?.lesson ? { lesson: { ...old.lesson, blocks: next } } : old,
    )
    const position = next.findIndex((item) => item.id === id) + 1
    announce(`“${makeBlockTitle(block.type, block.content)}” is now block ${position} of ${next.length}.`)
    if ((await run({ lessonId, ids: next.map((item) => item.id) })) !== undefined) return
    showErrorToast(`The new order was not saved. ${getMoveErrorMessage(getLastError())}`)
    await invalidateQueries([LessonDocument], client)
  }
}
