import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { BlockPartsFragment, BlockType, LessonQuery } from '../../generated/operations.ts'
import type { CursorPlace } from '../rich-text/make-editor-view.ts'
import type { BlockToEdit } from './block-to-edit.ts'
import { isWrittenInPlace, type WritingActions } from './TextInPlace.tsx'
import { useBlockOrLastKnownVersion } from './use-block-or-last-known-version.ts'

/** A new text below the block with the id `after`, or at the end. `added` is the block that it has become. */
type NewText = { key: string; after: string | undefined; added?: BlockPartsFragment }

/** A row of the lesson. `block` is undefined for a new text that the service does not have yet. */
export type LessonRow = { key: string; block: BlockPartsFragment | undefined; isDeleted?: boolean }

type Writing = { key: string; blockId: string | undefined; cursor: CursorPlace; typed?: string | undefined }

type WritingOptions = {
  lessonId: string
  blocks: readonly BlockPartsFragment[]
  /** A new text with which the page opens. */
  initial: { after: string | undefined } | undefined
  onAddBlock(type: BlockType, after: string | undefined): void
  /** Called when a row should get the focus. */
  onFocusRow(key: string): void
}

let newTexts = 0

/** Returns the rows of a lesson, and what begins, moves and ends the writing in one of them. */
export function useWriting({ lessonId, blocks, initial, onAddBlock, onFocusRow }: WritingOptions) {
  const client = useQueryClient()
  const [newText, setNewText] = useState<NewText | undefined>(() => initial && { key: 'new', after: initial.after })
  const [writing, setWriting] = useState<Writing | undefined>(
    () => initial && { key: 'new', blockId: undefined, cursor: 'end' },
  )
  // A block keeps the key of the new text that it was, so that the editor keeps its state.
  const keys = useRef(new Map<string, string>())
  const known = useBlockOrLastKnownVersion(writing?.blockId, lessonId, blocks)
  const keyOf = (id: string) => keys.current.get(id) ?? id

  const rows: LessonRow[] = blocks.map((block) => ({ key: keyOf(block.id), block }))
  const insertRow = (row: LessonRow, after: string | undefined) => {
    const index = rows.findIndex(({ block }) => block?.id === after)
    rows.splice(index < 0 ? rows.length : index + 1, 0, row)
  }
  if (newText && !blocks.some(({ id }) => id === newText.added?.id))
    insertRow({ key: newText.key, block: newText.added }, newText.after)
  if (known?.isDeleted && writing) {
    const above = blocks.findLast(({ order }) => order < known.block.order)
    const index = above ? rows.findIndex(({ block }) => block?.id === above.id) + 1 : 0
    rows.splice(index, 0, { key: writing.key, block: known.block, isDeleted: true })
  }

  const begin = (block: BlockPartsFragment, cursor: CursorPlace, typed?: string) =>
    setWriting({ key: keyOf(block.id), blockId: block.id, cursor, typed })
  function addText(after: string | undefined): void {
    const key = `new-${++newTexts}`
    setNewText({ key, after })
    setWriting({ key, blockId: undefined, cursor: 'end' })
  }
  function end(): void {
    setWriting(undefined)
    if (newText && !newText.added) setNewText(undefined)
  }

  /** Returns what the text in a row does with the rows around it. */
  function makeActions({ key, block }: LessonRow): WritingActions {
    const index = rows.findIndex((row) => row.key === key)
    return {
      end() {
        end()
        const focused = block ? key : rows[index - 1]?.key
        if (focused !== undefined) onFocusRow(focused)
      },
      leave(direction) {
        const next = rows[direction === 'up' ? index - 1 : index + 1]
        if (!next?.block) return false
        if (isWrittenInPlace(next.block)) {
          begin(next.block, direction === 'up' ? 'end' : 'start')
        } else {
          end()
          onFocusRow(next.key)
        }
        return true
      },
      goAbove(cursor, joined, typed) {
        const above = joined ?? rows[index - 1]?.block
        if (newText?.key === key) setNewText(undefined)
        client.setQueryData<LessonQuery>(['Lesson', { id: lessonId }], (old) =>
          old?.lesson
            ? {
                lesson: {
                  ...old.lesson,
                  blocks: old.lesson.blocks
                    .filter(({ id }) => id !== block?.id)
                    .map((one) => (one.id === joined?.id ? joined : one)),
                },
              }
            : old,
        )
        if (above && isWrittenInPlace(above)) begin(above, cursor, typed)
        else {
          setWriting(undefined)
          if (above) onFocusRow(keyOf(above.id))
        }
      },
      addTextBelow: () => addText(block?.id ?? newText?.after),
      addBlockBelow(type, blockId) {
        setWriting(undefined)
        if (blockId === undefined) setNewText(undefined)
        onAddBlock(type, blockId ?? newText?.after)
      },
    }
  }

  /** Returns the block that the text in a row edits. */
  function getBlockToEdit({ block }: LessonRow): BlockToEdit {
    if (block) return { block }
    const above = blocks.find(({ id }) => id === newText?.after)
    return { lessonId, type: 'text', after: newText?.after, ...(above && { order: above.order + 1 }) }
  }

  function setAdded(key: string, added: BlockPartsFragment): void {
    keys.current.set(added.id, key)
    setNewText((latest) => (latest?.key === key ? { ...latest, added } : latest))
    setWriting((latest) => (latest?.key === key ? { ...latest, blockId: added.id } : latest))
  }
  return { rows, writing, begin, addText, makeActions, getBlockToEdit, setAdded }
}
