import { useState } from 'react'
import { Select, type SelectOption } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { BlockContentTextField } from '../../block-content/BlockContentTextField.tsx'
import { type BlockFormProps, replaceContentProperty } from '../../block-content/block-form.ts'
import { BlockSettings } from '../../block-content/MoreSettings.tsx'
import { formatConfigForField, parseConfigOrKeepText } from './config-field.ts'

type Kind = 'embed' | 'exercise' | 'other'

const kinds: readonly SelectOption<Kind>[] = [
  { value: 'other', label: 'A link to a page' },
  { value: 'embed', label: 'A page in a frame' },
  { value: 'exercise', label: 'An exercise without a page' },
]

/** Shows the form for the kind of an activity. Any other kind is the name of its link. */
function KindForm(form: BlockFormProps) {
  const { content, onChange } = form
  // The name of a link can begin with `embed`, so that typing must not change the kind.
  const [kind, setKind] = useState<Kind>(() => kinds.find(({ value }) => value === content.kind)?.value ?? 'other')
  const isOther = kind === 'other'
  // A change back to a link brings the former name back.
  const [formerName, setFormerName] = useState(isOther ? content.kind : undefined)
  function changeKind(next: Kind): void {
    if (next === kind) return
    if (isOther) setFormerName(content.kind)
    setKind(next)
    onChange({ ...content, kind: next === 'other' ? formerName : next })
  }
  return (
    <>
      <Select label="Shown as" value={kind} options={kinds} onChange={changeKind} />
      {isOther && (
        <BlockContentTextField
          {...form}
          property="kind"
          label="Kind"
          hint="For example simulation: the name of the link."
        />
      )}
    </>
  )
}

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
      <KindForm {...form} />
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
      <BlockSettings {...form} />
    </>
  )
}
