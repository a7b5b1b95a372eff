import { Check, ChevronDown } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Label, Select, SelectValue } from 'react-aria-components/Select'
import style from './Choice.module.css'
import field from './Field.module.css'

export type Option<Value extends string> = { value: Value; label: string; hint?: string }

type ChoiceProps<Value extends string> = {
  label: string
  hideLabel?: boolean
  value: Value
  options: readonly Option<NoInfer<Value>>[]
  onChange(value: Value): void
}

/** One of a few values, from a list that opens. */
export function Choice<Value extends string>({ label, hideLabel, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <Select
      className={field.field!}
      value={value}
      onChange={(key) => onChange(key as Value)}
      aria-label={hideLabel ? label : undefined}
    >
      {!hideLabel && <Label className={field.label}>{label}</Label>}
      <Button className={style.button!}>
        <SelectValue />
        <ChevronDown aria-hidden size={16} />
      </Button>
      <Popover className={style.popover!}>
        <ListBox className={style.list!} items={options}>
          {(option) => (
            <ListBoxItem id={option.value} textValue={option.label} className={style.option!}>
              {({ isSelected }) => (
                <>
                  <span>{option.label}</span>
                  {isSelected && <Check aria-hidden size={16} />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  )
}
