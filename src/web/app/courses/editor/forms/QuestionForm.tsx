import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { Choice, type Option } from '../../../parts/Choice.tsx'
import { Field } from '../../../parts/Field.tsx'
import type { QuestionType } from '../../blocks/quiz.ts'
import { ActionMenu } from '../../parts/ActionMenu.tsx'
import style from '../Editor.module.css'
import { type FormProps, numberOf, put, shown } from './form.ts'
import { Member } from './Member.tsx'
import { OptionsForm } from './OptionsForm.tsx'

const types: readonly Option<QuestionType>[] = [
  { value: 'single_choice', label: 'One right answer' },
  { value: 'multiple_choice', label: 'Several right answers' },
  { value: 'true_false', label: 'True or false' },
  { value: 'short_text', label: 'A short text' },
]

const truths: readonly Option<'true' | 'false' | 'none'>[] = [
  { value: 'true', label: 'True' },
  { value: 'false', label: 'False' },
  { value: 'none', label: 'Not set yet' },
]

type QuestionFormProps = FormProps & {
  number: number
  onRemove(): void
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

const textsOf = (answer: unknown) =>
  (Array.isArray(answer) ? answer : [answer]).filter((one) => typeof one === 'string')

function AnswerForm({ content, problem, onChange }: FormProps) {
  const { answer } = content
  if (content.type === 'true_false') {
    return (
      <Choice
        label="Right answer"
        value={answer === true ? 'true' : answer === false ? 'false' : 'none'}
        options={truths}
        onChange={(value) => onChange({ ...content, answer: value === 'none' ? undefined : value === 'true' })}
      />
    )
  }
  if (content.type === 'short_text') {
    return (
      <Field
        label="Right answers"
        rows={2}
        hint="One a line. Capitals and spaces do not matter."
        value={textsOf(answer).join('\n')}
        problem={problem('answer')}
        onChange={(text) => {
          const lines = text.split('\n')
          onChange(put(content, 'answer', lines.length > 1 ? lines : text))
        }}
      />
    )
  }
  return <OptionsForm content={content} problem={problem} onChange={onChange} />
}

/** One question: what is asked, how it is answered, and what is right. */
export function QuestionForm({ number, onRemove, onUp, onDown, ...form }: QuestionFormProps) {
  const { content, problem, onChange } = form
  const type = types.find(({ value }) => value === content.type)?.value ?? 'single_choice'
  return (
    <fieldset className={style.part}>
      <legend>Question {number}</legend>
      <div className={style.partMenu}>
        <ActionMenu
          small
          label={`More for question ${number}`}
          actions={[
            { label: 'Move up', icon: ArrowUp, run: () => onUp?.(), isDisabled: !onUp },
            { label: 'Move down', icon: ArrowDown, run: () => onDown?.(), isDisabled: !onDown },
            { label: 'Remove question', icon: Trash2, run: onRemove, isDanger: true },
          ]}
        />
      </div>
      <Member {...form} member="prompt" label="What is asked" rows={2} />
      <Choice
        label="How it is answered"
        value={type}
        options={types}
        // What was right for one way of answering means nothing in another.
        onChange={(value) => onChange({ ...content, type: value, answer: undefined })}
      />
      <AnswerForm {...form} content={{ ...content, type }} />
      <Member {...form} member="explanation" label="Why it is right" rows={2} hint="Shown after answering." />
      <Field
        label="Points"
        inputMode="decimal"
        value={shown(content.points)}
        problem={problem('points')}
        onChange={(text) => onChange(put(content, 'points', numberOf(text)))}
      />
    </fieldset>
  )
}
