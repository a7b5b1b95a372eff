import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v4 } from 'uuid'
import { getErrorMessageForUser } from '../../api/api-error.ts'
import { waitForMutations } from '../../api/query-client.ts'
import { runGraphqlOperation } from '../../api/request.ts'
import { MoveBlockDocument, ReorderBlocksDocument } from '../../generated/later-operations.ts'
import { type BlockPartsFragment, DuplicateBlockDocument, type LessonQuery } from '../../generated/operations.ts'
import { showErrorToast } from '../../ui/toast-queue.ts'
import { holdUndo } from '../../ui/use-undo-key.ts'
import { waitForSaves } from '../../unsaved-edits/live-edit.ts'
import { makeBlockTitle } from '../block-types/block-types.ts'
import { formatCountWithNoun } from '../labels.ts'
import { deleteOrFindDeleted } from '../level-mutations.ts'
import { getMoveErrorMessage } from '../move-error.ts'
import { showDeletionToastWithUndo, showToastWithUndo } from '../restore-from-trash.ts'
import { runInOrder } from '../run-in-order.ts'
import { useWriteQueue } from '../use-write-queue.ts'

type Block = BlockPartsFragment

/** Names one block, or counts several. */
export const describeBlocks = (blocks: readonly Pick<Block, 'type' | 'content'>[]) =>
  blocks.length === 1
    ? `“${makeBlockTitle(blocks[0]!.type, blocks[0]!.content)}”`
    : formatCountWithNoun(blocks.length, 'block')

/** Moves blocks together. `index` is their place among the other blocks. */
export function moveTogether<Item extends { id: string }>(
  all: readonly Item[],
  ids: ReadonlySet<string>,
  index: number,
): Item[] {
  const others = all.filter(({ id }) => !ids.has(id))
  return others.toSpliced(index, 0, ...all.filter(({ id }) => ids.has(id)))
}

/**
 * Returns functions that reorder, move, duplicate and delete blocks of a lesson. Each function takes one block or several,
 * and shows one message with Undo. If a request fails, those after it are not sent.
 */
