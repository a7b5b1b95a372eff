import { useState } from 'react'
import { useRead } from '../data/hooks.ts'
import { UsageDocument, ViewerDocument } from '../generated/operations.ts'
import { Card } from '../parts/Card.tsx'
import { Choice } from '../parts/Choice.tsx'
import { FailureNotice } from '../parts/FailureNotice.tsx'
import { Loading } from '../parts/Loading.tsx'
import { Page } from '../parts/Page.tsx'
import { Bars, type Series } from './Bars.tsx'
import { bucketsOf, rangeOf, type Span, spans } from './spans.ts'
import { Window } from './Window.tsx'

const refreshSeconds = 30

const series: readonly Series[] = [
  { name: 'answered', label: 'Answered', look: 'first' },
  { name: 'refused', label: 'Refused or failed', look: 'second' },
]

const count = new Intl.NumberFormat('en')

function Requests({ span }: { span: Span }) {
  const range = rangeOf(span)
  const { data, error, refetch } = useRead(UsageDocument, range, { keepPrevious: true, refreshSeconds })
  if (error) return <FailureNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading lines={4} />
  const { requests, errors, hours } = data.usage
  const rows = hours.map((row) => ({
    hour: row.hour,
    parts: { answered: row.requests - row.errors, refused: row.errors },
  }))
  const told = `${count.format(requests)} requests, ${count.format(errors)} of them refused or failed`
  return (
    <>
      <p>{told}</p>
      <Bars
        label={`Requests, ${span.label.toLowerCase()}: ${told}`}
        buckets={bucketsOf(rows, range, span.step)}
        series={series}
      />
    </>
  )
}

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
    </Page>
  )
}
