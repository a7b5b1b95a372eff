import { useApiMutation } from '../api/hooks.ts'
import { ApiKeysDocument, HomeDocument, RevokeApiKeyDocument } from '../generated/operations.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { showToast } from '../ui/toast-queue.ts'
import type { ApiKey } from './key-status.ts'

type RevokeKeyDialogProps = { apiKey: ApiKey; onClose(): void }

/** Asks for confirmation, then revokes an API key. */
export function RevokeKeyDialog({ apiKey: { keyId, name, start }, onClose }: RevokeKeyDialogProps) {
  const revoke = useApiMutation(RevokeApiKeyDocument, [ApiKeysDocument, HomeDocument])
  const onRevoked = () => {
    showToast(`${name} was revoked.`)
    onClose()
  }
  return (
    <ConfirmDialog
      title={`Revoke ${name}?`}
      action="Revoke key"
      isOpen
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ keyId }, { onSuccess: onRevoked })}
      onClose={onClose}
    >
      The API immediately refuses requests with the key <code>{start}…</code>. You cannot undo this.
    </ConfirmDialog>
  )
}
