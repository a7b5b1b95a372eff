/** One kind of value in a chart, such as failed requests. `name` is the key of the value in `ChartBarData.values`. */
export type ChartSeriesStyle = { name: string; label: string; color: 'first' | 'second' | 'third' }
