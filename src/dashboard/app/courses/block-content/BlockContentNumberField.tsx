import { useState } from 'react'
import { TextField } from '../../ui/TextField.tsx'
import {
  type BlockFormProps,
  formatNumberForField,
  keepTypedTextOrFormatNumber,
  parseNumberOrKeepText,
  replaceContentProperty,
} from './block-form.ts'

type ContentNumberFieldProps = BlockFormProps & { property: string; label: string; hint?: string }

/** Shows a text field that edits a number in a block's content. */
export function BlockContentNumberField({ content, errorAt, onChange, property, ...field }: ContentNumberFieldProps) {
  const value = content[property]
  const [typed, setTyped] = useState(() => formatNumberForField(value))
  return (
    <TextField
      {...field}
      inputMode="decimal"
      value={keepTypedTextOrFormatNumber(typed, value)}
      errorMessage={errorAt(property)}
      onChange={(text) => {
        setTyped(text)
        onChange(replaceContentProperty(content, property, parseNumberOrKeepText(text)))
      }}
      onBlur={() => setTyped(formatNumberForField(value))}
    />
  )
}
