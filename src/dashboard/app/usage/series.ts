/**
 * A series of values in a chart, such as the failed requests. `name` is the key of its values in `ChartBarData.values`.
 */
export type ChartSeries = { name: string; label: string; color: 'first' | 'second' | 'third' }
