import { useApiQuery } from '../api/hooks.ts'
import { AiUsageDocument } from '../generated/operations.ts'
import { LoadErrorNotice } from '../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../ui/LoadingPlaceholder.tsx'
import { BarChart } from './BarChart.tsx'
import type { ChartSeries } from './series.ts'
import { calculateUtcDayQueryTimeRange, type TimeRange } from './time-ranges.ts'

const series: readonly ChartSeries[] = [
  { name: 'input', label: 'Input', color: 'third' },
  { name: 'output', label: 'Output', color: 'first' },
]

const noGenerations = 'Nothing was generated in this time. Use “Write with AI” in a lesson, or the API.'
const noTokens = 'The built-in writer works without a language model and uses no tokens.'

const number = new Intl.NumberFormat('en')
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  weekday: 'short',
  timeZone: 'UTC',
})

/** Shows a chart of the language model's tokens by day, and how much of today's token budget is used. */
export function AiTokenChart({ timeRange }: { timeRange: TimeRange }) {
  const { days, ...range } = calculateUtcDayQueryTimeRange(timeRange)
  const { data, error, refetch } = useApiQuery(AiUsageDocument, range, { shouldKeepPrevious: true })
  if (error) return <LoadErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingPlaceholder lines={4} />
  const { budget, days: rows } = data.aiUsage
  const buckets = days.map((day) => {
    const row = rows.find((candidate) => candidate.day === day)
    const from = Date.parse(day)
    const values = { input: row?.inputTokens ?? 0, output: row?.outputTokens ?? 0 }
    return { from, label: dayFormat.format(from), values }
  })
  const tokens = rows.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0)
  const generations = rows.reduce((sum, row) => sum + row.generations, 0)
  const generationCount =
    generations === 0
      ? 'No generations'
      : `${number.format(generations)} ${generations === 1 ? 'generation' : 'generations'}`
  const summary = tokens === 0 ? generationCount : `${number.format(tokens)} tokens in ${generationCount}`
  return (
    <>
      <p>
        {summary}. {tokens === 0 && generations > 0 && `${noTokens} `}Today, {number.format(budget.used)} of{' '}
        {number.format(budget.limit)} tokens are used.
      </p>
      <BarChart
        emptyMessage={generations > 0 ? 'No tokens in this time.' : noGenerations}
        label={`Tokens, ${timeRange.label.toLowerCase()}: ${summary}`}
        buckets={buckets}
        series={series}
      />
    </>
  )
}
