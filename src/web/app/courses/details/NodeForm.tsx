import { problemOf } from '../../data/failure.ts'
import { Field } from '../../parts/Field.tsx'
import { FormDialog } from './FormDialog.tsx'
import { type FormOf, useForm } from './saving.ts'

/** What a module or a lesson says of itself. */
export type NodeWords = { name: string; description: string | null }

export const emptyNode: NodeWords = { name: '', description: null }

/** The name and description of a module or a lesson. */
export function NodeForm(props: FormOf<NodeWords>) {
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
        rows={3}
        value={words.description ?? ''}
        problem={problemOf(error, 'description')}
        onChange={(description) => change({ description: description || null })}
      />
    </FormDialog>
  )
}
