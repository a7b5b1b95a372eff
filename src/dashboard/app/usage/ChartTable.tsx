import type { ChartSeries } from './series.ts'
import type { ChartBarData } from './time-ranges.ts'
import style from './Usage.module.css'

type ChartTableProps = { label: string; buckets: readonly ChartBarData[]; series: readonly ChartSeries[] }

/** Shows the numbers of a chart as a table. The newest row comes first. */
export const ChartTable = ({ label, buckets, series }: ChartTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1).
  <section className={style.table} aria-label={label} tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">Time</th>
          {series.map(({ name, label: seriesLabel }) => (
            <th key={name} scope="col">
              {seriesLabel}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {buckets.toReversed().map((bucket) => (
          <tr key={bucket.from}>
            <th scope="row">{bucket.label}</th>
            {series.map(({ name }) => (
              <td key={name}>{(bucket.values[name] ?? 0).toLocaleString('en')}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
