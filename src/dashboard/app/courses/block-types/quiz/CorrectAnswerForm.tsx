import { Select, type SelectOption } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { type BlockFormProps, replaceContentProperty } from '../../block-content/block-form.ts'
import { AnswerOptionsForm } from './AnswerOptionsForm.tsx'

const trueOrFalse: readonly SelectOption<'true' | 'false' | 'none'>[] = [
  { value: 'true', label: 'True' },
  { value: 'false', label: 'False' },
  { value: 'none', label: 'Not set' },
]

const toTexts = (answer: unknown): string[] =>
  (Array.isArray(answer) ? answer : [answer]).filter((text) => typeof text === 'string')

/** Shows the form for the correct answer of a quiz question. The form depends on the type of the question. */
export function CorrectAnswerForm({ content, errorAt, onChange }: BlockFormProps) {
  const { type, answer } = content
  if (type === 'true_false') {
    return (
      <Select
        label="Correct answer"
        value={answer === true ? 'true' : answer === false ? 'false' : 'none'}
        options={trueOrFalse}
        onChange={(value) => onChange({ ...content, answer: value === 'none' ? undefined : value === 'true' })}
      />
    )
  }
  if (type === 'short_text') {
    return (
      <TextField
        label="Correct answers"
        rows={2}
        hint="One on each line. Upper and lower case and extra spaces do not matter."
        value={toTexts(answer).join('\n')}
        errorMessage={errorAt('answer')}
        onChange={(text) => {
          const lines = text.split('\n')
          onChange(replaceContentProperty(content, 'answer', lines.length > 1 ? lines : text))
        }}
      />
    )
  }
  return <AnswerOptionsForm content={content} errorAt={errorAt} onChange={onChange} />
}
