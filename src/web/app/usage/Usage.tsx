import { useState } from 'react'
import { useRead } from '../data/hooks.ts'
import { ViewerDocument } from '../generated/operations.ts'
import { Card } from '../parts/Card.tsx'
import { Choice } from '../parts/Choice.tsx'
import { FailureNotice } from '../parts/FailureNotice.tsx'
import { Loading } from '../parts/Loading.tsx'
import { Page } from '../parts/Page.tsx'
import { Requests } from './Requests.tsx'
import { type Span, spans } from './spans.ts'
import { Tokens } from './Tokens.tsx'
import { Window } from './Window.tsx'

const refreshSeconds = 30

/** What the workspace uses of its plan. */
export function Usage() {
  const [value, setValue] = useState<Span['value']>('week')
  const viewer = useRead(ViewerDocument, undefined, { refreshSeconds })
  const span = spans.find((candidate) => candidate.value === value) ?? spans[1]
  return (
    <Page title="Usage" lead="What this workspace uses of its plan. Every request with a key or a sign-in counts.">
      {viewer.error && <FailureNotice error={viewer.error} onRetry={() => void viewer.refetch()} />}
      {viewer.data ? <Window viewer={viewer.data.viewer} /> : !viewer.error && <Loading lines={2} />}
      <Card
        title="Requests"
        actions={
          <Choice label="Time" hideLabel value={value} options={spans} onChange={(chosen) => setValue(chosen)} />
        }
      >
        <Requests span={span} />
      </Card>
      <Card title="Written with AI" lead="Tokens that the language model read and wrote, by day (UTC).">
        <Tokens span={span} />
      </Card>
    </Page>
  )
}
