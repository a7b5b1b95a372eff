import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { BlockPartsFragment, BlockType, LessonQuery } from '../../generated/operations.ts'
import { isEditBeingSaved } from '../../unsaved-edits/live-edit.ts'
import type { CursorPlace } from '../rich-text/make-editor-view.ts'
import { type BlockToEdit, makeUnsavedEditNameOfBlockToEdit } from './block-to-edit.ts'
import { isWrittenInPlace, type WritingActions } from './TextInPlace.tsx'
import { useBlockOrLastKnownVersion } from './use-block-or-last-known-version.ts'
import { atStart, type OpenBlock, type useOpenBlockInUrl } from './use-open-block-in-url.ts'

/**
 * A new block below the block with the id `after`, above all (`atStart`), or at the end. `added` is the block that it has
 * become.
 */
type NewBlock = {
  key: string
  type: BlockType
  after?: string | undefined
  draft?: string | undefined
  added?: BlockPartsFragment
}

/** A row of the lesson. `block` is undefined for a new block that the service does not have yet. */
export type LessonRow = {
  key: string
  type: BlockType
  block: BlockPartsFragment | undefined
  /** Where a new block is: see `NewBlock`. */
  after?: string | undefined
  draft?: string | undefined
  isDeleted?: boolean
}

type Writing = {
  key: string
  blockId: string | undefined
  cursor: CursorPlace
  typed?: string | undefined
  /** Whether the Markdown is shown in place of the text. */
  isSource?: boolean
}

type WritingOptions = ReturnType<typeof useOpenBlockInUrl> & {
  lessonId: string
  /** The blocks of the lesson. None if the lesson does not exist, and undefined until it is loaded. */
  blocks: readonly BlockPartsFragment[] | undefined
  /** Called when a row should get the focus. */
  onFocusRow(key: string): void
  /** Called when the author has left the text of a row with Escape. */
  onEscape(key: string): void
}

let newBlocks = 0
const makeKey = () => `new-${++newBlocks}`

/** Returns the key of the row with the form for a new block, which stays the same as long as the form is open. */
function useKeyOfNewBlock(open: OpenBlock | undefined): string | undefined {
  const place = open && 'type' in open ? JSON.stringify(open) : undefined
  const last = useRef<{ place: string | undefined; key: string }>(undefined)
  if (last.current?.place !== place) last.current = { place, key: makeKey() }
  return place && last.current?.key
}

/**
 * Returns the rows of a lesson, and what begins, moves and ends the writing in one of them. A text is written as learners see
 * it; other blocks have a form, which the URL names.
 */
