import { findFieldErrorMessage } from '../../api/api-error.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { DurationAndObjectivesFields } from './DurationAndObjectivesFields.tsx'
import { FormDialog } from './FormDialog.tsx'
import { LazyPrerequisitesField } from './LazyPrerequisitesField.tsx'
import {
  type DurationAndObjectives,
  emptyDurationAndObjectives,
  findKeyLengthError,
  findPrerequisitesError,
  trimAndRemoveEmptyLines,
} from './learning-fields.ts'
import { type FormDialogWithUnsavedEditProps, useFormWithUnsavedEdit } from './use-form-with-unsaved-edit.ts'

/** The fields of a module or lesson that an author can edit. Modules and lessons are the items of a course outline. */
export type OutlineItemFormFields = DurationAndObjectives & {
  key: string | null
  name: string
  description: string | null
  /** The keys of the prerequisites. */
  prerequisites: readonly string[]
  optional: boolean
}

export const emptyOutlineItemFormFields: OutlineItemFormFields = {
  key: null,
  name: '',
  description: null,
  ...emptyDurationAndObjectives,
  prerequisites: [],
  optional: false,
}

/** Converts the form fields to the input of a GraphQL mutation. */
export const convertFormFieldsToMutationInput = ({
  key,
  objectives,
  prerequisites,
  ...fields
}: OutlineItemFormFields) => ({
  ...fields,
  // An unsaved edit from an earlier version of the dashboard has no `key`. The API then keeps the saved key.
  ...(key !== undefined && { key: key?.trim() || null }),
  objectives: [...objectives],
  prerequisites: [...prerequisites],
})

/** Shows a dialog with the form for the details of a module or lesson. */
export function OutlineItemFormDialog(props: FormDialogWithUnsavedEditProps<OutlineItemFormFields>) {
  const { onSave } = props
  const { fields, error, change, dialog } = useFormWithUnsavedEdit({
    ...props,
    onSave: (edited, ...rest) =>
      onSave({ ...edited, prerequisites: trimAndRemoveEmptyLines(edited.prerequisites ?? []) }, ...rest),
  })
  // An unsaved edit from an earlier version of the dashboard has no `key`, `prerequisites` and `optional`.
  const { key = null, prerequisites = [], optional = props.saved.optional } = fields
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
      <TextField
        label="Key"
        hint="A short name that links and prerequisites use, such as light. No other part of the course may have it."
        value={key ?? ''}
        errorMessage={findKeyLengthError(key ?? '') ?? findFieldErrorMessage(error, 'key')}
        onChange={(text) => change({ key: text.trim() === '' ? null : text })}
      />
      <LazyPrerequisitesField
        keys={prerequisites}
        ownId={props.unsavedEditListEntry.requires?.id}
        errorMessage={findPrerequisitesError(prerequisites) ?? findFieldErrorMessage(error, 'prerequisites')}
        onChange={(keys) => change({ prerequisites: keys })}
      />
      <Checkbox
        label="Optional"
        hint="Learners may skip it."
        isSelected={optional}
        onChange={(isOptional) => change({ optional: isOptional })}
      />
    </FormDialog>
  )
}
