import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
} from 'react-aria-components/TextField'
import style from './TextField.module.css'

type TextFieldProps = Omit<AriaTextFieldProps, 'className' | 'style' | 'children'> & {
  label: string
  hint?: string
  errorMessage?: string
  placeholder?: string
  /** The height of the text field in lines. Without a height, the user can enter only one line. */
  rows?: number
  isMonospace?: boolean
}

/**
 * Removes the characters that the API refuses and that are invisible in a text field: NUL characters and unpaired
 * surrogates.
 */
const removeInvalidCharacters = (text: string) => text.replaceAll('\0', '').toWellFormed()

/**
 * Shows a text field with a label, and a hint or an error message. The first letter of the text decides the writing
 * direction.
 */
export function TextField({
  label,
  hint,
  errorMessage,
  placeholder,
  rows,
  isMonospace,
  onChange,
  ...props
}: TextFieldProps) {
  const className = isMonospace ? `${style.input} ${style.mono}` : style.input
  return (
    <AriaTextField
      {...props}
      onChange={(text) => onChange?.(removeInvalidCharacters(text))}
      className={style.field!}
      isInvalid={errorMessage !== undefined}
      validationBehavior="aria"
    >
      <Label className={style.label}>{label}</Label>
      {rows ? (
        <TextArea className={className} dir="auto" rows={rows} placeholder={placeholder} />
      ) : (
        <Input className={className} dir="auto" placeholder={placeholder} />
      )}
      {hint !== undefined && errorMessage === undefined && (
        <Text slot="description" className={style.hint}>
          {hint}
        </Text>
      )}
      <FieldError className={style.error}>{errorMessage}</FieldError>
    </AriaTextField>
  )
}
