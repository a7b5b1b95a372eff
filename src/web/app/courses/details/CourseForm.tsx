import { problemOf } from '../../data/failure.ts'
import type { Difficulty } from '../../generated/operations.ts'
import { Choice, type Option } from '../../parts/Choice.tsx'
import { Field } from '../../parts/Field.tsx'
import { difficultyNames } from '../words.ts'
import style from './Details.module.css'
import { FormDialog } from './FormDialog.tsx'
import { type FormOf, useForm } from './saving.ts'

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

/** A course's name, description, language and difficulty. */
export function CourseForm(props: FormOf<CourseWords>) {
  const { words, change, dialog } = useForm(props)
  const { error } = props
  return (
    <FormDialog {...dialog}>
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
