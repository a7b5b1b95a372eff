import { TextField } from '../../ui/TextField.tsx'
import { describeTimeZone, parseDateTimeInput } from './time-zone.ts'

type DateTimeFieldProps = {
  label: string
  /** The text of the field, in the format of `formatTimeForDateTimeInput`. */
  value: string
  errorMessage: string | undefined
  onChange(value: string): void
}

/** Shows a field for a date with a time, and says which time zone the time is in. */
export function DateTimeField({ value, ...props }: DateTimeFieldProps) {
  const time = parseDateTimeInput(value)
  const zone = describeTimeZone(time === undefined ? new Date() : new Date(time))
  return <TextField {...props} type="datetime-local" value={value} hint={`In your time zone: ${zone}.`} />
}
