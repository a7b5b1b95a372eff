import type { ServerName, Way } from './workloads.ts'

/** The results for one way to do a workload: the medians of all rounds. */
export type Figures = {
  workload: string
  title: string
  server: ServerName
  api: Way['api']
  perSecond: number
  p50: number
  p99: number
  serverMs: number
  postgresMs: number
  statements: number
  failures: number
}

const columns = [
  '',
  'req/s',
  'p50 ms',
  'p99 ms',
  'server ms',
  'PG ms',
  'stmts',
  'CPU ÷ limit',
  'req/s ÷ PostGraphile',
  'CPU ÷ plain',
]

const ratio = (one: number, other: number | undefined) => (other ? `${(one / other).toFixed(2)}` : '')

/** Prints the results of one workload, with their ratios to the lower limit and to PostGraphile. */
export function printTable(figures: Figures[]): void {
  const plainOf = ({ server, api }: Figures) =>
    server === 'plain' ? undefined : figures.find((one) => one.server === 'plain' && one.api === api)
  const of = (server: ServerName) => figures.find((one) => one.server === server)
  const rows = figures.map((one) => [
    `${one.server} ${one.api}${one.failures ? ` (${one.failures} failures)` : ''}`,
    one.perSecond.toFixed(0),
    one.p50.toFixed(2),
    one.p99.toFixed(2),
    one.serverMs.toFixed(3),
    one.postgresMs.toFixed(3),
    String(one.statements),
    ratio(one.serverMs, of('limit')?.serverMs),
    ratio(one.perSecond, of('postgraphile')?.perSecond),
    ratio(one.serverMs, plainOf(one)?.serverMs),
  ])
  const widths = columns.map((name, index) => Math.max(name.length, ...rows.map((row) => row[index]!.length)))
  const line = (row: string[]) =>
    row.map((text, index) => (index ? text.padStart(widths[index]!) : text.padEnd(widths[index]!))).join('  ')
  console.log(`\n${figures[0]!.workload}: ${figures[0]!.title}`)
  for (const row of [columns, ...rows]) console.log(line(row))
}
