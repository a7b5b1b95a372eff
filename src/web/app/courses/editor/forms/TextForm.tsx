import { Choice, type Option } from '../../../parts/Choice.tsx'
import { Field } from '../../../parts/Field.tsx'
import { textIn } from '../../blocks/content.ts'
import { type FormProps, put } from './form.ts'

type Format = 'markdown' | 'html' | 'plain'

const formats: readonly Option<Format>[] = [
  { value: 'markdown', label: 'Markdown' },
  { value: 'html', label: 'HTML' },
  { value: 'plain', label: 'Plain text' },
]

/** Prose, in one of three ways of writing. */
export function TextForm({ content, problem, onChange }: FormProps) {
  const format = formats.find(({ value }) => value === content.format)?.value ?? 'markdown'
  return (
    <>
      <Field
        label="Text"
        rows={14}
        mono={format !== 'plain'}
        hint={
          format === 'markdown' ? 'Markdown: # heading, **strong**, *emphasis*, - list, [words](address).' : undefined
        }
        value={textIn(content, 'text')}
        problem={problem('text')}
        onChange={(text) => onChange({ ...content, text })}
      />
      <Choice
        label="Written as"
        value={format}
        options={formats}
        onChange={(value) => onChange(put(content, 'format', value))}
      />
    </>
  )
}
