/** When a new key stops working. */
export const expiries = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'On a date' },
  { value: 'never', label: 'Never' },
] as const

export type Expiry = (typeof expiries)[number]['value']

/** As the API takes it: a moment, or null for never. A date ends at its last moment, here. */
export function expiresAtOf(expiry: Expiry, date: string, now = Date.now()): string | null {
  if (expiry === 'never') return null
  if (expiry === 'date') return date ? new Date(`${date}T23:59:59`).toISOString() : null
  return new Date(now + Number(expiry) * 86_400_000).toISOString()
}
