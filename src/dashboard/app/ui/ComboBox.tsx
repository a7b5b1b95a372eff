import { Check, ChevronDown } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { FieldError, Input, Label, Text } from 'react-aria-components/TextField'
import style from './ComboBox.module.css'
import menu from './Menu.module.css'
import field from './TextField.module.css'

/** An option of a list with search. `detail` stands beside its name in a softer colour. */
export type ComboBoxOption = { id: string; name: string; detail?: string | undefined }

type ComboBoxProps = {
  label: string
  hint?: string
  errorMessage?: string | undefined
  /** The text of the field. */
  text: string
  /** The options that match the text. */
  options: readonly ComboBoxOption[]
  selectedId: string | null
  /** What the list says if no option matches. Without it, there is no list then. */
  emptyText?: string
  placeholder?: string
  autoFocus?: boolean
  onTextChange(text: string): void
  onSelect(id: string): void
  onBlur?: () => void
}

/** Shows a text field with a list of options that match its text. The text need not be that of an option. */
export function ComboBox(props: ComboBoxProps) {
  const { label, hint, errorMessage, text, options, selectedId, emptyText, placeholder, autoFocus } = props
  const { onTextChange, onSelect, onBlur } = props
  return (
    <AriaComboBox
      className={field.field!}
      items={options}
      inputValue={text}
      onInputChange={onTextChange}
      value={selectedId}
      onChange={(id) => id !== null && onSelect(String(id))}
      onBlur={onBlur}
      autoFocus={autoFocus}
      allowsCustomValue
      allowsEmptyCollection={emptyText !== undefined}
      isInvalid={errorMessage !== undefined}
      validationBehavior="aria"
    >
      <Label className={field.label}>{label}</Label>
      <div className={style.control}>
        <Input className={`${field.input} ${style.input}`} dir="auto" placeholder={placeholder} />
        <Button className={style.button!}>
          <ChevronDown aria-hidden size={16} />
        </Button>
      </div>
      {hint !== undefined && errorMessage === undefined && (
        <Text slot="description" className={field.hint}>
          {hint}
        </Text>
      )}
      <FieldError className={field.error}>{errorMessage}</FieldError>
      <Popover className={menu.popover!}>
        <ListBox<ComboBoxOption>
          className={menu.list!}
          renderEmptyState={() => <p className={style.empty}>{emptyText}</p>}
        >
          {({ id, name, detail }) => (
            <ListBoxItem id={id} textValue={name} className={menu.item!}>
              {({ isSelected }) => (
                <>
                  <span>
                    <bdi>{name}</bdi> {detail !== undefined && <bdi className={style.detail}>{detail}</bdi>}
                  </span>
                  {isSelected && <Check aria-hidden size={16} />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}
