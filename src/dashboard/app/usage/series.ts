/** One kind of value in a chart, such as failed requests. `name` is the key of the value in `ChartBarData.values`. */
export type ChartSeries = { name: string; label: string; color: 'first' | 'second' | 'third' }
