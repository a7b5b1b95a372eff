import { Select, type SelectOption } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { type BlockFormProps, replaceContentProperty } from '../../block-content/block-form.ts'
import { getStringProperty } from '../../block-content/content.ts'

type Format = 'markdown' | 'html' | 'plain'

const formats: readonly SelectOption<Format>[] = [
  { value: 'markdown', label: 'Markdown' },
  { value: 'html', label: 'HTML' },
  { value: 'plain', label: 'Plain text' },
]

/** Shows the form for a text and its format. */
export function TextForm({ content, errorAt, onChange }: BlockFormProps) {
  const format = formats.find(({ value }) => value === content.format)?.value ?? 'markdown'
  return (
    <>
      <TextField
        label="Text"
        rows={14}
        isMonospace={format !== 'plain'}
        hint={format === 'markdown' ? 'Markdown: # heading, **bold**, *italic*, - list, [link text](URL).' : undefined}
        value={getStringProperty(content, 'text')}
        errorMessage={errorAt('text')}
        onChange={(text) => onChange({ ...content, text })}
      />
      <Select
        label="Format"
        value={format}
        options={formats}
        onChange={(value) => onChange(replaceContentProperty(content, 'format', value))}
      />
    </>
  )
}
