import { Sparkles } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { getErrorMessageForUser } from '../../api/api-error.ts'
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import { JoinBlocksDocument, SplitBlockDocument } from '../../generated/later-operations.ts'
import {
  type AssetPartsFragment,
  type BlockPartsFragment,
  type BlockType,
  DeleteBlockDocument,
  UpdateBlockDocument,
} from '../../generated/operations.ts'
import { makeLoaderThatWaitsForService } from '../../service-status/wait-for-service.ts'
import { focusWhenPossible } from '../../ui/focus-when-possible.ts'
import { makeLazyComponent } from '../../ui/lazy-component.tsx'
import { showErrorToast } from '../../ui/toast-queue.ts'
import { useHasUnsavedEdit } from '../../unsaved-edits/use-unsaved-edit.ts'
import { type BlockContent, getStringProperty } from '../block-content/content.ts'
import { blockTypeDefinitions, blockTypesInMenuOrder, getBlockTypeLabel } from '../block-types/block-types.ts'
import { TextView } from '../block-types/text/TextView.tsx'
import { courseQueriesToInvalidate } from '../course-queries.ts'
import { AddBlockToOtherLessonDialog } from '../dialogs/AddBlockToOtherLessonDialog.tsx'
import { BrowserStorageFullNotice } from '../dialogs/BrowserStorageFullNotice.tsx'
import { RestoredUnsavedEditNotice } from '../dialogs/RestoredUnsavedEditNotice.tsx'
import { makeAssetMarkdown } from '../files/markdown-placeholder.ts'
import { showDeletionToastWithUndo } from '../restore-from-trash.ts'
import type { CursorPlace } from '../rich-text/make-editor-view.ts'
import type { RichTextHandle, TextAround } from '../rich-text/RichTextEditor.tsx'
import { BlockFormNotices } from './BlockFormNotices.tsx'
import { getLessonIdOfBlockToEdit, makeUnsavedEditNameOfExistingBlock } from './block-to-edit.ts'
import style from './Editor.module.css'
import { addLateFile } from './late-files.ts'
import { SavingState } from './SavingState.tsx'
import { useAutosave } from './use-autosave.ts'
import type { BlockFormProps, useBlockForm } from './use-block-form.ts'
import { atStart } from './use-open-block-in-url.ts'

const load = makeLoaderThatWaitsForService(() => import('../rich-text/RichTextEditor.tsx'))
const RichTextEditor = makeLazyComponent(load, (code) => code.RichTextEditor)

/** The author has just begun this text. */
const focusEarlyText = (field: HTMLTextAreaElement | null) => {
  if (field) focusWhenPossible(field)
}

const insertableBlocks = blockTypesInMenuOrder
  .filter((type) => type !== 'text')
  .map((type) => ({ label: `${getBlockTypeLabel(type)} block`, icon: blockTypeDefinitions[type].icon, type }))

const firstSigns = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Loads the editor at the first sign of the author, before a key or a press can begin a text, so that nothing that is typed
 * is lost. Who only looks at the lesson does without it. Returns a function that ends the wait.
 */
export function preloadRichTextEditorInTime(): () => void {
  const preload = () => {
    stop()
    void load().catch(() => {})
  }
  const stop = () => {
    for (const sign of firstSigns) window.removeEventListener(sign, preload, { capture: true })
  }
  for (const sign of firstSigns) window.addEventListener(sign, preload, { capture: true })
  return stop
}

/** Returns whether a block is a text that can be written in place: Markdown. */
export const isWrittenInPlace = ({ type, content }: { type: BlockType; content: BlockContent }): boolean =>
  type === 'text' && ['', 'markdown'].includes(getStringProperty(content, 'format'))

const isEmpty = ({ above, below }: TextAround): boolean => above.trim() === '' && below.trim() === ''

/** Returns the upper text after a split, with what was typed while it was under way. */
function findKept(sent: string, latest: string, { above, below }: TextAround): string {
  if (latest === sent) return above
  return latest.endsWith(below) ? latest.slice(0, -below.length).trimEnd() : latest
}

const getText = (content: BlockContent) => getStringProperty(content, 'text')

/** What a text does with the blocks around it. */
export type WritingActions = {
  /** Shows the Markdown in place of the text. */
  openSource(): void
  /** Ends the writing. The focus goes to the row of the block. */
  end(): void
  /** Goes to the next block. Returns false if there is none. */
  leave(direction: 'up' | 'down'): boolean
  /**
   * Puts the cursor into the block above. `joined` is that block if it has got this text, and `typed` the text of both if
   * the author has typed meanwhile.
   */
  goAbove(cursor: CursorPlace, joined?: BlockPartsFragment, typed?: string): void
  /** Begins a new text below the block. Returns false if the service does not have the block yet. */
  addTextBelow(): boolean
  /**
   * Opens the form for a new block below the block with this id, or `atStart`. Without an id, it comes in place of the new
   * text.
   */
  addBlockBelow(type: BlockType, blockId: string | undefined): void
  /** Has the language model write a quiz about the lesson. */
  writeQuiz(): void
}

