import { useState } from 'react'
import { useApiQuery } from '../api/hooks.ts'
import { ViewerDocument } from '../generated/operations.ts'
import { Card } from '../ui/Card.tsx'
import { LoadErrorNotice } from '../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../ui/LoadingPlaceholder.tsx'
import { PageLayout } from '../ui/PageLayout.tsx'
import { Select } from '../ui/Select.tsx'
import { AiTokenChart } from './AiTokenChart.tsx'
import { PlanAndRateLimitSummary } from './PlanAndRateLimitSummary.tsx'
import { RequestChart } from './RequestChart.tsx'
import { type TimeRange, timeRanges } from './time-ranges.ts'

const refreshSeconds = 30

/** Shows the plan, the storage, the requests and the AI tokens of the workspace. */
export function UsagePage() {
  const [value, setValue] = useState<TimeRange['value']>('week')
  const viewer = useApiQuery(ViewerDocument, undefined, { refreshSeconds })
  const timeRange = timeRanges.find((candidate) => candidate.value === value) ?? timeRanges[1]
  return (
    <PageLayout
      title="Usage"
      lead="The requests, storage and AI tokens of this workspace. Requests with API keys and requests of signed-in users count."
    >
      {viewer.error && <LoadErrorNotice error={viewer.error} onRetry={() => void viewer.refetch()} />}
      {viewer.data ? (
        <PlanAndRateLimitSummary viewer={viewer.data.viewer} />
      ) : (
        !viewer.error && <LoadingPlaceholder lines={2} />
      )}
      <Card
        title="Requests"
        actions={
          <Select
            label="Time range"
            isLabelHidden
            value={value}
            options={timeRanges}
            onChange={(range) => setValue(range)}
          />
        }
      >
        <RequestChart timeRange={timeRange} />
      </Card>
      <Card title="AI tokens" lead="Input and output tokens of the language model, by day (UTC).">
        <AiTokenChart timeRange={timeRange} />
      </Card>
    </PageLayout>
  )
}
