import { useId, useState } from 'react'
import { Button } from '../parts/Button.tsx'
import { Figures } from './Figures.tsx'
import type { Bucket } from './spans.ts'
import style from './Usage.module.css'

export type Series = { name: string; label: string; look: 'first' | 'second' | 'third' }

type BarsProps = {
  label: string
  buckets: readonly Bucket[]
  series: readonly Series[]
  /** What is said where every bar is nothing. */
  empty: string
}

const width = 720
const height = 200
const gap = 0.25

const totalOf = ({ parts }: Bucket) => Object.values(parts).reduce((sum, value) => sum + value, 0)
const figure = (value: number) => value.toLocaleString('en')
const short = new Intl.NumberFormat('en', { notation: 'compact' })

/** A round number at or above the largest bar, whose half is round, too. */
function ceilingOf(largest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(largest, 1)))
  return [1, 2, 3, 4, 6, 8, 10].map((times) => times * power).find((round) => round >= largest) ?? 10 * power
}

function Stack({
  bucket,
  series,
  left,
  size,
  top,
}: {
  bucket: Bucket
  series: readonly Series[]
  left: number
  size: number
  top: number
}) {
  let below = 0
  return series.map(({ name, look }) => {
    const value = bucket.parts[name] ?? 0
    const bar = (value / top) * height
    below += bar
    return <rect key={name} x={left} y={height - below} width={size} height={bar} className={style[look]} rx={1.5} />
  })
}

/** Stacked bars over time, with the same figures as a table for whoever does not see them. */
export function Bars({ label, buckets, series, empty }: BarsProps) {
  const [hovered, setHovered] = useState<Bucket>()
  const [isTable, setTable] = useState(false)
  const id = useId()
  const top = ceilingOf(Math.max(...buckets.map(totalOf)))
  const step = width / buckets.length
  const marked = Math.ceil(buckets.length / 7)
  if (buckets.every((bucket) => totalOf(bucket) === 0)) return <p className={style.empty}>{empty}</p>
  return (
    <div className={style.chart}>
      <div className={style.legend}>
        {series.map(({ name, label: words, look }) => (
          <span key={name} className={style.key}>
            <span className={`${style.swatch} ${style[look]}`} aria-hidden />
            {words}
          </span>
        ))}
        <Button small look="quiet" aria-expanded={isTable} aria-controls={id} onPress={() => setTable(!isTable)}>
          {isTable ? 'Show the chart' : 'Show the figures'}
        </Button>
      </div>
      <div id={id}>
        {isTable ? (
          <Figures label={label} buckets={buckets} series={series} />
        ) : (
          <>
            <div className={style.plot} onPointerLeave={() => setHovered(undefined)}>
              <span className={style.top} aria-hidden>
                {short.format(top)}
              </span>
              {top > 1 && (
                <span className={style.middle} aria-hidden>
                  {short.format(top / 2)}
                </span>
              )}
              <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
                <line x1={0} x2={width} y1={0.5} y2={0.5} className={style.grid} />
                <line x1={0} x2={width} y1={height / 2} y2={height / 2} className={style.grid} />
                <line x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} className={style.grid} />
                {buckets.map((bucket, index) => (
                  <g key={bucket.from} onPointerEnter={() => setHovered(bucket)} className={style.bar}>
                    <rect x={index * step} y={0} width={step} height={height} className={style.reach} />
                    <Stack
                      bucket={bucket}
                      series={series}
                      left={(index + gap / 2) * step}
                      size={step * (1 - gap)}
                      top={top}
                    />
                  </g>
                ))}
              </svg>
            </div>
            <div className={`${style.axis} ${marked === 1 ? style.centred : ''}`} aria-hidden>
              {buckets.map((bucket, index) => (
                <span key={bucket.from} className={(index / marked) % 2 === 1 ? style.alternate : undefined}>
                  {index % marked === 0 ? bucket.label : ''}
                </span>
              ))}
            </div>
            <p className={style.told} aria-live="off">
              {hovered
                ? `${hovered.label}: ${series.map(({ name, label: words }) => `${figure(hovered.parts[name] ?? 0)} ${words.toLowerCase()}`).join(', ')}`
                : ' '}
            </p>
          </>
        )}
      </div>
    </div>
  )
}
