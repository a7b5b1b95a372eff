import { type FormEvent, useId, useState } from 'react'
import { findFieldErrorMessage, getErrorMessageForUser } from '../api/api-error.ts'
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import {
  ApiKeysDocument,
  CreateApiKeyDocument,
  GrantableScopesDocument,
  HomeDocument,
} from '../generated/operations.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Select } from '../ui/Select.tsx'
import { TextField } from '../ui/TextField.tsx'
import { CreatedKeyDialog } from './CreatedKeyDialog.tsx'
import { calculateKeyExpiryTime, type ExpiryOption, expiryOptions } from './expiry.ts'
import { ScopeCheckboxes } from './ScopeCheckboxes.tsx'

const maxNameChars = 100

const describeDateProblem = (date: string) => (date ? 'Enter a year with four digits.' : 'Select a date.')

/** Shows a dialog that creates an API key and then shows the key. */
export function CreateKeyDialog({ onClose }: { onClose(): void }) {
  const formId = useId()
  const viewer = useApiQuery(GrantableScopesDocument)
  const create = useApiMutation(CreateApiKeyDocument, [ApiKeysDocument, HomeDocument])
  const [name, setName] = useState('')
  const [selectedScopes, setSelectedScopes] = useState<readonly string[]>()
  const [expiry, setExpiry] = useState<ExpiryOption>('90')
  const [date, setDate] = useState('')
  const [errors, setErrors] = useState<{ name?: string; scopes?: string; date?: string }>({})
  const grantableScopes = viewer.data?.viewer.scopes ?? []
  const scopes = selectedScopes ?? grantableScopes

  function submit(event: FormEvent): void {
    event.preventDefault()
    const expiresAt = calculateKeyExpiryTime(expiry, date)
    const found = {
      name: name.trim() ? undefined : 'Enter a name that says what uses the key.',
      scopes: scopes.length > 0 ? undefined : 'Select at least one scope.',
      date: expiresAt === undefined ? describeDateProblem(date) : undefined,
    }
    setErrors(found)
    if (Object.values(found).some(Boolean)) return
    create.mutate({ input: { name, scopes: [...scopes], expiresAt } })
  }

  if (create.data) {
    const created = create.data.createApiKey
    return (
      <CreatedKeyDialog
        title={`${created.name} is ready`}
        value={created.key}
        actions={<Button onPress={onClose}>Done</Button>}
        onClose={onClose}
      />
    )
  }
  const expiryError = findFieldErrorMessage(create.error, 'expiresAt')
  const actions = (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button variant="primary" type="submit" form={formId} isBusy={create.isPending}>
        Create key
      </Button>
    </>
  )
  return (
    <Dialog title="Create API Key" isOpen onClose={onClose} actions={actions}>
      <form id={formId} onSubmit={submit} noValidate className="stack">
        <TextField
          label="Name"
          hint="What uses the key, for example “Learning platform, production”."
          value={name}
          onChange={(text) => {
            setName(text)
            setErrors({ ...errors, name: undefined })
          }}
          maxLength={maxNameChars}
          autoFocus
          errorMessage={errors.name ?? findFieldErrorMessage(create.error, 'name')}
        />
        <ScopeCheckboxes
          scopes={grantableScopes}
          value={scopes}
          onChange={setSelectedScopes}
          errorMessage={errors.scopes ?? findFieldErrorMessage(create.error, 'scopes')}
        />
        <Select
          label="Expires"
          value={expiry}
          options={expiryOptions}
          errorMessage={expiry === 'date' ? undefined : expiryError}
          onChange={(option) => setExpiry(option)}
        />
        {expiry === 'date' && (
          <TextField
            label="Last day"
            type="date"
            value={date}
            onChange={setDate}
            errorMessage={errors.date ?? expiryError}
          />
        )}
      </form>
      {create.error && <Notice variant="error">{getErrorMessageForUser(create.error)}</Notice>}
    </Dialog>
  )
}
