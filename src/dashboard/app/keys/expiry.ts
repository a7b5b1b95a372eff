const dayMs = 86_400_000

/** The choices for the expiry of a new API key: after a number of days, on a date, or never. */
export const expiryOptions = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'On a date' },
  { value: 'never', label: 'Never' },
] as const

export type ExpiryOption = (typeof expiryOptions)[number]['value']

/**
 * Returns the expiry time of a new API key, null for never, or undefined for an invalid `date`. A date means the end of
 * that local day.
 */
export function calculateKeyExpiryTime(
  option: ExpiryOption,
  date: string,
  now = Date.now(),
): string | null | undefined {
  if (option === 'never') return null
  if (option === 'date') {
    const end = new Date(`${date}T23:59:59`)
    return Number.isNaN(end.getTime()) ? undefined : end.toISOString()
  }
  return new Date(now + Number(option) * dayMs).toISOString()
}
