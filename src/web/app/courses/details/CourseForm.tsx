import { problemOf } from '../../data/failure.ts'
import type { Difficulty } from '../../generated/operations.ts'
import { Choice, type Option } from '../../parts/Choice.tsx'
import { Field } from '../../parts/Field.tsx'
import { useDraft } from '../drafts.ts'
import { difficultyNames } from '../words.ts'
import style from './Details.module.css'
import { FormDialog } from './FormDialog.tsx'

/** What a course says of itself. */
export type CourseWords = {
  name: string
  description: string | null
  language: string | null
  difficulty: Difficulty | null
}

export const emptyCourse: CourseWords = { name: '', description: null, language: null, difficulty: null }

const difficulties: readonly Option<Difficulty | 'none'>[] = [
  { value: 'none', label: 'Not said' },
  { value: 'beginner', label: difficultyNames.beginner },
  { value: 'intermediate', label: difficultyNames.intermediate },
  { value: 'advanced', label: difficultyNames.advanced },
]

type CourseFormProps = {
  title: string
  action: string
  draftName: string
  saved: CourseWords
  version?: number
  isBusy: boolean
  error: unknown
  /** Gives whether it was saved; without a version, whatever was saved in the meantime is overwritten. */
  onSave(words: CourseWords, version?: number): Promise<boolean>
  onClose(): void
}

/** A course's name, description, language and difficulty. */
export function CourseForm(props: CourseFormProps) {
  const { title, action, draftName, saved, version, isBusy, error, onSave, onClose } = props
  const draft = useDraft(draftName, saved, version)
  const words = draft.value
  const change = (some: Partial<CourseWords>) => draft.write({ ...words, ...some })
  const save = async (at?: number) => {
    if (!(await onSave(words, at))) return
    draft.restart(saved, version)
    onClose()
  }
  return (
    <FormDialog
      title={title}
      action={action}
      isBusy={isBusy}
      error={error}
      isRestored={draft.isRestored}
      onDiscard={() => draft.restart(saved, version)}
      onSave={() => void save(draft.version)}
      onOverwrite={version === undefined ? undefined : () => void save()}
      onClose={onClose}
    >
      <Field
        label="Name"
        autoFocus
        isRequired
        value={words.name}
        problem={problemOf(error, 'name')}
        onChange={(name) => change({ name })}
      />
      <Field
        label="Description"
        rows={4}
        hint="What learners will be able to do afterwards."
        value={words.description ?? ''}
        problem={problemOf(error, 'description')}
        onChange={(description) => change({ description: description || null })}
      />
      <div className={style.pair}>
        <Field
          label="Language"
          hint="A tag such as en or pt-BR."
          value={words.language ?? ''}
          problem={problemOf(error, 'language')}
          onChange={(language) => change({ language: language || null })}
        />
        <Choice
          label="Difficulty"
          value={words.difficulty ?? 'none'}
          options={difficulties}
          onChange={(difficulty) => change({ difficulty: difficulty === 'none' ? null : difficulty })}
        />
      </div>
    </FormDialog>
  )
}
