import { useApiQuery } from '../api/hooks.ts'
import { UsageDocument } from '../generated/operations.ts'
import { LoadErrorNotice } from '../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../ui/LoadingPlaceholder.tsx'
import { BarChart } from './BarChart.tsx'
import type { ChartSeries } from './series.ts'
import { calculateLocalHourOrDayQueryTimeRange, sumHourlyRowsIntoChartBars, type TimeRange } from './time-ranges.ts'

const refreshSeconds = 30

const series: readonly ChartSeries[] = [
  { name: 'succeeded', label: 'Succeeded', color: 'first' },
  { name: 'failed', label: 'Failed', color: 'second' },
]

const number = new Intl.NumberFormat('en')

/** Shows a chart of the requests that succeeded and the requests that failed. */
export function RequestChart({ timeRange }: { timeRange: TimeRange }) {
  const range = calculateLocalHourOrDayQueryTimeRange(timeRange)
  const { data, error, refetch } = useApiQuery(UsageDocument, range, { shouldKeepPrevious: true, refreshSeconds })
  if (error) return <LoadErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingPlaceholder lines={4} />
  const { requests, errors, hours } = data.usage
  const rows = hours.map((row) => ({
    at: row.hour,
    values: { succeeded: row.requests - row.errors, failed: row.errors },
  }))
  const summary = `${number.format(requests)} requests, ${number.format(errors)} of them failed`
  return (
    <>
      <p>{summary}</p>
      <BarChart
        emptyMessage="No requests in this time. The Connect page has examples to start with."
        label={`Requests, ${timeRange.label.toLowerCase()}: ${summary}`}
        buckets={sumHourlyRowsIntoChartBars(rows, range, timeRange.step)}
        series={series}
      />
    </>
  )
}
