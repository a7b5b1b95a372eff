import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useApiQuery } from '../api/hooks.ts'
import { ApiKeysDocument } from '../generated/operations.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LoadErrorNotice } from '../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../ui/LoadingPlaceholder.tsx'
import { PageLayout } from '../ui/PageLayout.tsx'
import { useUnsavedEditToContinue } from '../unsaved-edits/continued-edit.ts'
import { CreateKeyDialog, unsavedEditNameOfNewKey } from './CreateKeyDialog.tsx'
import { KeyList } from './KeyList.tsx'

/** Shows the settings page on which the user can list, create, rotate and revoke API keys. */
export function ApiKeysPage() {
  const { data, error, refetch } = useApiQuery(ApiKeysDocument)
  const { continuedName, finish } = useUnsavedEditToContinue()
  const [isCreating, setCreating] = useState(continuedName === unsavedEditNameOfNewKey)
  const createButton = (
    <Button variant="primary" icon={<Plus aria-hidden />} onPress={() => setCreating(true)}>
      Create API Key
    </Button>
  )
  const keys = data?.apiKeys ?? []
  return (
    <PageLayout
      title="API Keys"
      lead="Your programs send a key with each request. Store keys in a secrets manager, and rotate them every 90 days."
      actions={keys.length > 0 && createButton}
    >
      {error && <LoadErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Card>
          <LoadingPlaceholder />
        </Card>
      )}
      {data && keys.length === 0 && (
        <Card>
          <EmptyState icon={<KeyRound aria-hidden />} title="No API keys yet" action={createButton}>
            Create a key to use the API from your own programs. The key is shown only once, when you create it.
          </EmptyState>
        </Card>
      )}
      {keys.length > 0 && <KeyList keys={keys} />}
      {isCreating && (
        <CreateKeyDialog
          onClose={() => {
            setCreating(false)
            finish()
          }}
        />
      )}
    </PageLayout>
  )
}
