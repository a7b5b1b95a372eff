import { useState } from 'react'
import { tellFailure } from '../data/failure.ts'
import { refresh, useChange } from '../data/hooks.ts'
import { ApiKeysDocument, CreateApiKeyDocument, RevokeApiKeyDocument } from '../generated/operations.ts'
import { Button } from '../parts/Button.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { Notice } from '../parts/Notice.tsx'
import { dayOf } from '../parts/time.ts'
import { tell } from '../parts/toasts.ts'
import { NewKey } from './NewKey.tsx'
import type { Key } from './status.ts'

/** The new key lives as long from now on as the old one was made to live. */
function endOf({ createdAt, expiresAt }: Key): string | null {
  if (expiresAt === null) return null
  return new Date(Date.now() + Date.parse(expiresAt) - Date.parse(createdAt)).toISOString()
}

type RotateKeyProps = { apiKey: Key; onClose(): void }

/** Specification, section 5 (8): create a new key, switch the application, test, revoke the old key. */
export function RotateKey({ apiKey, onClose }: RotateKeyProps) {
  const { keyId, name, start, scopes } = apiKey
  const create = useChange(CreateApiKeyDocument)
  const revoke = useChange(RevokeApiKeyDocument)
  const [expiresAt] = useState(() => endOf(apiKey))
  const made = create.data?.createApiKey

  // The list is asked again at the end alone: this dialog stands in it, and the old key's row goes when it is revoked.
  function finish(): void {
    if (made) void refresh([ApiKeysDocument])
    onClose()
  }
  const revokeOld = () =>
    revoke.mutate(
      { keyId },
      {
        onSuccess: () => {
          tell(`The old key ${start}… is revoked.`)
          finish()
        },
      },
    )

  if (!made) {
    const actions = (
      <>
        <Button onPress={onClose}>Cancel</Button>
        <Button
          look="primary"
          isBusy={create.isPending}
          onPress={() => create.mutate({ input: { name, scopes, expiresAt } })}
        >
          Create the new key
        </Button>
      </>
    )
    return (
      <Dialog title={`Rotate ${name}`} isOpen onClose={onClose} actions={actions}>
        <p>
          Makes a new key with the same name and scopes{expiresAt && `, good until ${dayOf(expiresAt)}`}. The old one,{' '}
          <code>{start}…</code>, goes on working until you revoke it.
        </p>
        {create.error && <Notice look="bad">{tellFailure(create.error)}</Notice>}
      </Dialog>
    )
  }
  const actions = (
    <>
      <Button onPress={finish}>Keep the old key for now</Button>
      <Button look="danger" isBusy={revoke.isPending} onPress={revokeOld}>
        Revoke the old key
      </Button>
    </>
  )
  return (
    <Dialog title={`The new ${name}`} isOpen isAlert onClose={finish} actions={actions}>
      <NewKey value={made.key} />
      <p>
        Switch your application to the new key and test it. Then revoke the old one, <code>{start}…</code>, here or
        later in the list.
      </p>
      {revoke.error && <Notice look="bad">{tellFailure(revoke.error)}</Notice>}
    </Dialog>
  )
}
