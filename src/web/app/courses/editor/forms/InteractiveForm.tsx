import { useState } from 'react'
import { Field } from '../../../parts/Field.tsx'
import { isObject } from '../../blocks/content.ts'
import { type FormProps, put } from './form.ts'
import { Member } from './Member.tsx'

/** A page to embed, its settings, and words for where it cannot run. */
export function InteractiveForm(form: FormProps) {
  const { config } = form.content
  const [text, setText] = useState(config === undefined ? '' : JSON.stringify(config, null, 2))
  const [isBroken, setBroken] = useState(false)
  function write(next: string): void {
    setText(next)
    if (next.trim() === '') {
      setBroken(false)
      form.onChange(put(form.content, 'config', ''))
      return
    }
    try {
      const parsed: unknown = JSON.parse(next)
      setBroken(!isObject(parsed))
      if (isObject(parsed)) form.onChange(put(form.content, 'config', parsed))
    } catch {
      setBroken(true)
    }
  }
  return (
    <>
      <Member {...form} member="kind" label="What it is" hint="Such as simulation or exercise." />
      <Member {...form} member="url" label="Address of the page to embed" placeholder="https://" />
      <Member {...form} member="fallbackText" label="Shown where it cannot run" rows={3} />
      <Field
        label="Settings"
        mono
        rows={4}
        hint="A JSON object for the activity, or nothing."
        value={text}
        problem={isBroken ? 'This is no JSON object yet; the last good one is kept.' : form.problem('config')}
        onChange={write}
      />
    </>
  )
}
