import { TextField } from '../../ui/TextField.tsx'
import { type BlockFormProps, replaceContentProperty } from './block-form.ts'
import { getStringProperty } from './content.ts'

type ContentFieldProps = BlockFormProps & {
  property: string
  label: string
  hint?: string
  rows?: number
  isMonospace?: boolean
  placeholder?: string
}

/** Shows a text field that edits one property of a block's content. */
export const BlockContentTextField = ({ content, errorAt, onChange, property, ...field }: ContentFieldProps) => (
  <TextField
    {...field}
    value={getStringProperty(content, property)}
    errorMessage={errorAt(property)}
    onChange={(text) => onChange(replaceContentProperty(content, property, text))}
  />
)
