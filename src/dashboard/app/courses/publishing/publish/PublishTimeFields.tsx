import { useId } from 'react'
import { Radio } from '../../../ui/Radio.tsx'
import field from '../../../ui/TextField.module.css'
import { DateTimeField } from '../DateTimeField.tsx'
import { formatTimeForDateTimeInput } from '../time-zone.ts'
import style from './Publish.module.css'

const hourMs = 3_600_000

/** Returns the next full hour that is at least an hour away. */
const proposeStart = () =>
  formatTimeForDateTimeInput(new Date(Math.ceil(Date.now() / hourMs + 1) * hourMs).toISOString())

type PublishTimeFieldsProps = {
  /** The text of the time field. Undefined means that learners see the release at once. */
  start: string | undefined
  errorMessage: string | undefined
  onChange(start: string | undefined): void
}

/** Asks when learners see the release: now, or from a later time. */
export function PublishTimeFields({ start, errorMessage, onChange }: PublishTimeFieldsProps) {
  const name = useId()
  return (
    <fieldset className={style.fieldset}>
      <legend className={field.label}>When</legend>
      <Radio group={name} label="Now" isSelected={start === undefined} onSelect={() => onChange(undefined)} />
      <Radio
        group={name}
        label="Later"
        isSelected={start !== undefined}
        onSelect={() => onChange(start ?? proposeStart())}
      />
      {start !== undefined && (
        <DateTimeField label="Learners see it from" value={start} errorMessage={errorMessage} onChange={onChange} />
      )}
    </fieldset>
  )
}
