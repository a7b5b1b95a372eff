import { useId } from 'react'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Radio } from '../../../ui/Radio.tsx'
import field from '../../../ui/TextField.module.css'
import style from './Publish.module.css'

type LessonsToPublishFieldsProps = {
  lessons: readonly { id: string; name: string }[]
  lessonIds: readonly string[] | undefined
  errorMessage: string | undefined
  onChange(lessonIds: readonly string[] | undefined): void
}

/** Asks which lessons to publish: the whole course, or only some of the lessons that have changed. */
export function LessonsToPublishFields({ lessons, lessonIds, errorMessage, onChange }: LessonsToPublishFieldsProps) {
  const name = useId()
  const errorId = useId()
  if (lessons.length === 0) return null
  const isSelected = (id: string) => lessonIds?.includes(id) ?? false
  const toggle = (id: string, isOn: boolean) =>
    onChange(isOn ? [...(lessonIds ?? []), id] : lessonIds?.filter((other) => other !== id))
  return (
    <fieldset className={style.fieldset} aria-describedby={errorMessage === undefined ? undefined : errorId}>
      <legend className={field.label}>What to publish</legend>
      <Radio
        group={name}
        label="The whole course"
        isSelected={lessonIds === undefined}
        onSelect={() => onChange(undefined)}
      />
      <Radio group={name} label="Some lessons" isSelected={lessonIds !== undefined} onSelect={() => onChange([])} />
      {lessonIds !== undefined && (
        <div className={style.lessons}>
          {lessons.map(({ id, name: label }) => (
            <Checkbox key={id} label={label} isSelected={isSelected(id)} onChange={(isOn) => toggle(id, isOn)} />
          ))}
          <p className={field.hint}>Everything else stays as learners see it now.</p>
        </div>
      )}
      {errorMessage !== undefined && (
        <p id={errorId} role="alert" className={field.error}>
          {errorMessage}
        </p>
      )}
    </fieldset>
  )
}
