import { Button } from '../../ui/Button.tsx'
import type { useUnsavedEdit } from '../../unsaved-edits/use-unsaved-edit.ts'
import type { BlockContent } from '../block-content/content.ts'
import { BrowserStorageFullNotice } from '../dialogs/BrowserStorageFullNotice.tsx'
import style from './Editor.module.css'

type BlockDialogFooterProps = {
  edit: ReturnType<typeof useUnsavedEdit<BlockContent>>
  formId: string
  isNew: boolean
  /** Whether the content was saved at least once while the dialog was open. */
  isSaved: boolean
  /** Whether the block can be saved: it is not deleted, and its course is not archived. */
  canSave: boolean
  isBusy: boolean
  onClose(): void
}

/** Shows whether the content of a block is saved, and the buttons of the block dialog. */
export function BlockDialogFooter(props: BlockDialogFooterProps) {
  const { edit, formId, isNew, isSaved, canSave, isBusy, onClose } = props
  const unsavedText = edit.isStored ? 'Not saved. Your edit is stored in this browser.' : 'Not saved.'
  return (
    <>
      {!edit.isStored && <BrowserStorageFullNotice />}
      <div className={style.footerActions}>
        <span className={style.state} role="status">
          {edit.isDirty ? unsavedText : isSaved ? 'Saved.' : ''}
        </span>
        <Button onPress={onClose}>{isSaved && !edit.isDirty ? 'Close' : 'Cancel'}</Button>
        {canSave && (
          <Button variant="primary" type="submit" form={formId} isBusy={isBusy}>
            {isNew ? 'Add to lesson' : 'Save'}
          </Button>
        )}
      </div>
    </>
  )
}
