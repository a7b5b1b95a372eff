import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../data/hooks.ts'
import { ApiKeysDocument } from '../generated/operations.ts'
import { Button } from '../parts/Button.tsx'
import { Card } from '../parts/Card.tsx'
import { Empty } from '../parts/Empty.tsx'
import { FailureNotice } from '../parts/FailureNotice.tsx'
import { Loading } from '../parts/Loading.tsx'
import { Page } from '../parts/Page.tsx'
import { CreateKey } from './CreateKey.tsx'
import { KeyList } from './KeyList.tsx'

/** Settings → API Keys. */
export function ApiKeys() {
  const { data, error, refetch } = useRead(ApiKeysDocument)
  const [isMaking, setMaking] = useState(false)
  const create = (
    <Button look="primary" icon={<Plus aria-hidden />} onPress={() => setMaking(true)}>
      Create API Key
    </Button>
  )
  const keys = data?.apiKeys ?? []
  return (
    <Page
      title="API Keys"
      lead="Programs send a key with each request. Keep keys in a secrets manager, and replace them every 90 days."
      actions={keys.length > 0 && create}
    >
      {error && <FailureNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Card>
          <Loading />
        </Card>
      )}
      {data && keys.length === 0 && (
        <Card>
          <Empty icon={<KeyRound aria-hidden />} title="No API keys yet" action={create}>
            Create a key to call the API from your own programs. Its value is shown once, right after it is made.
          </Empty>
        </Card>
      )}
      {keys.length > 0 && <KeyList keys={keys} />}
      {isMaking && <CreateKey onClose={() => setMaking(false)} />}
    </Page>
  )
}
