import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Form } from 'react-aria-components/Form'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { findFieldErrorMessage } from '../../api/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import dialog from '../../ui/Dialog.module.css'
import { BlockView } from '../block-types/BlockView.tsx'
import { blockTypeDefinitions, getBlockTypeLabel } from '../block-types/block-types.ts'
import { AddBlockToOtherLessonDialog } from '../dialogs/AddBlockToOtherLessonDialog.tsx'
import { RestoredUnsavedEditNotice } from '../dialogs/RestoredUnsavedEditNotice.tsx'
import { UnsavedChangesDialog } from '../dialogs/UnsavedChangesDialog.tsx'
import { BlockDialogFooter } from './BlockDialogFooter.tsx'
import { BlockFormNotices } from './BlockFormNotices.tsx'
import { getLessonIdOfBlockToEdit, getTypeOfBlockToEdit } from './block-to-edit.ts'
import style from './Editor.module.css'
import { type BlockFormDialogProps, useBlockForm } from './use-block-form.ts'
import { useSaveKeyboardShortcuts } from './use-save-keyboard-shortcuts.ts'

/**
 * Shows a dialog with the form for a block and a preview. The browser stores text that is not saved as an unsaved edit.
 */
export function BlockFormDialog(options: BlockFormDialogProps) {
  const { blockToEdit, courseId, deletedLevel, isArchived, onClose } = options
  const formId = useId()
  const type = getTypeOfBlockToEdit(blockToEdit)
  const { block } = blockToEdit
  const { Form: ContentForm } = blockTypeDefinitions[type]
  const label = getBlockTypeLabel(type)
  const blockForm = useBlockForm(options)
  const { edit, error, isOutdated, submit } = blockForm
  const [question, setQuestion] = useState<'unsaved changes' | 'lesson'>()
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
              <BlockView block={{ type, content: blockForm.preview, assets: block?.assets }} />
            </section>
          </div>
          <footer className={style.footer}>
            <BlockFormNotices {...options} blockForm={blockForm} onChooseLesson={() => setQuestion('lesson')} />
            <BlockDialogFooter
              edit={edit}
              formId={formId}
              isNew={!block}
              isSaved={blockForm.isSaved}
              canSave={deletedLevel === undefined && !isArchived}
              isBusy={blockForm.isBusy}
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
        <AddBlockToOtherLessonDialog
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
