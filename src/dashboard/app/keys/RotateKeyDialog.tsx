import { useState } from 'react'
import { getErrorMessageForUser } from '../api/api-error.ts'
import { useApiMutation } from '../api/hooks.ts'
import { invalidateQueries, invalidateQueriesInOtherTabs } from '../api/query-client.ts'
import { useUncorrectedError } from '../api/use-uncorrected-error.ts'
import { ApiKeysDocument, RotateApiKeyDocument } from '../generated/operations.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { queueDialog } from '../ui/dialog-queue.ts'
import { Notice } from '../ui/Notice.tsx'
import { Select } from '../ui/Select.tsx'
import type { ApiKey } from './key-status.ts'
import { defaultOverlap, type OverlapOption, overlapOptions } from './overlap.ts'
import { RotatedKeyDialog } from './RotatedKeyDialog.tsx'

type RotateKeyDialogProps = { apiKey: ApiKey; onClose(): void }

/**
 * Shows the dialog that rotates an API key. `RotatedKeyDialog` shows the new key and the next steps (REST specification,
 * section 5, rule 8).
 */
export function RotateKeyDialog({ apiKey: { keyId, name, start, expiresAt }, onClose }: RotateKeyDialogProps) {
  const rotation = useApiMutation(RotateApiKeyDocument)
  const [overlap, setOverlap] = useState<OverlapOption>(defaultOverlap)
  const error = useUncorrectedError(rotation.error, { overlapSeconds: overlap })

  async function rotate(): Promise<void> {
    const { rotateApiKey } = await rotation.mutateAsync({ keyId, overlapSeconds: Number(overlap) })
    const { key, replaced } = rotateApiKey
    onClose()
    queueDialog((close) => <RotatedKeyDialog oldKey={replaced} value={key} onClose={close} />)
    invalidateQueriesInOtherTabs([ApiKeysDocument])
    await invalidateQueries([ApiKeysDocument])
  }
  const actions = (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button variant="primary" isBusy={rotation.isPending} onPress={() => void rotate().catch(() => {})}>
        Create new key
      </Button>
    </>
  )
  return (
    <Dialog title={`Rotate ${name}`} isOpen onClose={onClose} actions={actions}>
      <div className="stack">
        <p>
          This creates a new key with the same name{expiresAt ? ', scopes and lifetime' : ' and scopes'}. Choose how
          long the old key <code>{start}…</code> goes on working
          {expiresAt && ', at most until it expires'}.
        </p>
        <Select
          label="The old key works for"
          value={overlap}
          options={overlapOptions}
          onChange={(option) => setOverlap(option)}
        />
      </div>
      {error && <Notice variant="error">{getErrorMessageForUser(error)}</Notice>}
    </Dialog>
  )
}
