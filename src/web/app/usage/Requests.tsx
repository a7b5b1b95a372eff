import { useRead } from '../data/hooks.ts'
import { UsageDocument } from '../generated/operations.ts'
import { FailureNotice } from '../parts/FailureNotice.tsx'
import { Loading } from '../parts/Loading.tsx'
import { Bars, type Series } from './Bars.tsx'
import { bucketsOf, rangeOf, type Span } from './spans.ts'

const refreshSeconds = 30

const series: readonly Series[] = [
  { name: 'answered', label: 'Answered', look: 'first' },
  { name: 'refused', label: 'Refused or failed', look: 'second' },
]

const count = new Intl.NumberFormat('en')

/** Requests over time, and how many of them went wrong. */
export function Requests({ span }: { span: Span }) {
  const range = rangeOf(span)
  const { data, error, refetch } = useRead(UsageDocument, range, { keepPrevious: true, refreshSeconds })
  if (error) return <FailureNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading lines={4} />
  const { requests, errors, hours } = data.usage
  const rows = hours.map((row) => ({
    at: row.hour,
    parts: { answered: row.requests - row.errors, refused: row.errors },
  }))
  const told = `${count.format(requests)} requests, ${count.format(errors)} of them refused or failed`
  return (
    <>
      <p>{told}</p>
      <Bars
        empty="No requests in this time. Connect shows how to make one."
        label={`Requests, ${span.label.toLowerCase()}: ${told}`}
        buckets={bucketsOf(rows, range, span.step)}
        series={series}
      />
    </>
  )
}
