import { useState } from 'react'
import { findFieldErrorMessage, getErrorMessageForUser } from '../api/api-error.ts'
import { useApiMutation } from '../api/hooks.ts'
import { useUncorrectedError } from '../api/use-uncorrected-error.ts'
import { UpdateWorkspaceDocument, WorkspaceSettingsDocument } from '../generated/later-operations.ts'
import { ViewerDocument } from '../generated/operations.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { TextField } from '../ui/TextField.tsx'
import { showToast } from '../ui/toast-queue.ts'

type Appearance = { name: string; accentColor: string | null }

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** Shows the form for the name and the accent colour of the workspace, which learners see. */
export function WorkspaceAppearanceForm({ saved }: { saved: Appearance }) {
  const [name, setName] = useState(saved.name)
  const [color, setColor] = useState(saved.accentColor ?? '')
  const {
    mutate,
    isPending,
    error: lastError,
  } = useApiMutation(UpdateWorkspaceDocument, [WorkspaceSettingsDocument, ViewerDocument])
  const error = useUncorrectedError(lastError, { name, accentColor: color })
  const isChanged = name !== saved.name || color.toLowerCase() !== (saved.accentColor ?? '')
  const colorError = color !== '' && !isColor(color) ? 'Enter a colour such as #0f766e.' : undefined
  const save = () =>
    mutate({ input: { name, accentColor: color || null } }, { onSuccess: () => void showToast('Saved.') })
  const fieldErrors = [findFieldErrorMessage(error, 'name'), findFieldErrorMessage(error, 'accentColor')]
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending && !colorError) save()
      }}
    >
      <TextField label="Name" isRequired value={name} errorMessage={fieldErrors[0]} onChange={setName} />
      <TextField
        label="Accent colour"
        hint="The colour of links and buttons: # and six hexadecimal digits. Leave empty for the colour of the service."
        maxLength={7}
        value={color}
        errorMessage={colorError ?? fieldErrors[1]}
        onChange={setColor}
      />
      <div>
        <Button type="submit" isBusy={isPending} isDisabled={!isChanged}>
          Save
        </Button>
      </div>
      {error && !fieldErrors.some(Boolean) && <Notice variant="error">{getErrorMessageForUser(error)}</Notice>}
    </form>
  )
}
