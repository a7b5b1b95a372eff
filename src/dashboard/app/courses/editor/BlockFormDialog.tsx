import { X } from 'lucide-react'
import { useDeferredValue, useId, useState } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Form } from 'react-aria-components/Form'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { findFieldErrorMessage } from '../../api/api-error.ts'
import type { BlockPartsFragment } from '../../generated/operations.ts'
import { Button } from '../../ui/Button.tsx'
import dialog from '../../ui/Dialog.module.css'
import { useUnsavedEdit } from '../../unsaved-edits/use-unsaved-edit.ts'
import { ArchivedCourseNotice } from '../ArchivedCourseNotice.tsx'
import type { BlockContent } from '../block-content/content.ts'
import { BlockView } from '../block-types/BlockView.tsx'
import { blockTypeDefinitions, formatBlockForClipboard, getBlockTypeLabel } from '../block-types/block-types.ts'
import { AddBlockToLessonDialog } from '../dialogs/AddBlockToLessonDialog.tsx'
import { RestoredUnsavedEditNotice } from '../dialogs/RestoredUnsavedEditNotice.tsx'
import { SaveErrorNotice } from '../dialogs/SaveErrorNotice.tsx'
import { UnsavedChangesDialog } from '../dialogs/UnsavedChangesDialog.tsx'
import { BlockDialogFooter } from './BlockDialogFooter.tsx'
import {
  type BlockToEdit,
  getLessonIdOfBlockToEdit,
  getTypeOfBlockToEdit,
  makeUnsavedEditListEntryOfBlock,
  makeUnsavedEditNameOfBlockToEdit,
  makeUnsavedEditNameOfExistingBlock,
} from './block-to-edit.ts'
import { DeletedBlockOrLessonNotice } from './DeletedBlockOrLessonNotice.tsx'
import style from './Editor.module.css'
import { SaveConflictNotice } from './SaveConflictNotice.tsx'
import { useSaveBlock } from './use-save-block.ts'
import { useSaveKeyboardShortcuts } from './use-save-keyboard-shortcuts.ts'

type BlockFormDialogProps = {
  blockToEdit: BlockToEdit
  courseId: string
  /** What another tab or person has deleted while the dialog is open: the block or its lesson. */
  deletedLevel: 'block' | 'lesson' | undefined
  /** Whether the course is archived. If so, the author can copy the text, but not save it. */
  isArchived: boolean
  /** Called after a save, with a message for screen readers. */
  onSaved(message: string): void
  /** Called when a new block was saved and the dialog stays open. */
  onAdded(block: BlockPartsFragment): void
  /** Called when the dialog closes. If the dialog closes because a new block was saved, `added` is that block. */
  onClose(added?: BlockPartsFragment): void
}

/**
 * Shows a dialog with the form for a block beside a preview. The browser stores text that is not saved yet as an
 * unsaved edit. If the author closes the dialog with unsaved text, the dialog asks what to do with the text.
 */
