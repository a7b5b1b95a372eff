import { useId } from 'react'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Radio } from '../../../ui/Radio.tsx'
import field from '../../../ui/TextField.module.css'
import type { ChangeGroup } from '../diff/group-changes.ts'
import style from './Publish.module.css'

type LessonsToPublishFieldsProps = {
  groups: readonly ChangeGroup[]
  lessonIds: readonly string[] | undefined
  errorMessage: string | undefined
  onChange(lessonIds: readonly string[] | undefined): void
}

/** Asks which lessons to publish: the whole course, or only some of the lessons that have changed. */
export function LessonsToPublishFields({ groups, lessonIds, errorMessage, onChange }: LessonsToPublishFieldsProps) {
  const name = useId()
  const errorId = useId()
  const lessons = groups.filter(({ kind }) => kind === 'lesson')
  if (lessons.length === 0) return null
  const isSelected = (id: string) => lessonIds?.includes(id) ?? false
  const toggle = (id: string, isOn: boolean) =>
    onChange(lessons.map((lesson) => lesson.id).filter((other) => (other === id ? isOn : isSelected(other))))
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
