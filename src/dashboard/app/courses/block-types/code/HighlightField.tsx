import { useState } from 'react'
import { TextField } from '../../../ui/TextField.tsx'
import type { BlockFormProps } from '../../block-content/block-form.ts'
import { formatLinesForField, parseLinesOrKeepText } from './line-numbers.ts'

/** Shows the field for the numbers of the lines to highlight. */
export function HighlightField({ content, errorAt, onChange }: BlockFormProps) {
  const [text, setText] = useState(() => formatLinesForField(content.highlight))
  return (
    <TextField
      label="Highlighted lines"
      hint="Such as 1, 3-5."
      value={text}
      errorMessage={
        typeof content.highlight === 'string' ? 'Write numbers of lines, such as 1, 3-5.' : errorAt('highlight')
      }
      onChange={(next) => {
        setText(next)
        onChange({ ...content, highlight: parseLinesOrKeepText(next) })
      }}
    />
  )
}
