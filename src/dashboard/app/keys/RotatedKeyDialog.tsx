import { getErrorMessageForUser } from '../api/api-error.ts'
import { useApiMutation } from '../api/hooks.ts'
import { ApiKeysDocument, RevokeApiKeyDocument } from '../generated/operations.ts'
import { Button } from '../ui/Button.tsx'
import { formatDateTime } from '../ui/format-time.ts'
import { Notice } from '../ui/Notice.tsx'
import { showToast } from '../ui/toast-queue.ts'
import { CreatedKeyDialog } from './CreatedKeyDialog.tsx'
import { type ApiKey, isUsableKey } from './key-status.ts'

type RotatedKeyDialogProps = { oldKey: ApiKey; value: string; onClose(): void }

/** Shows the new key of a rotation. While the old key still works, a button revokes it. */
export function RotatedKeyDialog({ oldKey, value, onClose }: RotatedKeyDialogProps) {
  const { keyId, name, start, expiresAt } = oldKey
  const revoke = useApiMutation(RevokeApiKeyDocument, [ApiKeysDocument])
  const isUsable = isUsableKey(oldKey)
  const onRevoked = () => {
    showToast(`The old key ${start}… was revoked.`)
    onClose()
  }
  const actions = (
    <>
      <Button onPress={onClose}>Done</Button>
      {isUsable && (
        <Button
          variant="danger"
          isBusy={revoke.isPending}
          onPress={() => revoke.mutate({ keyId }, { onSuccess: onRevoked })}
        >
          Revoke old key
        </Button>
      )}
    </>
  )
  return (
    <CreatedKeyDialog title={`New key for ${name}`} value={value} onClose={onClose} actions={actions}>
      {isUsable ? (
        <p>
          Switch your application to the new key and test it. The old key <code>{start}…</code> works until{' '}
          {formatDateTime(expiresAt!)}. Revoke it earlier, here or in the list of keys, if no program uses it any more.
        </p>
      ) : (
        <p>
          The API refuses the old key <code>{start}…</code> from now on.
        </p>
      )}
      {revoke.error && <Notice variant="error">{getErrorMessageForUser(revoke.error)}</Notice>}
    </CreatedKeyDialog>
  )
}