type TextInPlaceProps = BlockFormProps & {
  blockForm: ReturnType<typeof useBlockForm>
  cursor: CursorPlace
  /** What the author has typed and no save has sent, if it is not the unsaved edit. */
  typed: string | undefined
  above: BlockPartsFragment | undefined
  actions: WritingActions
  /** Returns the id of the block once the service has it, also after the text has gone. */
  getStoredId(): string | undefined
  /** Called when the text goes, with the place of the cursor in the Markdown. */
  onCursorLeft(sourceOffset: number): void
}

function reportFailure(error: unknown): void {
  showErrorToast(getErrorMessageForUser(error))
}

/** Shows a text of the lesson to write in. It is saved whenever the author pauses. */
export function TextInPlace(props: TextInPlaceProps) {
  const { blockForm, cursor, typed, above, actions, onCursorLeft, getStoredId, ...options } = props
  const { blockToEdit, courseId, deletedLevel } = options
  const { block } = blockToEdit
  const editor = useRef<RichTextHandle>(null)
  const { edit, error, isBusy, isOutdated, save } = blockForm
  const typedFirst = useRef(typed)
  const text = typedFirst.current ?? getText(edit.value)
  // What is typed into a new text before the editor is loaded is its beginning.
  const [isBegun] = useState(text === '')
  const lastText = useRef('')
  lastText.current = text
  const [isChoosingLesson, setChoosingLesson] = useState(false)
  const [isQuizWanted, setQuizWanted] = useState(false)
  /** The type of the block that comes to the cursor once what is under way is done. */
  const [insertedType, setInsertedType] = useState<BlockType>()
  const aboveHasUnsavedEdit = useHasUnsavedEdit(makeUnsavedEditNameOfExistingBlock(above?.id ?? ''))
  const split = useIdempotentMutation(SplitBlockDocument, courseQueriesToInvalidate)
  const join = useIdempotentMutation(JoinBlocksDocument, courseQueriesToInvalidate)
  const update = useIdempotentMutation(UpdateBlockDocument, courseQueriesToInvalidate)
  const remove = useIdempotentMutation(DeleteBlockDocument, courseQueriesToInvalidate, courseQueriesToInvalidate)
  const isMoving = split.isPending || join.isPending || remove.isPending
  const canSave = blockForm.canSave && !isMoving && (block !== undefined || text.trim() !== '')
  useAutosave({ value: edit.value, canSave, isBusy, error, save })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed before the editor appeared is added.
  useEffect(() => {
    if (typed !== undefined) setText(typed)
    typedFirst.current = undefined
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is called is of the same moment.
  useEffect(() => {
    if (insertedType === undefined || isBusy || isMoving) return
    const around = editor.current!.splitAtCursor()
    // What comes below a text needs its id.
    if (!block && !isEmpty(around) && canSave && !error) return void save()
    setInsertedType(undefined)
    if (block || isEmpty(around)) void insertBlock(insertedType, around)
  }, [insertedType, block?.id, isBusy, isMoving, canSave, error])
  // A quiz asks about what the service has of the lesson, so the text is saved first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `save` and `actions` are those of the same moment.
  useEffect(() => {
    if (!isQuizWanted || isBusy) return
    if (canSave && !error) return void save()
    setQuizWanted(false)
    actions.writeQuiz()
  }, [isQuizWanted, isBusy, canSave, error])
  const setText = (next: string) => edit.updateValue((latest) => ({ ...latest, text: next }))

  /** Deletes the block, which has no text. */
  async function deleteEmpty(): Promise<void> {
    if (!block) return
    const result = await remove.run({ id: block.id })
    if (!result) return reportFailure(remove.getLastError())
    showDeletionToastWithUndo('Text', result.deleted.trashId ? [result.deleted.trashId] : [])
  }

  async function joinToAbove(): Promise<void> {
    if (!above || isMoving || isBusy) return
    if (text.trim() === '') {
      edit.discard()
      actions.goAbove('end')
      return deleteEmpty()
    }
    if (!isWrittenInPlace(above) || aboveHasUnsavedEdit || !block) return
    const upper = getText(above.content).trimEnd()
    const { readDocument } = await import('../rich-text/document/reading/read.ts')
    const joinTo = (lower: string) => (upper === '' ? lower : `${upper}\n\n${lower}`)
    const sent = joinTo(text)
    const input = { nextId: block.id, nextVersion: edit.version, text: sent }
    const result = await join.run({ id: above.id, input, expectedVersion: above.version })
    if (!result) return reportFailure(join.getLastError())
    const typedMeanwhile = joinTo(lastText.current)
    const { version } = result.joinBlocks.block
    if (!editor.current) {
      edit.discard()
      if (typedMeanwhile === sent) return
      const content = { ...above.content, text: typedMeanwhile }
      const saved = await update.run({ id: above.id, input: { content }, expectedVersion: version })
      return saved ? undefined : reportFailure(update.getLastError())
    }
    const offset = (upper === '' ? 0 : readDocument(upper).doc.content.size) + editor.current.getCursor()
    edit.discard()
    const joined = { ...above, content: { ...above.content, text: sent }, version }
    actions.goAbove({ offset }, joined, typedMeanwhile === sent ? undefined : typedMeanwhile)
  }

  async function addLate(asset: AssetPartsFragment, before: string, after: string): Promise<void> {
    try {
      await addLateFile(getStoredId, { before, after, markdown: makeAssetMarkdown(asset) })
    } catch (error) {
      showErrorToast(
        `${asset.name} is in the library, but could not be put into its text. ${getErrorMessageForUser(error)}`,
      )
    }
  }

  async function insertBlock(type: BlockType, around: TextAround): Promise<void> {
    if (isEmpty(around)) {
      edit.discard()
      actions.addBlockBelow(type, block ? (above?.id ?? atStart) : undefined)
      return deleteEmpty()
    }
    if (!block) return
    if (around.below.trim() === '') {
      setText(around.above)
      return actions.addBlockBelow(type, block.id)
    }
    if (around.above.trim() === '') {
      setText(around.below)
      return actions.addBlockBelow(type, above?.id ?? atStart)
    }
    const input = { text: around.above, newText: around.below }
    const result = await split.run({ id: block.id, input, expectedVersion: edit.version })
    if (!result) return reportFailure(split.getLastError())
    const { version } = result.splitBlock.block
    setText(findKept(text, getText(edit.getLatestValue()), around))
    if (!edit.markSaved({ ...edit.getLatestValue(), text: around.above }, version)) void save(version)
    if (editor.current) actions.addBlockBelow(type, block.id)
  }

  return (
    <Suspense
      fallback={
        <div className={style.rowView}>
          {isBegun ? (
            <textarea
              ref={focusEarlyText}
              className={style.earlyText}
              aria-label="Text"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          ) : (
            <TextView content={edit.value} />
          )}
        </div>
      }
    >
      <RichTextEditor
        key={edit.resetCount}
        ref={editor}
        label="Text"
        value={text}
        onChange={setText}
        cursor={cursor}
        lessonId={deletedLevel === 'lesson' ? undefined : getLessonIdOfBlockToEdit(blockToEdit)}
        blocks={insertableBlocks}
        slashActions={[
          {
            label: 'Quiz from this lesson',
            icon: Sparkles,
            run: () => setQuizWanted(true),
          },
        ]}
        onEscape={actions.end}
        onSource={actions.openSource}
        onCursorLeft={onCursorLeft}
        onSave={() => canSave && void save()}
        onLeave={(direction) => isMoving || actions.leave(direction)}
        onBackspaceAtStart={() => void joinToAbove()}
        onEnterAtEnd={actions.addTextBelow}
        onInsertBlock={setInsertedType}
        onUpload={() => {
          // A file that comes late needs the block.
          if (block || isBusy) return
          edit.updateValue((latest) => ({ ...latest }))
          void save()
        }}
        onLateFile={(asset, before, after) => void addLate(asset, before, after)}
      >
        <div className={style.writingFooter}>
          {edit.isRestored && !error && !deletedLevel && !isOutdated && (
            <RestoredUnsavedEditNotice onDiscard={edit.discard} />
          )}
          {!edit.isStored && <BrowserStorageFullNotice />}
          <BlockFormNotices {...options} blockForm={blockForm} onChooseLesson={() => setChoosingLesson(true)} />
          <SavingState blockForm={blockForm} />
        </div>
      </RichTextEditor>
      {isChoosingLesson && (
        <AddBlockToOtherLessonDialog
          block={{ type: 'text', content: edit.value }}
          courseId={courseId}
          excludedLessonId={deletedLevel === 'lesson' ? getLessonIdOfBlockToEdit(blockToEdit) : undefined}
          onAdded={edit.discard}
          onClose={() => setChoosingLesson(false)}
        />
      )}
    </Suspense>
  )
}
