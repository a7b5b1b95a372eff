import { Check, ChevronDown } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { FieldError } from 'react-aria-components/FieldError'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, Label, SelectValue } from 'react-aria-components/Select'
import menu from './Menu.module.css'
import style from './Select.module.css'
import field from './TextField.module.css'

export type SelectOption<Value extends string> = { value: Value; label: string }

type SelectProps<Value extends string> = {
  label: string
  isLabelHidden?: boolean
  value: Value
  options: readonly SelectOption<NoInfer<Value>>[]
  isDisabled?: boolean
  errorMessage?: string
  onChange(value: Value): void
}

/** Shows a button that opens a list of options. The user selects one option. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, isLabelHidden, value, options, isDisabled, errorMessage, onChange } = props
  return (
    <AriaSelect
      className={field.field!}
      value={value}
      onChange={(key) => onChange(key as Value)}
      aria-label={isLabelHidden ? label : undefined}
      isDisabled={isDisabled}
      isInvalid={errorMessage !== undefined}
      validationBehavior="aria"
    >
      {!isLabelHidden && <Label className={field.label}>{label}</Label>}
      <Button className={style.button!}>
        <SelectValue />
        <ChevronDown aria-hidden size={16} />
      </Button>
      <FieldError className={field.error}>{errorMessage}</FieldError>
      <Popover className={menu.popover!}>
        <ListBox className={menu.list!} items={options}>
          {(option) => (
            <ListBoxItem id={option.value} textValue={option.label} className={menu.item!}>
              {({ isSelected }) => (
                <>
                  <bdi>{option.label}</bdi>
                  {isSelected && <Check aria-hidden size={16} />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
