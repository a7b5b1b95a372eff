import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { findFieldErrorMessage, getErrorMessageForUser } from '../api/api-error.ts'
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { invalidateQueries, invalidateQueriesInOtherTabs } from '../api/query-client.ts'
import { useUncorrectedError } from '../api/use-uncorrected-error.ts'
import {
  ApiKeysDocument,
  CreateApiKeyDocument,
  type CreateApiKeyInput,
  GrantableScopesDocument,
  HomeDocument,
} from '../generated/operations.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { queueDialog } from '../ui/dialog-queue.ts'
import { LoadErrorNotice } from '../ui/LoadErrorNotice.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Select } from '../ui/Select.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useUnsavedEdit } from '../unsaved-edits/use-unsaved-edit.ts'
import { CreatedKeyDialog } from './CreatedKeyDialog.tsx'
import { calculateKeyExpiryTime, type ExpiryOption, expiryOptions } from './expiry.ts'
import { type KeyErrors, maxKeyNameChars, validateKeyFields } from './key-fields.ts'
import { ScopeCheckboxes } from './ScopeCheckboxes.tsx'

const describeDateProblem = (date: string) => (date ? 'Enter a year with four digits.' : 'Select a date.')

/** What the user has entered. Without `selectedScopes`, the key gets all scopes that the user can grant. */
type KeyFields = { name: string; selectedScopes?: readonly string[]; expiry: ExpiryOption; date: string }
const emptyKeyFields: KeyFields = { name: '', expiry: '90', date: '' }

/** The browser stores the unfinished form for a new API key under this name. */
export const unsavedEditNameOfNewKey = 'api-key:new'

/** Shows a dialog that creates an API key. Another dialog then shows the key. */
export function CreateKeyDialog({ onClose }: { onClose(): void }) {
  const formId = useId()
  const viewer = useApiQuery(GrantableScopesDocument)
  const create = useApiMutation(CreateApiKeyDocument)
  const edit = useUnsavedEdit<KeyFields>(unsavedEditNameOfNewKey, {
    saved: emptyKeyFields,
    info: (fields) => ({ title: `New API key: ${fields.name}`, href: '/settings/api-keys' }),
  })
  const { name, selectedScopes, expiry, date } = edit.value
  const change = (some: Partial<KeyFields>) => edit.updateValue((latest) => ({ ...latest, ...some }))
  const cancel = () => {
    edit.discard()
    onClose()
  }
  const [errors, setErrors] = useState<KeyErrors>({})
  const grantableScopes = viewer.data?.viewer.scopes ?? []
  const scopes = selectedScopes?.filter((scope) => grantableScopes.includes(scope)) ?? grantableScopes

  const error = useUncorrectedError(create.error, { name, scopes, expiresAt: [expiry, date] })
  const form = useRef<HTMLFormElement>(null)
  /**
   * Whether the user has submitted the form before the scopes were loaded. The effect below submits the form when the
   * scopes are loaded.
   */
  const [isWaitingForScopes, setWaitingForScopes] = useState(false)
  const hasScopes = viewer.data !== undefined
  useEffect(() => {
    if (!isWaitingForScopes || !(hasScopes || viewer.isError)) return
    setWaitingForScopes(false)
    if (hasScopes) form.current?.requestSubmit()
  }, [isWaitingForScopes, hasScopes, viewer.isError])

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!hasScopes) {
      setWaitingForScopes(true)
      return
    }
    const expiresAt = calculateKeyExpiryTime(expiry, date)
    const found = {
      ...validateKeyFields({ name, scopes }),
      date: expiresAt === undefined ? describeDateProblem(date) : undefined,
    }
    setErrors(found)
    if (Object.values(found).some(Boolean)) return
    void createAndShow({ name, scopes: [...scopes], expiresAt }).catch(() => {})
  }
  async function createAndShow(input: CreateApiKeyInput): Promise<void> {
    const created = (await create.mutateAsync({ input })).createApiKey
    cancel()
    queueDialog((close) => (
      <CreatedKeyDialog
        title={`${created.name} is ready`}
        value={created.key}
        actions={<Button onPress={close}>Done</Button>}
        onClose={close}
      />
    ))
    invalidateQueriesInOtherTabs([ApiKeysDocument, HomeDocument])
    await invalidateQueries([ApiKeysDocument, HomeDocument])
  }

  const expiryError = findFieldErrorMessage(error, 'expiresAt')
  const actions = (
    <>
      <Button onPress={cancel}>Cancel</Button>
      <Button variant="primary" type="submit" form={formId} isBusy={create.isPending || isWaitingForScopes}>
        Create key
      </Button>
    </>
  )
  return (
    <Dialog title="Create API Key" isOpen onClose={cancel} actions={actions}>
      <form id={formId} ref={form} onSubmit={submit} noValidate className="stack">
        <TextField
          label="Name"
          hint="What uses the key, for example “Learning platform, production”."
          value={name}
          onChange={(text) => {
            change({ name: text })
            setErrors({ ...errors, name: undefined })
          }}
          maxLength={maxKeyNameChars}
          autoFocus
          errorMessage={errors.name ?? findFieldErrorMessage(error, 'name')}
        />
        <ScopeCheckboxes
          scopes={grantableScopes}
          value={scopes}
          onChange={(selected) => {
            change({ selectedScopes: selected })
            setErrors({ ...errors, scopes: undefined })
          }}
          errorMessage={errors.scopes ?? findFieldErrorMessage(error, 'scopes')}
        />
        <Select
          label="Expires"
          value={expiry}
          options={expiryOptions}
          errorMessage={expiry === 'date' ? undefined : expiryError}
          onChange={(option) => change({ expiry: option })}
        />
        {expiry === 'date' && (
          <TextField
            label="Last day"
            type="date"
            value={date}
            onChange={(text) => {
              change({ date: text })
              setErrors({ ...errors, date: undefined })
            }}
            errorMessage={errors.date ?? expiryError}
          />
        )}
      </form>
      {viewer.error && !hasScopes && <LoadErrorNotice error={viewer.error} onRetry={() => void viewer.refetch()} />}
      {error && <Notice variant="error">{getErrorMessageForUser(error)}</Notice>}
    </Dialog>
  )
}