export function useWriting({ lessonId, blocks: loaded, onFocusRow, onEscape, ...url }: WritingOptions) {
  const blocks = loaded ?? []
  const client = useQueryClient()
  const { open } = url
  const isTextInUrl = open !== undefined && 'type' in open && open.type === 'text'
  const [newBlock, setNewBlock] = useState<NewBlock | undefined>(
    () => (isTextInUrl && { key: makeKey(), ...open }) || undefined,
  )
  const [writing, setWriting] = useState<Writing | undefined>(
    () => newBlock && { key: newBlock.key, blockId: undefined, cursor: 'end' },
  )
  const isListed = newBlock?.added !== undefined && blocks.some(({ id }) => id === newBlock.added?.id)
  useEffect(() => {
    if (isListed) setNewBlock(undefined)
  }, [isListed])
  const form = isTextInUrl ? undefined : open
  const newFormKey = useKeyOfNewBlock(form)
  // A block keeps the key of the new block that it was, so that the editor keeps its state.
  const keys = useRef(new Map<string, string>())
  const keyOf = (id: string) => keys.current.get(id) ?? id
  const editedId = useRef<string>(undefined)
  editedId.current = form && 'blockId' in form ? form.blockId : writing?.blockId
  const known = useBlockOrLastKnownVersion(editedId.current, lessonId, loaded)
  const activeKey = form ? ('blockId' in form ? keyOf(form.blockId) : newFormKey) : writing?.key

  const latestActiveKey = useRef<string>(undefined)
  latestActiveKey.current = activeKey
  useEffect(
    () => () => {
      latestActiveKey.current = undefined
    },
    [],
  )

  const rows: LessonRow[] = blocks.map((block) => ({ key: keyOf(block.id), type: block.type, block }))
  const insertRow = (row: LessonRow) => {
    const index = rows.findIndex(({ block }) => block?.id === row.after)
    rows.splice(row.after === atStart ? 0 : index < 0 ? rows.length : index + 1, 0, row)
  }
  if (newBlock && !isListed) insertRow({ ...newBlock, block: newBlock.added })
  if (form && 'type' in form) insertRow({ key: newFormKey!, ...form, block: undefined })
  if (known && !rows.some(({ block }) => block?.id === known.block.id)) {
    const { block, isDeleted } = known
    const above = blocks.findLast(({ order }) => order < block.order)
    const index = above ? rows.findIndex((row) => row.block?.id === above.id) + 1 : 0
    rows.splice(index, 0, { key: keyOf(block.id), type: block.type, block, isDeleted })
  }

  function begin(block: BlockPartsFragment, cursor: CursorPlace, typed?: string): void {
    url.close()
    setWriting({ key: keyOf(block.id), blockId: block.id, cursor, typed })
  }
  function end(): void {
    setWriting(undefined)
    if (newBlock && !newBlock.added) setNewBlock(undefined)
  }
  /** Begins a new block. One of the same type that is still being saved keeps its unsaved edit. */
  function add(type: BlockType, after?: string): void {
    const unsaved = form && 'type' in form ? form : newBlock?.added ? undefined : newBlock
    const isBeingSaved = isEditBeingSaved(makeUnsavedEditNameOfBlockToEdit({ lessonId, type }))
    const draft = unsaved?.type === type || isBeingSaved ? Date.now().toString(36) : undefined
    if (type !== 'text') {
      end()
      url.setOpen({ type, after, draft })
      return
    }
    url.close()
    const key = makeKey()
    setNewBlock({ key, type, after, draft })
    setWriting({ key, blockId: undefined, cursor: 'end' })
  }
  function openForm({ id }: BlockPartsFragment): void {
    end()
    url.setOpen({ blockId: id })
  }
  /** Closes the form. The focus goes to the row of its block, or to the one above if nothing was added. */
  function closeForm(isStored: boolean): void {
    url.close()
    const index = rows.findIndex(({ key }) => key === activeKey)
    const focused = isStored ? activeKey : rows[index - 1]?.key
    if (focused !== undefined) onFocusRow(focused)
  }

  /** Ends what is edited. It is saved as it goes. */
  function stop(): void {
    url.close()
    end()
  }
  /** Call this when blocks are no longer in the lesson, so that their rows go, also while one of them is edited. */
  function leaveGone(gone: readonly { id: string }[]): void {
    if (!gone.some(({ id }) => id === editedId.current)) return
    url.close()
    setWriting(undefined)
  }

  /** Shows the text in a row as learners see it, with the cursor at this place of its Markdown. */
  function leaveSource({ key, block }: LessonRow, sourceOffset: number): void {
    url.close()
    setWriting({ key, blockId: block?.id, cursor: { sourceOffset } })
  }

  /** Returns what the text in a row does with the rows around it. */
  function makeActions({ key, block, after }: LessonRow): Omit<WritingActions, 'writeQuiz'> {
    const index = rows.findIndex((row) => row.key === key)
    return {
      openSource: () => setWriting((latest) => latest && { ...latest, typed: undefined, isSource: true }),
      end() {
        end()
        const focused = block ? key : rows[index - 1]?.key
        if (focused === undefined) return
        onFocusRow(focused)
        onEscape(focused)
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
        if (newBlock?.key === key) setNewBlock(undefined)
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
      addTextBelow() {
        if (block) add('text', block.id)
        return block !== undefined
      },
      addBlockBelow(type, blockId) {
        setWriting(undefined)
        if (blockId === undefined) setNewBlock(undefined)
        url.setOpen({ type, after: blockId ?? after })
      },
    }
  }

  /** Returns the block that a row edits. */
  function getBlockToEdit({ block, type, after, draft }: LessonRow): BlockToEdit {
    if (block) return { block }
    const above = blocks.find(({ id }) => id === after)
    const order = after === atStart ? 0 : above && above.order + 1
    return { lessonId, type, ...(after && { after }), ...(order !== undefined && { order }), ...(draft && { draft }) }
  }

  /** Call this when the service has stored a new block, or a deleted one again. */
  function setAdded(key: string, added: BlockPartsFragment): void {
    const index = rows.findIndex((row) => row.key === key)
    keys.current.set(added.id, key)
    const after = rows[index - 1]?.block?.id ?? (index === 0 ? atStart : undefined)
    // The author may have begun another new block meanwhile, or gone elsewhere.
    setNewBlock((latest) =>
      latest && !latest.added && latest.key !== key ? latest : { key, type: added.type, after, added },
    )
    if (latestActiveKey.current !== key) return
    if (form) url.replaceOpen(added.id)
    else setWriting((latest) => (latest?.key === key ? { ...latest, blockId: added.id } : latest))
  }
  return {
    rows,
    /** The key of the row that is edited, and the state of the text in it. Undefined for a form. */
    activeKey,
    writing: form ? undefined : writing,
    ...{ begin, add, openForm, closeForm, leaveSource, leaveGone, stop, makeActions, getBlockToEdit, setAdded },
  }
}
