import { useQueryClient } from '@tanstack/react-query'
import { refresh } from '../../data/hooks.ts'
import { useRepeatable } from '../../data/repeatable.ts'
import {
  type BlockPartsFragment,
  LessonDocument,
  type LessonQuery,
  ReorderBlocksDocument,
} from '../../generated/operations.ts'
import { tellProblem } from '../../parts/toasts.ts'
import { courseReads } from '../reads.ts'
import { titleOf } from './kinds.ts'

/** Puts a block at another place: at once on the page, and back again where the service refuses. */
export function useReorder(lessonId: string, blocks: BlockPartsFragment[], say: (text: string) => void) {
  const client = useQueryClient()
  const { run } = useRepeatable(ReorderBlocksDocument, courseReads)
  return async (id: string, index: number): Promise<void> => {
    const block = blocks.find((one) => one.id === id)
    if (!block) return
    const others = blocks.filter((one) => one.id !== id)
    const next = others.toSpliced(index, 0, block).map((one, order) => ({ ...one, order }))
    const key = ['Lesson', { id: lessonId }]
    await client.cancelQueries({ queryKey: key })
    client.setQueryData<LessonQuery>(key, (old) => (old?.lesson ? { lesson: { ...old.lesson, blocks: next } } : old))
    say(
      `“${titleOf(block.type, block.content)}” is now block ${next.findIndex((one) => one.id === id) + 1} of ${next.length}.`,
    )
    if ((await run({ lessonId, ids: next.map((one) => one.id) })) !== undefined) return
    tellProblem('The move was not saved: the lesson is as it was.')
    await refresh([LessonDocument], client)
  }
}
