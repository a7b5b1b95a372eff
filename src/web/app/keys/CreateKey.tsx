import { type FormEvent, useState } from 'react'
import { problemOf, tellFailure } from '../data/failure.ts'
import { useChange, useRead } from '../data/hooks.ts'
import {
  ApiKeysDocument,
  CreateApiKeyDocument,
  GrantableScopesDocument,
  StartDocument,
} from '../generated/operations.ts'
import { Button } from '../parts/Button.tsx'
import { Choice } from '../parts/Choice.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { Field } from '../parts/Field.tsx'
import { Notice } from '../parts/Notice.tsx'
import { type Expiry, expiresAtOf, expiries } from './expiry.ts'
import { NewKey } from './NewKey.tsx'
import { ScopeBoxes } from './ScopeBoxes.tsx'

const form = 'create-key'

/** Makes a key, then shows its value. */
export function CreateKey({ onClose }: { onClose(): void }) {
  const scopes = useRead(GrantableScopesDocument)
  const create = useChange(CreateApiKeyDocument, [ApiKeysDocument, StartDocument])
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>()
  const [expiry, setExpiry] = useState<Expiry>('90')
  const [date, setDate] = useState('')
  const [lacking, setLacking] = useState<{ name?: string; scopes?: string; date?: string }>({})
  const grantable = scopes.data?.viewer.scopes ?? []
  const wanted = chosen ?? grantable

  function submit(event: FormEvent): void {
    event.preventDefault()
    const missing = {
      name: name.trim() ? undefined : 'Give it a name that tells what will use it.',
      scopes: wanted.length > 0 ? undefined : 'Choose at least one.',
      date: expiry === 'date' && !date ? 'Choose a date.' : undefined,
    }
    setLacking(missing)
    if (Object.values(missing).some(Boolean)) return
    create.mutate({ input: { name, scopes: [...wanted], expiresAt: expiresAtOf(expiry, date) } })
  }

  if (create.data) {
    return (
      <Dialog
        title={`${create.data.createApiKey.name} is ready`}
        isOpen
        isAlert
        onClose={onClose}
        actions={<Button onPress={onClose}>Done</Button>}
      >
        <NewKey value={create.data.createApiKey.key} />
      </Dialog>
    )
  }
  const actions = (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button look="primary" type="submit" form={form} isBusy={create.isPending}>
        Create key
      </Button>
    </>
  )
  const dateProblem = lacking.date ?? problemOf(create.error, 'expiresAt')
  return (
    <Dialog title="Create API Key" isOpen onClose={onClose} actions={actions}>
      <form id={form} onSubmit={submit} noValidate className="stack">
        <Field
          label="Name"
          hint="What will use it, such as “Learning platform, production”."
          value={name}
          onChange={(text) => {
            setName(text)
            setLacking({ ...lacking, name: undefined })
          }}
          maxLength={100}
          autoFocus
          problem={lacking.name ?? problemOf(create.error, 'name')}
        />
        <ScopeBoxes
          scopes={grantable}
          value={wanted}
          onChange={setChosen}
          problem={lacking.scopes ?? problemOf(create.error, 'scopes')}
        />
        <Choice label="Expires" value={expiry} options={expiries} onChange={(value) => setExpiry(value)} />
        {expiry === 'date' && (
          <Field label="Last day" type="date" value={date} onChange={setDate} problem={dateProblem} />
        )}
      </form>
      {create.error && <Notice look="bad">{tellFailure(create.error)}</Notice>}
    </Dialog>
  )
}
