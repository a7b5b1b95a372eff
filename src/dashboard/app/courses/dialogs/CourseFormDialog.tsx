import { findFieldErrorMessage } from '../../api/api-error.ts'
import type { Difficulty } from '../../generated/operations.ts'
import { Select, type SelectOption } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { FileField } from '../files/FileField.tsx'
import { LanguageField } from '../LanguageField.tsx'
import { difficultyLabels } from '../labels.ts'
import style from './Dialogs.module.css'
import { DurationAndObjectivesFields } from './DurationAndObjectivesFields.tsx'
import { FormDialog } from './FormDialog.tsx'
import {
  type DurationAndObjectives,
  emptyDurationAndObjectives,
  findAuthorsError,
  findTagsError,
  trimAndRemoveEmptyLines,
} from './learning-fields.ts'
import { type FormDialogWithUnsavedEditProps, useFormWithUnsavedEdit } from './use-form-with-unsaved-edit.ts'

/** The fields of a course that an author can edit. */
export type CourseFormFields = DurationAndObjectives & {
  name: string
  description: string | null
  language: string | null
  difficulty: Difficulty | null
  /** One for each line of the text field. While the author types, lines may be empty. */
  tags: readonly string[]
  authors: readonly string[]
  license: string | null
  coverAssetId: string | null
}

export const emptyCourseFormFields: CourseFormFields = {
  name: '',
  description: null,
  language: null,
  difficulty: null,
  ...emptyDurationAndObjectives,
  tags: [],
  authors: [],
  license: null,
  coverAssetId: null,
}

/** Converts the form fields to the input of a GraphQL mutation. */
export const convertCourseFormFieldsToMutationInput = ({ objectives, tags, authors, ...fields }: CourseFormFields) => ({
  ...fields,
  objectives: [...objectives],
  tags: trimAndRemoveEmptyLines(tags),
  authors: trimAndRemoveEmptyLines(authors),
})

const toLines = (text: string) => (text === '' ? [] : text.split('\n'))

const difficulties: readonly SelectOption<Difficulty | 'none'>[] = [
  { value: 'none', label: 'Not set' },
  { value: 'beginner', label: difficultyLabels.beginner },
  { value: 'intermediate', label: difficultyLabels.intermediate },
  { value: 'advanced', label: difficultyLabels.advanced },
]

/** Shows a dialog with the form for the details of a course. */
export function CourseFormDialog(props: FormDialogWithUnsavedEditProps<CourseFormFields>) {
  const { saved } = props
  const {
    fields: edited,
    error,
    change,
    dialog,
  } = useFormWithUnsavedEdit({
    ...props,
    onSave: (sent, ...rest) => props.onSave({ ...saved, ...sent }, ...rest),
  })
  // An unsaved edit from an earlier version of the dashboard has not all fields.
  const fields = { ...saved, ...edited }
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
        <LanguageField
          value={fields.language}
          errorMessage={findFieldErrorMessage(error, 'language')}
          onChange={(language) => change({ language })}
        />
        <Select
          label="Difficulty"
          value={fields.difficulty ?? 'none'}
          options={difficulties}
          onChange={(difficulty) => change({ difficulty: difficulty === 'none' ? null : difficulty })}
        />
      </div>
      <DurationAndObjectivesFields fields={fields} error={error} onChange={change} />
      <FileField
        label="Cover"
        kinds={['picture']}
        assetId={fields.coverAssetId ?? ''}
        errorMessage={findFieldErrorMessage(error, 'coverAssetId')}
        onChange={(asset) => change({ coverAssetId: asset?.id ?? null })}
      />
      <TextField
        label="Tags"
        rows={2}
        hint="Words by which courses are found and grouped. One tag on each line, at most 20."
        value={fields.tags.join('\n')}
        errorMessage={findTagsError(fields.tags) ?? findFieldErrorMessage(error, 'tags')}
        onChange={(text) => change({ tags: toLines(text) })}
      />
      <TextField
        label="Authors"
        rows={2}
        hint="One name on each line, at most 20."
        value={fields.authors.join('\n')}
        errorMessage={findAuthorsError(fields.authors) ?? findFieldErrorMessage(error, 'authors')}
        onChange={(text) => change({ authors: toLines(text) })}
      />
      <TextField
        label="License"
        hint="Under which terms others may use the course, such as CC-BY-4.0."
        maxLength={200}
        value={fields.license ?? ''}
        errorMessage={findFieldErrorMessage(error, 'license')}
        onChange={(license) => change({ license: license || null })}
      />
    </FormDialog>
  )
}
