import { useState } from 'react'
import { getErrorMessageForUser } from '../api/api-error.ts'
import { useApiMutation } from '../api/hooks.ts'
import { invalidateQueries } from '../api/query-client.ts'
import { ApiKeysDocument, CreateApiKeyDocument, RevokeApiKeyDocument } from '../generated/operations.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { formatDate } from '../ui/format-time.ts'
import { Notice } from '../ui/Notice.tsx'
import { showToast } from '../ui/toast-queue.ts'
import { CreatedKeyDialog } from './CreatedKeyDialog.tsx'
import type { ApiKey } from './key-status.ts'

/** Returns the expiry time of the new key. The new key has the same lifetime as the old key, starting now. */
function newExpiryOf({ createdAt, expiresAt }: ApiKey): string | null {
  if (expiresAt === null) return null
  return new Date(Date.now() + Date.parse(expiresAt) - Date.parse(createdAt)).toISOString()
}

type RotateKeyDialogProps = { apiKey: ApiKey; onClose(): void }

/**
 * Guides the user through the rotation of an API key: create a new key, switch the application to the new key, test,
 * and revoke the old key (REST specification, section 5, rule 8).
 */
export function RotateKeyDialog({ apiKey, onClose }: RotateKeyDialogProps) {
  const { keyId, name, start, scopes } = apiKey
  const create = useApiMutation(CreateApiKeyDocument)
  const revoke = useApiMutation(RevokeApiKeyDocument)
  const [expiresAt] = useState(() => newExpiryOf(apiKey))
  const newKey = create.data?.createApiKey

  /**
   * Closes the dialog and fetches the list of API keys again. An earlier fetch could remove the row of the old key, and
   * this dialog is part of that row.
   */
  function finish(): void {
    if (newKey) void invalidateQueries([ApiKeysDocument])
    onClose()
  }
  const onRevoked = () => {
    showToast(`The old key ${start}… was revoked.`)
    finish()
  }

  if (!newKey) {
    const actions = (
      <>
        <Button onPress={onClose}>Cancel</Button>
        <Button
          variant="primary"
          isBusy={create.isPending}
          onPress={() => create.mutate({ input: { name, scopes, expiresAt } })}
        >
          Create new key
        </Button>
      </>
    )
    return (
      <Dialog title={`Rotate ${name}`} isOpen onClose={onClose} actions={actions}>
        <p>
          This creates a new key with the same name and scopes{expiresAt && `, valid until ${formatDate(expiresAt)}`}.
          The old key <code>{start}…</code> works until you revoke it.
        </p>
        {create.error && <Notice variant="error">{getErrorMessageForUser(create.error)}</Notice>}
      </Dialog>
    )
  }
  const actions = (
    <>
      <Button onPress={finish}>Keep both keys</Button>
      <Button
        variant="danger"
        isBusy={revoke.isPending}
        onPress={() => revoke.mutate({ keyId }, { onSuccess: onRevoked })}
      >
        Revoke old key
      </Button>
    </>
  )
  return (
    <CreatedKeyDialog title={`New key for ${name}`} value={newKey.key} onClose={finish} actions={actions}>
      <p>
        Switch your application to the new key and test it. Then revoke the old key <code>{start}…</code>, here or in
        the list of keys.
      </p>
      {revoke.error && <Notice variant="error">{getErrorMessageForUser(revoke.error)}</Notice>}
    </CreatedKeyDialog>
  )
}
