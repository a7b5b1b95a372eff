import { Check } from 'lucide-react'
import { Checkbox } from 'react-aria-components/Checkbox'
import style from './Tick.module.css'

type TickProps = { label: string; hideLabel?: boolean; isSelected: boolean; onChange(isSelected: boolean): void }

/** Yes or no. */
export const Tick = ({ label, hideLabel, isSelected, onChange }: TickProps) => (
  <Checkbox
    className={style.tick!}
    isSelected={isSelected}
    onChange={onChange}
    aria-label={hideLabel ? label : undefined}
  >
    <span className={style.box}>
      <Check aria-hidden size={13} strokeWidth={3} />
    </span>
    {hideLabel ? undefined : label}
  </Checkbox>
)
