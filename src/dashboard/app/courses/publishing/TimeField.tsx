import { TextField } from '../../ui/TextField.tsx'
import { describeTimeZone, parseInputText } from './time-zone.ts'

type TimeFieldProps = {
  label: string
  /** The text of the field, as `toInputText` returns it. */
  value: string
  errorMessage: string | undefined
  onChange(value: string): void
}

/** Shows a field for a date with a time, and says which time zone the time is in. */
export function TimeField({ value, ...props }: TimeFieldProps) {
  const time = parseInputText(value)
  const zone = describeTimeZone(time === undefined ? new Date() : new Date(time))
  return <TextField {...props} type="datetime-local" value={value} hint={`In your time zone: ${zone}.`} />
}
