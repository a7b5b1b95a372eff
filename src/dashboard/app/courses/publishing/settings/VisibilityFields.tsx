import { useId } from 'react'
import type { Visibility } from '../../../generated/operations.ts'
import { Radio } from '../../../ui/Radio.tsx'
import field from '../../../ui/TextField.module.css'
import style from '../Publishing.module.css'
import { visibilities } from './visibility.ts'

type VisibilityFieldsProps = { legend: string; visibility: Visibility; onChange(visibility: Visibility): void }

/** Asks who can read a course. */
export function VisibilityFields({ legend, visibility, onChange }: VisibilityFieldsProps) {
  const group = useId()
  return (
    <fieldset className={style.fieldset}>
      <legend className={field.label}>{legend}</legend>
      {visibilities.map(({ value, label, hint }) => (
        <div key={value}>
          <Radio group={group} label={label} isSelected={visibility === value} onSelect={() => onChange(value)} />
          <p className={style.choiceHint}>{hint}</p>
        </div>
      ))}
    </fieldset>
  )
}
