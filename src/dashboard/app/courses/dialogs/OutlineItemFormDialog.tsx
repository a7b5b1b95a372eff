import { findFieldErrorMessage } from '../../api/api-error.ts'
import { TextField } from '../../ui/TextField.tsx'
import { DurationAndObjectivesFields } from './DurationAndObjectivesFields.tsx'
import { FormDialog } from './FormDialog.tsx'
import { type DurationAndObjectives, emptyDurationAndObjectives } from './learning-fields.ts'
import { type FormWithUnsavedEditProps, useFormWithUnsavedEdit } from './use-form-with-unsaved-edit.ts'

/** The fields of a module or lesson that an author can edit. Modules and lessons are the items of a course outline. */
export type OutlineItemValues = DurationAndObjectives & { name: string; description: string | null }

export const emptyOutlineItemValues: OutlineItemValues = { name: '', description: null, ...emptyDurationAndObjectives }

/** Shows a dialog with the form for the details of a module or lesson. */
export function OutlineItemFormDialog(props: FormWithUnsavedEditProps<OutlineItemValues>) {
  const { fields, change, dialog } = useFormWithUnsavedEdit(props)
  const { error } = props
  return (
    <FormDialog {...dialog}>
      <TextField
        label="Name"
        autoFocus
        isRequired
        value={fields.name}
        errorMessage={findFieldErrorMessage(error, 'name')}
        onChange={(name) => change({ name })}
      />
      <TextField
        label="Description"
        rows={3}
        value={fields.description ?? ''}
        errorMessage={findFieldErrorMessage(error, 'description')}
        onChange={(description) => change({ description: description || null })}
      />
      <DurationAndObjectivesFields fields={fields} error={error} onChange={change} />
    </FormDialog>
  )
}