export function BlockFormDialog({
  blockToEdit,
  courseId,
  deletedLevel,
  isArchived,
  onSaved,
  onAdded,
  onClose,
}: BlockFormDialogProps) {
  const formId = useId()
  const type = getTypeOfBlockToEdit(blockToEdit)
  const { block } = blockToEdit
  const { Form: ContentForm, initialContent } = blockTypeDefinitions[type]
  const label = getBlockTypeLabel(type)
  const edit = useUnsavedEdit<BlockContent>(makeUnsavedEditNameOfBlockToEdit(blockToEdit), {
    saved: block?.content ?? initialContent,
    version: block?.version,
    info: (content) => makeUnsavedEditListEntryOfBlock(blockToEdit, courseId, content),
  })
  const { save, addAsNew, error, isConflict, isNotFound, isBusy, clearError } = useSaveBlock(blockToEdit)
  const [question, setQuestion] = useState<'unsaved changes' | 'lesson'>()
  const [isSaved, setSaved] = useState(false)
  const preview = useDeferredValue(edit.value)
  const isOutdated = block !== undefined && edit.isDirty && edit.version !== block.version && !isBusy && !deletedLevel

  async function submit(expectedVersion: number | undefined, shouldClose: boolean): Promise<void> {
    if (isBusy || deletedLevel || isArchived) return
    if (block && !edit.isDirty) return shouldClose ? onClose() : setSaved(true)
    const sent = edit.value
    const result = await save(sent, expectedVersion)
    if (!result) return
    const isAllSaved = edit.markSaved(sent, result.version, { name: makeUnsavedEditNameOfExistingBlock(result.id) })
    if (shouldClose && isAllSaved) {
      onSaved(`${label} saved.`)
      onClose(block ? undefined : result)
      return
    }
    setSaved(true)
    if (!block) onAdded(result)
  }
  async function addDeletedAgain(): Promise<void> {
    const sent = edit.value
    const result = await addAsNew(sent)
    if (!result) return
    const isAllSaved = edit.markSaved(sent, result.version, { name: makeUnsavedEditNameOfExistingBlock(result.id) })
    if (!isAllSaved) return onAdded(result)
    onSaved(`${label} added.`)
    onClose(result)
  }
  const form = useSaveKeyboardShortcuts(() => void submit(edit.version, false))
  const close = () => (edit.isDirty ? setQuestion('unsaved changes') : onClose())
  return (
    <ModalOverlay className={dialog.overlay!} isOpen onOpenChange={(isOpen) => !isOpen && close()}>
      <Modal className={`${dialog.modal} ${style.dialog}`}>
        <AriaDialog className={dialog.dialog!}>
          <header className={dialog.header}>
            <Heading slot="title" className={dialog.title}>
              {`${block ? 'Edit' : 'Add'} ${label.toLowerCase()}`}
            </Heading>
            <Button variant="quiet" isSmall aria-label="Close" icon={<X aria-hidden />} onPress={close} />
          </header>
          <div className={style.panes}>
            <Form
              id={formId}
              ref={form}
              aria-keyshortcuts="Control+S Control+Enter"
              className={style.form}
              onSubmit={(event) => {
                event.preventDefault()
                void submit(edit.version, true)
              }}
            >
              {edit.isRestored && !error && !deletedLevel && !isOutdated && (
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
              <BlockView block={{ type, content: preview }} />
            </section>
          </div>
          <footer className={style.footer}>
            {isArchived && !deletedLevel && <ArchivedCourseNotice courseId={courseId} />}
            {deletedLevel && (
              <DeletedBlockOrLessonNotice
                level={deletedLevel}
                text={formatBlockForClipboard({ type, content: edit.value })}
                isBusy={isBusy}
                onAddAsNew={deletedLevel === 'block' ? () => void addDeletedAgain() : undefined}
                onChooseLesson={() => setQuestion('lesson')}
              />
            )}
            {(isConflict || isOutdated) && block && !deletedLevel && (
              <SaveConflictNotice
                blockId={block.id}
                version={block.version}
                isBusy={isBusy}
                onOverwrite={(version) => void submit(version, true)}
                onUseSaved={() => {
                  clearError()
                  edit.discard()
                }}
              />
            )}
            {error && !isConflict && !isArchived && !(isNotFound && deletedLevel) ? (
              <SaveErrorNotice error={error} />
            ) : null}
            <BlockDialogFooter
              edit={edit}
              formId={formId}
              isNew={!block}
              isSaved={isSaved}
              canSave={deletedLevel === undefined && !isArchived}
              isBusy={isBusy}
              onClose={close}
            />
          </footer>
        </AriaDialog>
      </Modal>
      {question === 'unsaved changes' && (
        <UnsavedChangesDialog
          canKeepEdit={edit.isStored}
          onStay={() => setQuestion(undefined)}
          onKeepEdit={() => onClose()}
          onDiscard={() => {
            edit.discard()
            onClose()
          }}
        />
      )}
      {question === 'lesson' && (
        <AddBlockToLessonDialog
          block={{ type, content: edit.value }}
          courseId={courseId}
          excludedLessonId={deletedLevel === 'lesson' ? getLessonIdOfBlockToEdit(blockToEdit) : undefined}
          onAdded={edit.discard}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </ModalOverlay>
  )
}
