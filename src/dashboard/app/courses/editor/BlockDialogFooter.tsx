import type { useUnsavedDraft } from '../../drafts/use-unsaved-draft.ts'
import { Button } from '../../ui/Button.tsx'
import type { BlockContent } from '../block-content/content.ts'
import { StorageFullNotice } from '../dialogs/StorageFullNotice.tsx'
import style from './Editor.module.css'

type BlockDialogFooterProps = {
  draft: ReturnType<typeof useUnsavedDraft<BlockContent>>
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
  const { draft, formId, isNew, isSaved, canSave, isBusy, onClose } = props
  const unsavedText = draft.isStored ? 'Not saved. A draft is stored in this browser.' : 'Not saved.'
  return (
    <>
      {!draft.isStored && <StorageFullNotice />}
      <div className={style.footerActions}>
        <span className={style.state} role="status">
          {draft.isDirty ? unsavedText : isSaved ? 'Saved.' : ''}
        </span>
        <Button onPress={onClose}>{isSaved && !draft.isDirty ? 'Close' : 'Cancel'}</Button>
        {canSave && (
          <Button variant="primary" type="submit" form={formId} isBusy={isBusy}>
            {isNew ? 'Add to lesson' : 'Save'}
          </Button>
        )}
      </div>
    </>
  )
}
