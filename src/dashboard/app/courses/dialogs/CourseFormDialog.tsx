import { findFieldErrorMessage } from '../../api/api-error.ts'
import type { Difficulty } from '../../generated/operations.ts'
import { Select, type SelectOption } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { difficultyLabels } from '../labels.ts'
import style from './Dialogs.module.css'
import { DurationAndObjectivesFields } from './DurationAndObjectivesFields.tsx'
import { FormDialog } from './FormDialog.tsx'
import { type DurationAndObjectives, emptyDurationAndObjectives } from './learning-fields.ts'
import { type FormDialogWithUnsavedEditProps, useFormWithUnsavedEdit } from './use-form-with-unsaved-edit.ts'

/** The fields of a course that an author can edit. */
export type CourseFormFields = DurationAndObjectives & {
  name: string
  description: string | null
  language: string | null
  difficulty: Difficulty | null
}

export const emptyCourseFormFields: CourseFormFields = {
  name: '',
  description: null,
  language: null,
  difficulty: null,
  ...emptyDurationAndObjectives,
}

const difficulties: readonly SelectOption<Difficulty | 'none'>[] = [
  { value: 'none', label: 'Not set' },
  { value: 'beginner', label: difficultyLabels.beginner },
  { value: 'intermediate', label: difficultyLabels.intermediate },
  { value: 'advanced', label: difficultyLabels.advanced },
]

/** Shows a dialog with the form for the details of a course. */
export function CourseFormDialog(props: FormDialogWithUnsavedEditProps<CourseFormFields>) {
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
        rows={4}
        hint="What the course is about."
        value={fields.description ?? ''}
        errorMessage={findFieldErrorMessage(error, 'description')}
        onChange={(description) => change({ description: description || null })}
      />
      <div className={style.columns}>
        <TextField
          label="Language"
          hint="A language tag, such as en or pt-BR."
          value={fields.language ?? ''}
          errorMessage={findFieldErrorMessage(error, 'language')}
          onChange={(language) => change({ language: language || null })}
        />
        <Select
          label="Difficulty"
          value={fields.difficulty ?? 'none'}
          options={difficulties}
          onChange={(difficulty) => change({ difficulty: difficulty === 'none' ? null : difficulty })}
        />
      </div>
      <DurationAndObjectivesFields fields={fields} error={error} onChange={change} />
    </FormDialog>
  )
}
