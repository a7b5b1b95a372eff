import type { Series } from './Bars.tsx'
import type { Bucket } from './spans.ts'
import style from './Usage.module.css'

type FiguresProps = { label: string; buckets: readonly Bucket[]; series: readonly Series[] }

/** What a chart shows, as a table, newest first. */
export const Figures = ({ label, buckets, series }: FiguresProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1).
  <section className={style.figures} aria-label={label} tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">Time</th>
          {series.map(({ name, label: words }) => (
            <th key={name} scope="col">
              {words}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {buckets.toReversed().map((bucket) => (
          <tr key={bucket.from}>
            <th scope="row">{bucket.label}</th>
            {series.map(({ name }) => (
              <td key={name}>{(bucket.parts[name] ?? 0).toLocaleString('en')}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
