/** One kind of value in a chart, such as failed requests. `name` is the key of this value in the data of a bar. */
export type ChartSeries = { name: string; label: string; color: 'first' | 'second' | 'third' }
