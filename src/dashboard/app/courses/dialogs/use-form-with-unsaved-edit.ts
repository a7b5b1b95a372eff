import type { UnsavedEditListEntry } from '../../unsaved-edits/store.ts'
import { useUnsavedEdit } from '../../unsaved-edits/use-unsaved-edit.ts'
import { type DurationAndObjectives, trimLines } from './learning-fields.ts'

export type FormWithUnsavedEditProps<Fields> = {
  title: string
  action: string
  unsavedEditName: string
  /** The title and the link of this form in the list of unsaved edits. The hook adds the item's name to the title. */
  unsavedEditEntry: UnsavedEditListEntry
  saved: Fields
  version?: number
  isBusy: boolean
  error: unknown
  /** Clears the error of the last save when the author discards the edits. */
  onClearError?: () => void
  /**
   * Saves the fields and returns whether that succeeded. Without `version`, the save overwrites a newer saved version.
   */
  onSave(fields: Fields, version?: number): Promise<boolean>
  onClose(): void
}

/** Joins all text of a form, for the clipboard. */
const toText = (fields: object): string =>
  Object.values(fields)
    .map((value) => (Array.isArray(value) ? value.join('\n') : value))
    .filter(Boolean)
    .join('\n\n')

/**
 * Stores the fields of a form as an unsaved edit in the browser while the author edits them. Returns the fields, a
 * function that changes fields, and the props of the dialog.
 */
export function useFormWithUnsavedEdit<Fields extends DurationAndObjectives & { name: string }>(
  props: FormWithUnsavedEditProps<Fields>,
) {
  const { unsavedEditName, unsavedEditEntry, saved, version, onClearError, onSave, onClose, ...shown } = props
  const info = ({ name }: Fields) => ({ ...unsavedEditEntry, title: `${unsavedEditEntry.title}: ${name}` })
  const edit = useUnsavedEdit(unsavedEditName, { saved, version, info })
  const save = async (expectedVersion?: number) => {
    const fields = { ...edit.value, objectives: trimLines(edit.value.objectives) }
    if (!(await onSave(fields, expectedVersion))) return
    edit.discard()
    onClose()
  }
  const dialog = {
    ...shown,
    isRestored: edit.isRestored,
    isStored: edit.isStored,
    /** Whether another tab or person has saved a newer version. */
    isConflict: version !== undefined && edit.isDirty && edit.version !== version && !props.isBusy,
    onDiscard: () => {
      onClearError?.()
      edit.discard()
    },
    text: toText(edit.value),
    onSave: () => void save(edit.version),
    onOverwrite: version === undefined ? undefined : () => void save(),
    onClose,
  }
  return {
    fields: edit.value,
    change: (some: Partial<Fields>) => edit.setValue({ ...edit.value, ...some }),
    dialog,
  }
}
