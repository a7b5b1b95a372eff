import { getErrorMessageForUser } from '../api/api-error.ts'
import { useApiMutation } from '../api/hooks.ts'
import { ApiKeysDocument, RevokeApiKeyDocument } from '../generated/operations.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { showToast } from '../ui/toast-queue.ts'
import { CreatedKeyDialog } from './CreatedKeyDialog.tsx'
import type { ApiKey } from './key-status.ts'

type RotatedKeyDialogProps = { oldKey: ApiKey; value: string; onClose(): void }

/** Shows the new key of a rotation. A button revokes the old key. */
export function RotatedKeyDialog({ oldKey: { keyId, name, start }, value, onClose }: RotatedKeyDialogProps) {
  const revoke = useApiMutation(RevokeApiKeyDocument, [ApiKeysDocument])
  const onRevoked = () => {
    showToast(`The old key ${start}… was revoked.`)
    onClose()
  }
  const actions = (
    <>
      <Button onPress={onClose}>Keep both keys</Button>
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
    <CreatedKeyDialog title={`New key for ${name}`} value={value} onClose={onClose} actions={actions}>
      <p>
        Switch your application to the new key and test it. Then revoke the old key <code>{start}…</code>, here or in
        the list of keys.
      </p>
      {revoke.error && <Notice variant="error">{getErrorMessageForUser(revoke.error)}</Notice>}
    </CreatedKeyDialog>
  )
}