export function useBlockGroup(lessonId: string, announce: (text: string) => void) {
  const client = useQueryClient()
  const queryKey = ['Lesson', { id: lessonId }]
  const enqueue = useWriteQueue()
  const [isBusy, setBusy] = useState(false)
  const idempotencyKeys = useRef(new Map<string, string>())

  /** Sends a request for each block. A request that is sent again after a failure has the same idempotency key. */
  async function run<Result>(
    verb: string,
    group: readonly Block[],
    send: (block: Block, idempotencyKey: string) => Promise<Result>,
  ) {
    const keys = idempotencyKeys.current
    setBusy(true)
    // The text that the author has just left is saved first.
    await waitForSaves()
    await waitForMutations(client)
    const { done, left, error } = await enqueue(() =>
      runInOrder(group, async (block) => {
        const name = `${verb} ${block.id}`
        if (!keys.has(name)) keys.set(name, v4())
        const result = await send(block, keys.get(name)!)
        keys.delete(name)
        return result
      }),
    )
    setBusy(false)
    if (left.length > 0)
      showErrorToast(`${describeBlocks(left)} could not be ${verb}. ${getErrorMessageForUser(error)}`)
    return { done, left }
  }

  const sendOrder = (ids: readonly string[]) =>
    runGraphqlOperation(ReorderBlocksDocument, { lessonId, ids: [...ids], idempotencyKey: v4() })

  /** Shows a new order at once, and the old one after an error. */
  async function saveOrder(next: readonly Block[]): Promise<boolean> {
    await client.cancelQueries({ queryKey })
    client.setQueryData<LessonQuery>(queryKey, (old) =>
      old?.lesson ? { lesson: { ...old.lesson, blocks: next.map((item, order) => ({ ...item, order })) } } : old,
    )
    try {
      await enqueue(() => sendOrder(next.map(({ id }) => id)))
      return true
    } catch (error) {
      showErrorToast(`The new order was not saved. ${getMoveErrorMessage(error)}`)
      return false
    }
  }

  /** Returns the blocks in the latest order, which the page may not show yet. */
  const getBlocks = (): readonly Block[] => client.getQueryData<LessonQuery>(queryKey)?.lesson?.blocks ?? []

  return {
    isBusy,
    getBlocks,
    /** Moves blocks within the lesson. `index` is their place among the other blocks. */
    reorder: holdUndo(async (group: readonly Block[], index: number): Promise<void> => {
      const blocks = getBlocks()
      const ids = blocks.map(({ id }) => id)
      const next = moveTogether(blocks, new Set(group.map(({ id }) => id)), index)
      const position = next.findIndex(({ id }) => id === group[0]?.id) + 1
      const isOne = group.length === 1
      announce(
        isOne
          ? `${describeBlocks(group)} is now block ${position} of ${next.length}.`
          : `${describeBlocks(group)} are now blocks ${position} to ${position + group.length - 1} of ${next.length}.`,
      )
      if (!(await saveOrder(next)) || isOne) return
      showToastWithUndo(`${describeBlocks(group)} moved.`, async () => {
        await sendOrder(ids)
        return `${describeBlocks(group)} moved back.`
      })
    }),
    /** Moves blocks to the end of another lesson. Returns those that stay. */
    moveToLesson: holdUndo(async (group: readonly Block[], target: { id: string; name: string }): Promise<Block[]> => {
      const { done, left } = await run('moved', group, ({ id }, idempotencyKey) =>
        runGraphqlOperation(MoveBlockDocument, { id, lessonId: target.id, idempotencyKey }),
      )
      if (done.length === 0) return left
      const moved = done.map(({ item }) => item)
      showToastWithUndo(`${describeBlocks(moved)} moved to “${target.name}”.`, async () => {
        for (const { id, order } of moved)
          await runGraphqlOperation(MoveBlockDocument, { id, lessonId, order, idempotencyKey: v4() })
        return `${describeBlocks(moved)} moved back.`
      })
      return left
    }),
    /** Puts copies of blocks below the last of them. Returns the ids of the copies, and the blocks without a copy. */
    duplicate: holdUndo(async (group: readonly Block[]): Promise<{ copyIds: string[]; left: Block[] }> => {
      const blocks = getBlocks()
      const { done, left } = await run('duplicated', group, ({ id }, idempotencyKey) =>
        runGraphqlOperation(DuplicateBlockDocument, { id, idempotencyKey }),
      )
      const copyIds = done.map(({ result }) => result.duplicateBlock.id)
      const last = done.at(-1)?.item.id
      if (copyIds.length > 1) {
        const ids = blocks.flatMap(({ id }) => (id === last ? [id, ...copyIds] : [id]))
        // Each copy stands below its original until then.
        await enqueue(() => sendOrder(ids)).catch((error) =>
          showErrorToast(`The copies stand below their originals. ${getMoveErrorMessage(error)}`),
        )
      }
      if (copyIds.length > 0)
        showToastWithUndo(`${describeBlocks(done.map(({ item }) => item))} duplicated.`, async () => {
          for (const id of copyIds) await deleteOrFindDeleted('block', id, v4())
          return copyIds.length === 1 ? 'The copy is in the trash.' : 'The copies are in the trash.'
        })
      return { copyIds, left }
    }),
    /** Deletes blocks. Returns those that are left. */
    remove: holdUndo(async (group: readonly Block[]): Promise<Block[]> => {
      const { done, left } = await run('deleted', group, ({ id }, idempotencyKey) =>
        deleteOrFindDeleted('block', id, idempotencyKey),
      )
      if (done.length > 0)
        showDeletionToastWithUndo(
          describeBlocks(done.map(({ item }) => item)),
          done.flatMap(({ result }) => result ?? []),
        )
      return left
    }),
  }
}
