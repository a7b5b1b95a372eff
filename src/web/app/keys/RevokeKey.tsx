import { useChange } from '../data/hooks.ts'
import { ApiKeysDocument, RevokeApiKeyDocument, StartDocument } from '../generated/operations.ts'
import { Confirm } from '../parts/Confirm.tsx'
import { tell } from '../parts/toasts.ts'
import type { Key } from './status.ts'

type RevokeKeyProps = { apiKey: Key; onClose(): void }

/** Asks, then revokes: the key is refused from the next request on. */
export function RevokeKey({ apiKey: { keyId, name, start }, onClose }: RevokeKeyProps) {
  const revoke = useChange(RevokeApiKeyDocument, [ApiKeysDocument, StartDocument])
  const confirm = () =>
    revoke.mutate(
      { keyId },
      {
        onSuccess: () => {
          tell(`${name} is revoked.`)
          onClose()
        },
      },
    )
  return (
    <Confirm
      title={`Revoke ${name}?`}
      action="Revoke key"
      isOpen
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      Programs that send <code>{start}…</code> are refused from the next request on. This cannot be undone.
    </Confirm>
  )
}
