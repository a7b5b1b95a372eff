import { useState } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { formatRelativeTime } from '../../ui/format-time.ts'
import { deleteUnsavedEdit, maxUnsavedEditAgeDays, type UnsavedEdit } from '../../unsaved-edits/store.ts'
import { useResumableUnsavedEdits } from '../../unsaved-edits/use-resumable-unsaved-edits.ts'
import { type BlockContent, isJsonObject } from '../block-content/content.ts'
import { formatBlockForClipboard } from '../block-types/block-types.ts'
import { AddBlockToOtherLessonDialog } from '../dialogs/AddBlockToOtherLessonDialog.tsx'
import { formatFormFieldsForClipboard } from '../dialogs/details-edit.ts'
import style from './UnsavedEditList.module.css'
import { useContinueUnsavedEdit } from './use-continue-unsaved-edit.ts'
import { useItemExists } from './use-item-exists.ts'

const contentOf = ({ value }: UnsavedEdit): BlockContent => (isJsonObject(value) ? value : {})

function formatUnsavedEditForClipboard(edit: UnsavedEdit): string {
  if (typeof edit.value === 'string') return edit.value
  const content = contentOf(edit)
  const { blockType } = edit.info
  if (blockType) return formatBlockForClipboard({ type: blockType, content })
  // Content with a `name` comes from the form of a course, module, lesson or API key. Other content is copied as JSON.
  return 'name' in content ? formatFormFieldsForClipboard(content) : JSON.stringify(content, null, 2)
}

/** Lists the user's unsaved edits of this tab and of closed tabs. The user can continue, copy or discard each edit. */
export function UnsavedEditList() {
  const edits = useResumableUnsavedEdits()
  if (edits.length === 0) return null
  return (
    <Card
      title="Unsaved edits"
      lead={`Stored in this browser only. An edit is deleted after ${maxUnsavedEditAgeDays} days.`}
      isFlush
    >
      <ul className={style.rows}>
        {edits.map((edit) => (
          <UnsavedEditRow key={`${edit.tabId}:${edit.name}`} edit={edit} />
        ))}
      </ul>
    </Card>
  )
}

function UnsavedEditRow({ edit }: { edit: UnsavedEdit }) {
  const { title, requires, blockType } = edit.info
  const [dialog, setDialog] = useState<'add' | 'discard'>()
  const resume = useContinueUnsavedEdit()
  const exists = useItemExists(requires)
  const close = () => setDialog(undefined)
  return (
    <li className={style.row}>
      <div className={style.text}>
        <span className={style.title}>
          {title} {exists === false && <Badge variant="warning">Deleted</Badge>}
        </span>
        <span className={style.soft}>Edited {formatRelativeTime(new Date(edit.editedAt).toISOString())}</span>
      </div>
      <div className={style.actions}>
        {exists && (
          <Button isSmall aria-label={`Continue “${title}”`} onPress={() => resume(edit)}>
            Continue
          </Button>
        )}
        {exists === false && blockType && (
          <Button isSmall aria-label={`Add to a lesson: “${title}”`} onPress={() => setDialog('add')}>
            Add to a lesson
          </Button>
        )}
        <CopyButton text={formatUnsavedEditForClipboard(edit)} label="Copy text" variant="quiet" />
        <Button isSmall variant="quiet" aria-label={`Discard “${title}”`} onPress={() => setDialog('discard')}>
          Discard
        </Button>
      </div>
      {dialog === 'add' && blockType && (
        <AddBlockToOtherLessonDialog
          block={{ type: blockType, content: contentOf(edit) }}
          onAdded={() => deleteUnsavedEdit(edit)}
          onClose={close}
        />
      )}
      {dialog === 'discard' && (
        <ConfirmDialog
          title="Discard this edit?"
          action="Discard edit"
          isOpen
          isBusy={false}
          onConfirm={() => deleteUnsavedEdit(edit)}
          onClose={close}
        >
          <p>“{title}” is not saved. You cannot undo this.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
