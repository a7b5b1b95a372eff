import { problemOf } from '../../data/failure.ts'
import { Field } from '../../parts/Field.tsx'
import { useDraft } from '../drafts.ts'
import { FormDialog } from './FormDialog.tsx'

/** What a module or a lesson says of itself. */
export type NodeWords = { name: string; description: string | null }

export const emptyNode: NodeWords = { name: '', description: null }

type NodeFormProps = {
  title: string
  action: string
  draftName: string
  saved: NodeWords
  version?: number
  isBusy: boolean
  error: unknown
  /** Gives whether it was saved; without a version, whatever was saved in the meantime is overwritten. */
  onSave(words: NodeWords, version?: number): Promise<boolean>
  onClose(): void
}

/** The name and description of a module or a lesson. */
export function NodeForm(props: NodeFormProps) {
  const { title, action, draftName, saved, version, isBusy, error, onSave, onClose } = props
  const draft = useDraft(draftName, saved, version)
  const save = async (at?: number) => {
    if (!(await onSave(draft.value, at))) return
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
        value={draft.value.name}
        problem={problemOf(error, 'name')}
        onChange={(name) => draft.write({ ...draft.value, name })}
      />
      <Field
        label="Description"
        rows={3}
        value={draft.value.description ?? ''}
        problem={problemOf(error, 'description')}
        onChange={(description) => draft.write({ ...draft.value, description: description || null })}
      />
    </FormDialog>
  )
}
