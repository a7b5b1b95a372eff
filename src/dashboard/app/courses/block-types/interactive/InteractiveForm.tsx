import { useState } from 'react'
import { TextField } from '../../../ui/TextField.tsx'
import { BlockContentTextField } from '../../block-content/BlockContentTextField.tsx'
import { type BlockFormProps, replaceContentProperty } from '../../block-content/block-form.ts'
import { formatConfigForField, parseConfigOrKeepText } from './config-field.ts'

/** Shows the form for an embedded web page: the URL, the settings and the fallback text. */
export function InteractiveForm(form: BlockFormProps) {
  const { config } = form.content
  const [text, setText] = useState(() => formatConfigForField(config))
  function setConfig(next: string): void {
    setText(next)
    form.onChange(replaceContentProperty(form.content, 'config', parseConfigOrKeepText(next)))
  }
  return (
    <>
      <BlockContentTextField {...form} property="kind" label="Kind" hint="For example simulation or exercise." />
      <BlockContentTextField {...form} property="url" label="Page URL" placeholder="https://" />
      <BlockContentTextField
        {...form}
        property="fallbackText"
        label="Fallback text"
        hint="Shown where the page does not work."
        rows={3}
      />
      <TextField
        label="Settings"
        isMonospace
        rows={4}
        hint="Optional: a JSON object for the page."
        value={text}
        errorMessage={typeof config === 'string' ? 'This is not a JSON object.' : form.errorAt('config')}
        onChange={setConfig}
      />
    </>
  )
}
