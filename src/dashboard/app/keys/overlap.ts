/** The choices for how long an old API key stays valid after its rotation, in seconds. */
export const overlapOptions = [
  { value: '0', label: 'It ends at once' },
  { value: '3600', label: 'One hour' },
  { value: '86400', label: 'One day' },
  { value: '604800', label: 'One week' },
  { value: '2592000', label: '30 days' },
] as const

export type OverlapOption = (typeof overlapOptions)[number]['value']

/** The default of the API. */
export const defaultOverlap: OverlapOption = '86400'
