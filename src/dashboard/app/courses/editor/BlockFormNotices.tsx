import { ApiError } from '../../api/api-error.ts'
import { ArchivedCourseNotice } from '../ArchivedCourseNotice.tsx'
import { formatBlockForClipboard } from '../block-types/block-types.ts'
import { SaveErrorNotice } from '../dialogs/SaveErrorNotice.tsx'
import { getTypeOfBlockToEdit } from './block-to-edit.ts'
import { DeletedBlockOrLessonNotice } from './DeletedBlockOrLessonNotice.tsx'
import { SaveConflictNotice } from './SaveConflictNotice.tsx'
import type { BlockFormProps, useBlockForm } from './use-block-form.ts'

type BlockFormNoticesProps = Pick<BlockFormProps, 'blockToEdit' | 'courseId' | 'deletedLevel' | 'isArchived'> & {
  blockForm: ReturnType<typeof useBlockForm>
  /** Called when the author wants to add the block to another lesson, because its lesson was deleted. */
  onChooseLesson(): void
}

/**
 * Says why a block cannot be saved: the course is archived, the block or its lesson was deleted, the block was changed
 * meanwhile, or the save failed.
 */
export function BlockFormNotices({
  blockToEdit,
  courseId,
  deletedLevel,
  isArchived,
  blockForm,
  onChooseLesson,
}: BlockFormNoticesProps) {
  const { block } = blockToEdit
  const type = getTypeOfBlockToEdit(blockToEdit)
  const { edit, error, isConflict, isNotFound, isOutdated, isBusy, clearError, save, addDeletedAgain } = blockForm
  // Without a connection, the word about saving says so.
  const isOffline = error instanceof ApiError && error.code === 'unreachable'
  return (
    <>
      {isArchived && !deletedLevel && <ArchivedCourseNotice courseId={courseId} />}
      {deletedLevel && (
        <DeletedBlockOrLessonNotice
          level={deletedLevel}
          text={formatBlockForClipboard({ type, content: edit.value })}
          isBusy={isBusy}
          onAddAsNew={deletedLevel === 'block' ? () => void addDeletedAgain() : undefined}
          onChooseLesson={onChooseLesson}
        />
      )}
      {(isConflict || isOutdated) && block && !deletedLevel && (
        <SaveConflictNotice
          blockId={block.id}
          version={block.version}
          isBusy={isBusy}
          onOverwrite={(version) => void save(version)}
          onUseSaved={() => {
            clearError()
            edit.discard()
          }}
        />
      )}
      {error && !isOffline && !isConflict && !isArchived && !(isNotFound && deletedLevel) ? (
        <SaveErrorNotice error={error} />
      ) : null}
    </>
  )
}
