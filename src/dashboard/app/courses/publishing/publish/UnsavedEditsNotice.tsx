import { Button } from '../../../ui/Button.tsx'
import { formatRelativeTime } from '../../../ui/format-time.ts'
import { Notice } from '../../../ui/Notice.tsx'
import type { UnsavedEditWithTab } from '../../../unsaved-edits/use-resumable-unsaved-edits.ts'
import { formatCountWithNoun } from '../../labels.ts'
import { useContinueUnsavedEdit } from '../../unsaved-edit-list/use-continue-unsaved-edit.ts'
import style from './Publish.module.css'

type UnsavedEditsNoticeProps = {
  edits: readonly UnsavedEditWithTab[]
  /** Called before the page opens on which the author can save an edit. */
  onLeave(): void
}

/** Lists the unsaved edits of a course, which a publish leaves out. The author can open each of them to save it. */
export function UnsavedEditsNotice({ edits, onLeave }: UnsavedEditsNoticeProps) {
  const open = useContinueUnsavedEdit(onLeave)
  const isOne = edits.length === 1
  return (
    <Notice
      variant="warning"
      title={`${formatCountWithNoun(edits.length, 'edit')} of this course ${isOne ? 'is' : 'are'} not saved`}
    >
      Open {isOne ? 'it' : 'them'} to save {isOne ? 'it' : 'them'} first, or publish without {isOne ? 'it' : 'them'}:{' '}
      {isOne ? 'it stays' : 'they stay'} in this browser.
      <ul className={style.edits}>
        {edits.map(({ edit, isInOtherTab }) => (
          <li key={`${edit.tabId}:${edit.name}`} className={style.edit}>
            <span>
              <bdi>{edit.info.title}</bdi>{' '}
              <span className={style.soft}>edited {formatRelativeTime(new Date(edit.editedAt).toISOString())}</span>
            </span>
            {isInOtherTab ? (
              <span className={style.soft}>Open in another tab</span>
            ) : (
              <Button isSmall aria-label={`Open “${edit.info.title}”`} onPress={() => open(edit)}>
                Open
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
