import { useState } from 'react'
import { TextField } from '../../../ui/TextField.tsx'
import { type BlockFormProps, replaceContentProperty } from '../../block-content/block-form.ts'
import { ContentPropertyTextField } from '../../block-content/ContentPropertyTextField.tsx'
import { isObject } from '../../block-content/content.ts'

/** Shows the form for an embedded web page: the URL, the settings and the fallback text. */
export function InteractiveForm(form: BlockFormProps) {
  const { config } = form.content
  const [text, setText] = useState(config === undefined ? '' : JSON.stringify(config, null, 2))
  const [isInvalid, setInvalid] = useState(false)
  function setConfig(next: string): void {
    setText(next)
    if (next.trim() === '') {
      setInvalid(false)
      form.onChange(replaceContentProperty(form.content, 'config', ''))
      return
    }
    try {
      const parsed: unknown = JSON.parse(next)
      setInvalid(!isObject(parsed))
      if (isObject(parsed)) form.onChange(replaceContentProperty(form.content, 'config', parsed))
    } catch {
      setInvalid(true)
    }
  }
  return (
    <>
      <ContentPropertyTextField {...form} property="kind" label="Kind" hint="For example simulation or exercise." />
      <ContentPropertyTextField {...form} property="url" label="Page URL" placeholder="https://" />
      <ContentPropertyTextField
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
        errorMessage={isInvalid ? 'This is not a JSON object. The last valid one is used.' : form.errorAt('config')}
        onChange={setConfig}
      />
    </>
  )
}
