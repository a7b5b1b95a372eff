import { useState } from 'react'
import { getErrorMessageForUser } from '../api/api-error.ts'
import { useApiMutation } from '../api/hooks.ts'
import { invalidateQueries, invalidateQueriesInOtherTabs } from '../api/query-client.ts'
import { ApiKeysDocument, CreateApiKeyDocument } from '../generated/operations.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { queueDialog } from '../ui/dialog-queue.ts'
import { formatDate } from '../ui/format-time.ts'
import { Notice } from '../ui/Notice.tsx'
import type { ApiKey } from './key-status.ts'
import { RotatedKeyDialog } from './RotatedKeyDialog.tsx'

/** Returns the expiry time of the new key. The new key has the same lifetime as the old key, starting now. */
function newExpiryOf({ createdAt, expiresAt }: ApiKey): string | null {
  if (expiresAt === null) return null
  return new Date(Date.now() + Date.parse(expiresAt) - Date.parse(createdAt)).toISOString()
}

type RotateKeyDialogProps = { apiKey: ApiKey; onClose(): void }

/**
 * Shows the dialog that creates the new key of a rotation. `RotatedKeyDialog` shows the next steps (REST specification,
 * section 5, rule 8).
 */
export function RotateKeyDialog({ apiKey, onClose }: RotateKeyDialogProps) {
  const { name, start, scopes } = apiKey
  const create = useApiMutation(CreateApiKeyDocument)
  const [expiresAt] = useState(() => newExpiryOf(apiKey))

  async function rotate(): Promise<void> {
    const { key } = (await create.mutateAsync({ input: { name, scopes, expiresAt } })).createApiKey
    onClose()
    queueDialog((close) => <RotatedKeyDialog oldKey={apiKey} value={key} onClose={close} />)
    invalidateQueriesInOtherTabs([ApiKeysDocument])
    await invalidateQueries([ApiKeysDocument])
  }
  const actions = (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button variant="primary" isBusy={create.isPending} onPress={() => void rotate().catch(() => {})}>
        Create new key
      </Button>
    </>
  )
  return (
    <Dialog title={`Rotate ${name}`} isOpen onClose={onClose} actions={actions}>
      <p>
        This creates a new key with the same name and scopes{expiresAt && `, valid until ${formatDate(expiresAt)}`}. The
        old key <code>{start}…</code> works until you revoke it.
      </p>
      {create.error && <Notice variant="error">{getErrorMessageForUser(create.error)}</Notice>}
    </Dialog>
  )
}
