import { useRead } from '../data/hooks.ts'
import { AiUsageDocument } from '../generated/operations.ts'
import { FailureNotice } from '../parts/FailureNotice.tsx'
import { Loading } from '../parts/Loading.tsx'
import { Bars, type Series } from './Bars.tsx'
import { rangeOfDays, type Span } from './spans.ts'

const series: readonly Series[] = [
  { name: 'read', label: 'Read', look: 'third' },
  { name: 'written', label: 'Written', look: 'first' },
]

const count = new Intl.NumberFormat('en')
const told = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', weekday: 'short', timeZone: 'UTC' })

/** Tokens of the language model over time, and what is left of today's. */
export function Tokens({ span }: { span: Span }) {
  const { days, ...range } = rangeOfDays(span)
  const { data, error, refetch } = useRead(AiUsageDocument, range, { keepPrevious: true })
  if (error) return <FailureNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading lines={4} />
  const { budget, days: rows } = data.aiUsage
  const buckets = days.map((day) => {
    const row = rows.find((candidate) => candidate.day === day)
    const from = Date.parse(day)
    return { from, label: told.format(from), parts: { read: row?.inputTokens ?? 0, written: row?.outputTokens ?? 0 } }
  })
  const tokens = rows.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0)
  const generations = rows.reduce((sum, row) => sum + row.generations, 0)
  const text = `${count.format(tokens)} tokens in ${count.format(generations)} ${generations === 1 ? 'generation' : 'generations'}`
  return (
    <>
      <p>
        {text}. Today {count.format(budget.used)} of {count.format(budget.limit)} tokens are used.
      </p>
      <Bars
        empty="Nothing was written with AI in this time. A lesson's editor offers it, and so does the API."
        label={`Tokens, ${span.label.toLowerCase()}: ${text}`}
        buckets={buckets}
        series={series}
      />
    </>
  )
}
