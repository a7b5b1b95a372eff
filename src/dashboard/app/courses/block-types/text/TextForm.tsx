import { Select, type SelectOption } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { type BlockFormProps, replaceContentProperty } from '../../block-content/block-form.ts'
import { getStringProperty } from '../../block-content/content.ts'
import { BlockSettings } from '../../block-content/MoreSettings.tsx'
import { useLatestContent } from '../../block-content/use-latest-content.ts'
import { MarkdownField } from '../../files/MarkdownField.tsx'

type Format = 'markdown' | 'html' | 'plain'

const formats: readonly SelectOption<Format>[] = [
  { value: 'markdown', label: 'Markdown' },
  { value: 'html', label: 'HTML' },
  { value: 'plain', label: 'Plain text' },
]

/** Shows the form for a text and its format. */
export function TextForm(form: BlockFormProps) {
  const { content, errorAt, onChange } = form
  const change = useLatestContent(form)
  const format = formats.find(({ value }) => value === content.format)?.value ?? 'markdown'
  const field = {
    label: 'Text',
    rows: 14,
    value: getStringProperty(content, 'text'),
    errorMessage: errorAt('text'),
    onChange: (text: string) => change({ text }),
  }
  return (
    <>
      {format === 'markdown' ? (
        <MarkdownField
          {...field}
          isMonospace
          hint="Markdown: # heading, **bold**, *italic*, - list, [link text](URL). Drop or paste a picture."
        />
      ) : (
        <TextField {...field} isMonospace={format === 'html'} />
      )}
      <Select
        label="Format"
        value={format}
        options={formats}
        onChange={(value) => onChange(replaceContentProperty(content, 'format', value))}
      />
      <BlockSettings {...form} />
    </>
  )
}
