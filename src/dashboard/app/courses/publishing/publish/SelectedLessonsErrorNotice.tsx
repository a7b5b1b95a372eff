import { ApiError, getErrorMessageForUser } from '../../../api/api-error.ts'
import { Button } from '../../../ui/Button.tsx'
import { LoadErrorNotice } from '../../../ui/LoadErrorNotice.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { formatCountWithNoun } from '../../labels.ts'
import { findLessonName, type ModuleAndLessonNames } from '../diff/group-changes.ts'

const maxNamed = 5

type SelectedLessonsErrorNoticeProps = {
  error: Error
  names: { before: ModuleAndLessonNames; after: ModuleAndLessonNames }
  onSelect(lessonIds: readonly string[]): void
  onRetry(): void
}

/**
 * Says why the selected lessons cannot be published. Names the lessons that must be published too, with a button that
 * selects them.
 */
export function SelectedLessonsErrorNotice({ error, names, onSelect, onRetry }: SelectedLessonsErrorNoticeProps) {
  if (!(error instanceof ApiError) || error.details.reason !== 'lessons_belong_together')
    return <LoadErrorNotice error={error} onRetry={onRetry} />
  const ids = (error.details as { lessonIds?: readonly string[] }).lessonIds ?? []
  const action = ids.length > 0 && (
    <Button isSmall onPress={() => onSelect(ids)}>
      Select {ids.length === 1 ? 'it' : 'them'} too
    </Button>
  )
  return (
    <Notice variant="error" title="The selected lessons cannot be published alone" action={action}>
      {getErrorMessageForUser(error)}
      <ul>
        {ids.slice(0, maxNamed).map((id) => (
          <li key={id} dir="auto">
            {findLessonName(id, names.after, names.before) ?? 'Lesson'}
          </li>
        ))}
        {ids.length > maxNamed && <li>and {formatCountWithNoun(ids.length - maxNamed, 'other lesson')}</li>}
      </ul>
    </Notice>
  )
}
