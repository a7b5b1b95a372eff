import { useId, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { ChartTable } from './ChartTable.tsx'
import type { ChartSeries } from './series.ts'
import type { ChartBarData } from './time-ranges.ts'
import style from './Usage.module.css'

type BarChartProps = {
  label: string
  buckets: readonly ChartBarData[]
  series: readonly ChartSeries[]
  /** The message to show if all values are zero. */
  emptyMessage: string
}

const width = 720
const height = 200
/** The fraction of each bar's space that stays empty: 0.25 is a quarter. */
const gap = 0.25
const maxAxisLabels = 7

const bucketTotal = ({ values }: ChartBarData) => Object.values(values).reduce((sum, value) => sum + value, 0)
const formatNumber = (value: number) => value.toLocaleString('en')
const compactNumber = new Intl.NumberFormat('en', { notation: 'compact' })

/**
 * Returns the number at the top of the axis, at least `largest`. The axis shows this number and its half, so both must
 * have few digits.
 */
function axisMaximum(largest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(largest, 1)))
  return [1, 2, 3, 4, 6, 8, 10].map((factor) => factor * power).find((round) => round >= largest) ?? 10 * power
}

type StackedBarProps = {
  bucket: ChartBarData
  series: readonly ChartSeries[]
  left: number
  barWidth: number
  maximum: number
}

function StackedBar({ bucket, series, left, barWidth, maximum }: StackedBarProps) {
  let stackHeight = 0
  return series.map(({ name, color }) => {
    const barHeight = ((bucket.values[name] ?? 0) / maximum) * height
    stackHeight += barHeight
    return (
      <rect
        key={name}
        x={left}
        y={height - stackHeight}
        width={barWidth}
        height={barHeight}
        className={style[color]}
        rx={1.5}
      />
    )
  })
}

/** Shows a stacked bar chart over time. A button shows the numbers of the chart as a table. */
export function BarChart({ label, buckets, series, emptyMessage }: BarChartProps) {
  const [hovered, setHovered] = useState<ChartBarData>()
  const [isTable, setTable] = useState(false)
  const id = useId()
  if (buckets.every((bucket) => bucketTotal(bucket) === 0)) return <p className={style.empty}>{emptyMessage}</p>
  const maximum = axisMaximum(Math.max(...buckets.map(bucketTotal)))
  const stepWidth = width / buckets.length
  const labelInterval = Math.ceil(buckets.length / maxAxisLabels)
  const describe = ({ label: bucketLabel, values }: ChartBarData) => {
    const numbers = series.map((item) => `${formatNumber(values[item.name] ?? 0)} ${item.label.toLowerCase()}`)
    return `${bucketLabel}: ${numbers.join(', ')}`
  }
  return (
    <div className={style.chart}>
      <div className={style.legend}>
        {series.map(({ name, label: seriesLabel, color }) => (
          <span key={name} className={style.key}>
            <span className={`${style.swatch} ${style[color]}`} aria-hidden />
            {seriesLabel}
          </span>
        ))}
        <Button isSmall variant="quiet" aria-expanded={isTable} aria-controls={id} onPress={() => setTable(!isTable)}>
          {isTable ? 'Show chart' : 'Show table'}
        </Button>
      </div>
      <div id={id}>
        {isTable ? (
          <ChartTable label={label} buckets={buckets} series={series} />
        ) : (
          <>
            <div className={style.plot} onPointerLeave={() => setHovered(undefined)}>
              <span className={style.top} aria-hidden>
                {compactNumber.format(maximum)}
              </span>
              {maximum > 1 && (
                <span className={style.middle} aria-hidden>
                  {compactNumber.format(maximum / 2)}
                </span>
              )}
              <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
                <line x1={0} x2={width} y1={0.5} y2={0.5} className={style.grid} />
                <line x1={0} x2={width} y1={height / 2} y2={height / 2} className={style.grid} />
                <line x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} className={style.grid} />
                {buckets.map((bucket, index) => (
                  <g key={bucket.from} onPointerEnter={() => setHovered(bucket)} className={style.bar}>
                    <rect x={index * stepWidth} y={0} width={stepWidth} height={height} className={style.hoverArea} />
                    <StackedBar
                      bucket={bucket}
                      series={series}
                      left={(index + gap / 2) * stepWidth}
                      barWidth={stepWidth * (1 - gap)}
                      maximum={maximum}
                    />
                  </g>
                ))}
              </svg>
            </div>
            <div className={`${style.axis} ${labelInterval === 1 ? style.centred : ''}`} aria-hidden>
              {buckets.map((bucket, index) => (
                <span key={bucket.from} className={(index / labelInterval) % 2 === 1 ? style.alternate : undefined}>
                  {index % labelInterval === 0 ? bucket.label : ''}
                </span>
              ))}
            </div>
            <p className={style.details} aria-live="off">
              {hovered ? describe(hovered) : '\u00A0'}
            </p>
          </>
        )}
      </div>
    </div>
  )
}
