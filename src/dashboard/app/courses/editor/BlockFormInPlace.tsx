import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Form } from 'react-aria-components/Form'
import { findFieldErrorMessage } from '../../api/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { focusWhenPossible } from '../../ui/focus-when-possible.ts'
import { blockTypeDefinitions, getBlockTypeLabel } from '../block-types/block-types.ts'
import { AddBlockToOtherLessonDialog } from '../dialogs/AddBlockToOtherLessonDialog.tsx'
import { BrowserStorageFullNotice } from '../dialogs/BrowserStorageFullNotice.tsx'
import { RestoredUnsavedEditNotice } from '../dialogs/RestoredUnsavedEditNotice.tsx'
import { useCloseConfirmation } from '../dialogs/use-close-confirmation.tsx'
import { isSourceKey } from '../rich-text/source-key.ts'
import { BlockFormNotices } from './BlockFormNotices.tsx'
import { getLessonIdOfBlockToEdit, getTypeOfBlockToEdit } from './block-to-edit.ts'
import style from './Editor.module.css'
import { FormPreview } from './FormPreview.tsx'
import { SavingState } from './SavingState.tsx'
import { isWrittenInPlace } from './TextInPlace.tsx'
import { useAutosave } from './use-autosave.ts'
import type { BlockFormProps, useBlockForm } from './use-block-form.ts'
import { useSaveKeyboardShortcuts } from './use-save-keyboard-shortcuts.ts'

const firstField = ':is(input:not([type=file], [type=hidden], [type=checkbox], [type=radio]), textarea):not(:disabled)'

type BlockFormInPlaceProps = BlockFormProps & {
  blockForm: ReturnType<typeof useBlockForm>
  /** The place of the cursor in the Markdown of a text that was written in place until now. */
  sourceCursor: RefObject<number | undefined>
  onClose(isStored: boolean): void
  /** Shows the text as learners see it in place of its Markdown, with the cursor at this place of the Markdown. */
  onWrite(sourceOffset: number): void
  /** Whether the author has come from there, and so goes back there. */
  returnsToWriting: boolean
}

/**
 * Shows the form for a block, where the block stands, and how learners see it. It is saved whenever the author pauses.
 * `onClose` is called for Done, Ctrl-Enter and Escape, once the block is saved, with whether the service has the block. If a
 * save fails, the next Done keeps the edit in the browser.
 */
export function BlockFormInPlace({
  sourceCursor,
  onClose,
  onWrite,
  returnsToWriting,
  blockForm,
  ...options
}: BlockFormInPlaceProps) {
  const { blockToEdit, courseId, deletedLevel } = options
  const { block } = blockToEdit
  const type = getTypeOfBlockToEdit(blockToEdit)
  const { Form: ContentForm } = blockTypeDefinitions[type]
  const { edit, error, isBusy, canSave, hasFailed, isUploading, save } = blockForm
  useAutosave({ value: edit.value, canSave, isBusy, error, save })
  const [isChoosingLesson, setChoosingLesson] = useState(false)
  const [isClosing, setClosing] = useState(false)
  const { close, question } = useCloseConfirmation({
    isStored: edit.isStored || !edit.isDirty,
    onDiscard: edit.discard,
    onSave: () => void finish(),
    onClose: () => onClose(block !== undefined),
  })

  const outer = useRef<HTMLDivElement>(null)
  const canWrite = !options.isArchived && isWrittenInPlace({ type, content: edit.value })
  function write(): void {
    const source = outer.current?.querySelector('textarea')
    onWrite(source?.selectionStart ?? 0)
  }

  async function finish(): Promise<void> {
    // What is typed while a save is under way is saved after it.
    if (isBusy || isUploading) return setClosing(true)
    if (returnsToWriting && canWrite) return write()
    if (!canSave || (hasFailed && edit.isStored)) return close()
    if (await save()) onClose(true)
    else if (!edit.isStored) close()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the save or the upload matters.
  useEffect(() => {
    if (!isClosing || isBusy || isUploading) return
    setClosing(false)
    void finish()
  }, [isClosing, isBusy, isUploading])
  const form = useSaveKeyboardShortcuts(() => canSave && void save())
  const titleId = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form appears.
  useEffect(() => {
    const field = outer.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(firstField)
    if (field) focusWhenPossible(field)
    const cursor = sourceCursor.current
    if (cursor !== undefined) field?.setSelectionRange(cursor, cursor)
  }, [])
  const label = `${block ? 'Edit' : 'Add'} ${getBlockTypeLabel(type).toLowerCase()}`
  return (
    // Its keys and presses are the form's: the list around it would move the focus and begin drags.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own, and cannot hold the preview.
    <div
      ref={outer}
      role="group"
      data-block-form
      aria-labelledby={titleId}
      className={style.inPlace}
      onPointerDown={(event) => event.stopPropagation()}
      onMouseDown={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.key !== 'Tab') event.stopPropagation()
        if (isSourceKey(event) && canWrite && !isUploading) {
          event.preventDefault()
          write()
        }
        if (event.key === 'Escape' && !event.defaultPrevented && !event.nativeEvent.isComposing) void finish()
      }}
    >
      <h2 id={titleId} className="visually-hidden">
        {label}
      </h2>
      <div className={style.panes}>
        <Form
          ref={form}
          aria-labelledby={titleId}
          aria-keyshortcuts="Control+S Control+Enter"
          className={style.form}
          onSubmit={(event) => {
            event.preventDefault()
            void finish()
          }}
        >
          {edit.isRestored && !error && !deletedLevel && !blockForm.isOutdated && (
            <RestoredUnsavedEditNotice onDiscard={edit.discard} />
          )}
          <ContentForm
            key={edit.resetCount}
            content={edit.value}
            errorAt={(path) => findFieldErrorMessage(error, `content.${path}`)}
            onChange={edit.setValue}
          />
        </Form>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1). */}
        <section className={style.preview} aria-label="Preview" tabIndex={0}>
          <h3 className={style.previewTitle}>As learners see it</h3>
          <FormPreview type={type} content={edit.value} assets={block?.assets} />
        </section>
      </div>
      <footer className={style.footer}>
        {!edit.isStored && <BrowserStorageFullNotice />}
        <BlockFormNotices {...options} blockForm={blockForm} onChooseLesson={() => setChoosingLesson(true)} />
        <div className={style.footerActions}>
          <SavingState blockForm={blockForm} />
          <Button onPress={() => void finish()} isBusy={isClosing}>
            Done
          </Button>
        </div>
      </footer>
      {question}
      {isChoosingLesson && (
        <AddBlockToOtherLessonDialog
          block={{ type, content: edit.value }}
          courseId={courseId}
          excludedLessonId={deletedLevel === 'lesson' ? getLessonIdOfBlockToEdit(blockToEdit) : undefined}
          onAdded={edit.discard}
          onClose={() => setChoosingLesson(false)}
        />
      )}
    </div>
  )
}
