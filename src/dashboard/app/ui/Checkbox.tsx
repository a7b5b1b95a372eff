import { Check } from 'lucide-react'
import { useId } from 'react'
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox'
import style from './Checkbox.module.css'

type CheckboxProps = {
  label: string
  hint?: string
  isSelected: boolean
  onChange(isSelected: boolean): void
}

/** Shows a check box with an optional hint below. */
export function Checkbox({ label, hint, isSelected, onChange }: CheckboxProps) {
  const hintId = useId()
  return (
    <div>
      <AriaCheckbox
        className={style.control!}
        isSelected={isSelected}
        onChange={onChange}
        aria-describedby={hint === undefined ? undefined : hintId}
      >
        <span className={style.box}>
          <Check aria-hidden size={13} strokeWidth={3} />
        </span>
        <bdi>{label}</bdi>
      </AriaCheckbox>
      {hint !== undefined && (
        <p id={hintId} className={style.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
