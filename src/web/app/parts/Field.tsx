import {
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField,
  type TextFieldProps,
} from 'react-aria-components/TextField'
import style from './Field.module.css'

type FieldProps = Omit<TextFieldProps, 'className' | 'style' | 'children'> & {
  label: string
  hint?: string
  problem?: string
  placeholder?: string
  /** More than one line of text. */
  rows?: number
  mono?: boolean
}

/** A text input with its label, a hint below, and what is wrong with it. */
export function Field({ label, hint, problem, placeholder, rows, mono, ...props }: FieldProps) {
  const className = mono ? `${style.input} ${style.mono}` : style.input
  return (
    <TextField {...props} className={style.field!} isInvalid={problem !== undefined} validationBehavior="aria">
      <Label className={style.label}>{label}</Label>
      {rows ? (
        <TextArea className={className} rows={rows} placeholder={placeholder} />
      ) : (
        <Input className={className} placeholder={placeholder} />
      )}
      {hint !== undefined && problem === undefined && (
        <Text slot="description" className={style.hint}>
          {hint}
        </Text>
      )}
      <FieldError className={style.problem}>{problem}</FieldError>
    </TextField>
  )
}
