import { type FormEvent, useId, useState } from 'react'
import { findFieldErrorMessage, getErrorMessageForUser } from '../api/api-error.ts'
import { useApiMutation } from '../api/hooks.ts'
import { useUncorrectedError } from '../api/use-uncorrected-error.ts'
import { ApiKeysDocument, UpdateApiKeyDocument } from '../generated/operations.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { TextField } from '../ui/TextField.tsx'
import { showToast } from '../ui/toast-queue.ts'
import { useUnsavedEdit } from '../unsaved-edits/use-unsaved-edit.ts'
import { type KeyErrors, maxKeyNameChars, validateKeyFields } from './key-fields.ts'
import type { ApiKey } from './key-status.ts'
import { ScopeCheckboxes } from './ScopeCheckboxes.tsx'

/** The browser stores the unfinished change of an API key under this name. */
export const makeUnsavedEditNameOfKey = (keyId: string) => `api-key:${keyId}`

type EditKeyDialogProps = { apiKey: ApiKey; onClose(): void }

/** Shows a dialog that renames an API key and removes scopes from it. */
export function EditKeyDialog({ apiKey, onClose }: EditKeyDialogProps) {
  const { keyId, name: savedName, scopes: savedScopes } = apiKey
  const formId = useId()
  const update = useApiMutation(UpdateApiKeyDocument, [ApiKeysDocument])
  const edit = useUnsavedEdit<{ name: string; scopes: readonly string[] }>(makeUnsavedEditNameOfKey(keyId), {
    saved: { name: savedName, scopes: savedScopes },
    info: () => ({ title: `API key: ${savedName}`, href: '/settings/api-keys' }),
  })
  const { name } = edit.value
  const scopes = savedScopes.filter((scope) => edit.value.scopes.includes(scope))
  const [errors, setErrors] = useState<KeyErrors>({})
  const error = useUncorrectedError(update.error, { name, scopes })
  const close = () => {
    edit.discard()
    onClose()
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    const found = validateKeyFields({ name, scopes })
    setErrors(found)
    if (Object.values(found).some(Boolean)) return
    const onSuccess = () => {
      showToast('The key was saved.')
      close()
    }
    update.mutate({ keyId, input: { name, scopes } }, { onSuccess })
  }
  const actions = (
    <>
      <Button onPress={close}>Cancel</Button>
      <Button variant="primary" type="submit" form={formId} isBusy={update.isPending}>
        Save
      </Button>
    </>
  )
  return (
    <Dialog title={`Edit ${savedName}`} isOpen onClose={close} actions={actions}>
      <form id={formId} onSubmit={submit} noValidate className="stack">
        <TextField
          label="Name"
          value={name}
          onChange={(text) => {
            edit.updateValue((latest) => ({ ...latest, name: text }))
            setErrors({ ...errors, name: undefined })
          }}
          maxLength={maxKeyNameChars}
          autoFocus
          errorMessage={errors.name ?? findFieldErrorMessage(error, 'name')}
        />
        <ScopeCheckboxes
          scopes={savedScopes}
          value={scopes}
          hint="A scope that is removed cannot come back. For more scopes, create another key."
          onChange={(selected) => {
            edit.updateValue((latest) => ({ ...latest, scopes: selected }))
            setErrors({ ...errors, scopes: undefined })
          }}
          errorMessage={errors.scopes ?? findFieldErrorMessage(error, 'scopes')}
        />
      </form>
      {error && <Notice variant="error">{getErrorMessageForUser(error)}</Notice>}
    </Dialog>
  )
}
