import { useState } from 'react'
import { useLocation } from 'wouter'
import {
  deleteUnsavedDraft,
  maxDraftAgeDays,
  moveUnsavedDraftToThisTab,
  type UnsavedDraft,
} from '../../drafts/store.ts'
import { useResumableUnsavedDrafts } from '../../drafts/use-resumable-unsaved-drafts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { formatRelativeTime } from '../../ui/format-time.ts'
import { type BlockContent, isObject } from '../block-content/content.ts'
import { formatBlockForClipboard } from '../block-types/block-types.ts'
import { AddBlockToLessonDialog } from '../dialogs/AddBlockToLessonDialog.tsx'
import style from './UnsavedDraftList.module.css'
import { useItemExists } from './use-exists.ts'

const contentOf = ({ value }: UnsavedDraft): BlockContent => (isObject(value) ? value : {})

function draftToText(draft: UnsavedDraft): string {
  if (typeof draft.value === 'string') return draft.value
  const content = contentOf(draft)
  const { blockType } = draft.info
  if (blockType) return formatBlockForClipboard({ type: blockType, content })
  const { name, description, ...others } = content
  const texts = [name, description].filter((text) => typeof text === 'string' && text !== '')
  return texts.length > 0 ? texts.join('\n\n') : JSON.stringify(others, null, 2)
}

/**
 * Lists the unsaved drafts in this browser. The user can continue, copy or discard an unsaved draft, and can add the
 * unsaved draft of a deleted block to another lesson.
 */
export function UnsavedDraftList() {
  const drafts = useResumableUnsavedDrafts()
  if (drafts.length === 0) return null
  return (
    <Card
      title="Unsaved drafts"
      lead={`Stored in this browser only. A draft is deleted after ${maxDraftAgeDays} days.`}
      isFlush
    >
      <ul className={style.rows}>
        {drafts.map((draft) => (
          <DraftRow key={`${draft.tabId}:${draft.name}`} draft={draft} />
        ))}
      </ul>
    </Card>
  )
}

function DraftRow({ draft }: { draft: UnsavedDraft }) {
  const { title, href, requires, blockType } = draft.info
  const [dialog, setDialog] = useState<'add' | 'discard'>()
  const [, navigate] = useLocation()
  const exists = useItemExists(requires)
  const close = () => setDialog(undefined)
  const resume = () => {
    moveUnsavedDraftToThisTab(draft)
    navigate(href)
  }
  return (
    <li className={style.row}>
      <div className={style.text}>
        <span className={style.title}>
          {title} {exists === false && <Badge variant="warning">Deleted</Badge>}
        </span>
        <span className={style.soft}>Edited {formatRelativeTime(new Date(draft.editedAt).toISOString())}</span>
      </div>
      <div className={style.actions}>
        {exists && (
          <Button isSmall aria-label={`Continue “${title}”`} onPress={resume}>
            Continue
          </Button>
        )}
        {exists === false && blockType && (
          <Button isSmall aria-label={`Add to a lesson: “${title}”`} onPress={() => setDialog('add')}>
            Add to a lesson
          </Button>
        )}
        <CopyButton text={draftToText(draft)} label="Copy text" variant="quiet" />
        <Button isSmall variant="quiet" aria-label={`Discard “${title}”`} onPress={() => setDialog('discard')}>
          Discard
        </Button>
      </div>
      {dialog === 'add' && blockType && (
        <AddBlockToLessonDialog
          block={{ type: blockType, content: contentOf(draft) }}
          onAdded={() => deleteUnsavedDraft(draft)}
          onClose={close}
        />
      )}
      {dialog === 'discard' && (
        <ConfirmDialog
          title="Discard this draft?"
          action="Discard draft"
          isOpen
          isBusy={false}
          onConfirm={() => deleteUnsavedDraft(draft)}
          onClose={close}
        >
          <p>“{title}” is not saved. You cannot undo this.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
