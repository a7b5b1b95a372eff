import type { UnansweredRequestStorage } from '../../api/unanswered-request.ts'
import { useUncorrectedError } from '../../api/use-uncorrected-error.ts'
import { showToast } from '../../ui/toast-queue.ts'
import type { UnsavedEditListEntry } from '../../unsaved-edits/store.ts'
import { useUnsavedEdit } from '../../unsaved-edits/use-unsaved-edit.ts'
import { formatFormFieldsForClipboard, type UnsavedEditNameAndListEntry } from './details-edit.ts'
import { type DurationAndObjectives, removeListMarksAndEmptyLines } from './learning-fields.ts'

/**
 * The result of a successful save. If the save has created an item, `created` describes the unsaved edit of the new
 * item. `differsFromForm` is true if the API has saved other values than the form contains, from an earlier request.
 */
export type SuccessfulFormSave = { version: number; created?: UnsavedEditNameAndListEntry; differsFromForm?: boolean }

/**
 * The props of a form dialog that stores its unsaved edit in the browser. The dialog passes the props to
 * `useFormWithUnsavedEdit`.
 */
export type FormDialogWithUnsavedEditProps<Fields> = UnsavedEditNameAndListEntry & {
  title: string
  action: string
  saved: Fields
  version?: number
  isBusy: boolean
  error: unknown
  /** Called when the author discards the unsaved edit. The function clears the error of the last save. */
  onClearError?: () => void
  /** Saves the fields, or returns undefined after a failure. Without `version`, the save overwrites a newer version. */
  onSave(
    fields: Fields,
    version: number | undefined,
    /** The storage in which `onSave` keeps a request that creates an item, until the result is known. */
    storage: UnansweredRequestStorage,
  ): Promise<SuccessfulFormSave | undefined>
  onClose(): void
}

/**
 * Returns a function that adds the name of the edited item to the title of its entry in the list of unsaved edits:
 * `Lesson` becomes `Lesson: Photosynthesis`.
 */
const makeInfoWithName =
  (info: UnsavedEditListEntry) =>
  ({ name }: { name: string }): UnsavedEditListEntry => ({ ...info, title: `${info.title}: ${name}` })

/**
 * Stores the fields of a form as an unsaved edit. Returns the fields, a function that changes fields, and the props of
 * the dialog.
 */
export function useFormWithUnsavedEdit<Fields extends DurationAndObjectives & { name: string }>(
  props: FormDialogWithUnsavedEditProps<Fields>,
) {
  const { unsavedEditName, unsavedEditListEntry, saved, version, onClearError, onSave, onClose, ...shown } = props
  const edit = useUnsavedEdit(unsavedEditName, { saved, version, info: makeInfoWithName(unsavedEditListEntry) })
  const error = useUncorrectedError(props.error, edit.value)
  const save = async (expectedVersion?: number) => {
    const sent = edit.value
    edit.markSent(sent)
    const result = await onSave(
      { ...sent, objectives: removeListMarksAndEmptyLines(sent.objectives) },
      expectedVersion,
      edit.unansweredRequestStorage,
    )
    if (!result) return edit.markFailed()
    const { created, differsFromForm } = result
    const next = created && { name: created.unsavedEditName, info: makeInfoWithName(created.unsavedEditListEntry) }
    const isAllSaved = edit.markSaved(differsFromForm ? undefined : sent, result.version, next)
    // The form always closes after it has created an item. Otherwise, the next save would create a second item.
    if (isAllSaved || created) onClose()
    if (!isAllSaved && created) showToast('Your last changes are not saved yet. Open “Edit details” to continue.')
  }
  const dialog = {
    ...shown,
    error,
    isRestored: edit.isRestored,
    isStored: edit.isStored,
    /** Whether another tab or person has saved a newer version of the edited item. */
    isConflict: version !== undefined && edit.isDirty && edit.version !== version && !props.isBusy,
    onDiscard: () => {
      onClearError?.()
      edit.discard()
    },
    text: formatFormFieldsForClipboard(edit.value),
    onSave: () => void save(edit.version),
    onOverwrite: version === undefined ? undefined : () => void save(),
    onClose,
  }
  return {
    fields: edit.value,
    /** What the author has not corrected yet of the error of the last save. */
    error,
    change: (some: Partial<Fields>) => edit.updateValue((latest) => ({ ...latest, ...some })),
    dialog,
  }
}
